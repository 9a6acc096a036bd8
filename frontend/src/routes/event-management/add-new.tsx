import { createFileRoute } from '@tanstack/react-router'
import { NewEventScreen } from '~/features/events/wizard/NewEventScreen'
import { readStep } from '~/features/events/wizard/sections'

export const Route = createFileRoute('/event-management/add-new')({
  validateSearch: readStep,
  component: function Screen() {
    const { step } = Route.useSearch()
    const navigate = Route.useNavigate()
    return <NewEventScreen step={step} onStep={(next) => void navigate({ search: { step: next } })} />
  },
})
