import { createFileRoute } from '@tanstack/react-router'
import { FeedScreen } from '~/features/posts/FeedScreen'
import { readFeedSort } from '~/features/posts/search'

export const Route = createFileRoute('/my-feed')({
  validateSearch: readFeedSort,
  component: function Screen() {
    const { sort = 'newest' } = Route.useSearch()
    const navigate = Route.useNavigate()
    return (
      <FeedScreen
        key={sort}
        sort={sort}
        onSort={(next) => void navigate({ search: next === 'active' ? { sort: next } : {}, replace: true })}
      />
    )
  },
})
