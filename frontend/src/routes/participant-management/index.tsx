import { createFileRoute } from '@tanstack/react-router'
import { EventPickerScreen } from '~/features/participants/EventPickerScreen'

export const Route = createFileRoute('/participant-management/')({
  component: EventPickerScreen,
})
