import { createFileRoute } from '@tanstack/react-router'
import { Conflicts } from '~/features/checkin/Conflicts'
import { WelcomingModal } from '~/features/checkin/settings/WelcomingModal'
import { useLiveParticipants } from '~/features/checkin/useLiveParticipants'
import { parseListSearch } from '~/features/participants/listSearch'
import { ParticipantsScreen } from '~/features/participants/ParticipantsScreen'

export const Route = createFileRoute('/participant-management/$eventId/$')({
  validateSearch: parseListSearch,
  component: function Screen() {
    const { eventId } = Route.useParams()
    const search = Route.useSearch()
    const navigate = Route.useNavigate()
    useLiveParticipants(eventId)
    return (
      <ParticipantsScreen
        key={eventId}
        eventId={eventId}
        search={search}
        alerts={<Conflicts eventId={eventId} />}
        renderWelcoming={(onClose) => <WelcomingModal eventId={eventId} onClose={onClose} />}
        onSearch={(next) =>
          void navigate({ search: next, replace: next.tab === search.tab && next.person === search.person })
        }
      />
    )
  },
})
