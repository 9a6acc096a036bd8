import { createFileRoute } from '@tanstack/react-router'
import { PostScreen } from '~/features/posts/PostScreen'

export const Route = createFileRoute('/my-group/$groupId/$postId')({
  component: function Screen() {
    const { groupId, postId } = Route.useParams()
    const navigate = Route.useNavigate()
    return (
      <PostScreen
        groupId={groupId}
        postId={postId}
        onRemoved={() => void navigate({ to: '/my-group/$groupId', params: { groupId }, replace: true })}
      />
    )
  },
})
