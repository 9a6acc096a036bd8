import { createFileRoute } from '@tanstack/react-router'
import { PostScreen } from '~/features/posts/PostScreen'
import { readComment } from '~/features/posts/search'

export const Route = createFileRoute('/my-group/$groupId/$postId')({
  validateSearch: readComment,
  component: function Screen() {
    const { groupId, postId } = Route.useParams()
    const { comment } = Route.useSearch()
    const navigate = Route.useNavigate()
    return (
      <PostScreen
        groupId={groupId}
        postId={postId}
        comment={comment}
        onRemoved={() => void navigate({ to: '/my-group/$groupId', params: { groupId }, replace: true })}
      />
    )
  },
})
