import { createFileRoute, redirect } from '@tanstack/react-router'
import { keyInFragment, nameDevice, nameInFragment, pair } from '~/features/checkin/pairing'
import { type DoorView, WelcomeScreen } from '~/features/checkin/WelcomeScreen'

export const Route = createFileRoute('/event-management/checkin/$eventId')({
  validateSearch: (search: Record<string, unknown>): { view?: DoorView } => ({
    view: search.view === 'display' ? search.view : undefined,
  }),
  // The key must not stay in the address bar, where the hall's projector would show it to everyone.
  beforeLoad: ({ location, params, search }) => {
    const key = keyInFragment(location.hash)
    if (!key) return
    pair(params.eventId, key)
    const name = nameInFragment(location.hash)
    if (name) nameDevice(name)
    throw redirect({ to: '/event-management/checkin/$eventId', params, search, hash: '', replace: true })
  },
  component: function Screen() {
    const { eventId } = Route.useParams()
    const { view = 'door' } = Route.useSearch()
    return <WelcomeScreen key={eventId} eventId={eventId} view={view} />
  },
})
