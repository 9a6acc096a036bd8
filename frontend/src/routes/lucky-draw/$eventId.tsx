import { createFileRoute } from '@tanstack/react-router'
import { LuckyDrawScreen } from '~/features/lucky-draw/LuckyDrawScreen'

export const Route = createFileRoute('/lucky-draw/$eventId')({
  component: function Screen() {
    const { eventId } = Route.useParams()
    return <LuckyDrawScreen key={eventId} eventId={eventId} />
  },
})
