import { createFileRoute } from '@tanstack/react-router'
import { LuckyDrawScreen } from '~/features/lucky-draw/LuckyDrawScreen'
import { readDrawSearch } from '~/features/lucky-draw/search'

export const Route = createFileRoute('/lucky-draw/$eventId')({
  validateSearch: readDrawSearch,
  component: function Screen() {
    const { eventId } = Route.useParams()
    const { remote = false } = Route.useSearch()
    const navigate = Route.useNavigate()
    return (
      <LuckyDrawScreen
        key={eventId}
        eventId={eventId}
        wantsRemote={remote}
        onRemote={(isRemote) => void navigate({ search: { remote: isRemote || undefined } })}
      />
    )
  },
})
