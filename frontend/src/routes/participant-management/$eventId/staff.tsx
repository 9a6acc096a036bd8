import { createFileRoute } from '@tanstack/react-router'
import { StaffScreen } from '~/features/participants/staff/StaffScreen'

export const Route = createFileRoute('/participant-management/$eventId/staff')({
  component: function Screen() {
    const { eventId } = Route.useParams()
    return <StaffScreen key={eventId} eventId={eventId} />
  },
})
