import { createFileRoute } from '@tanstack/react-router'
import { EventPickerScreen } from '~/features/participants/EventPickerScreen'
import { readPageSearch } from '~/lib/pageSearch'

export const Route = createFileRoute('/participant-management/')({
  validateSearch: readPageSearch,
  component: function Screen() {
    const shown = Route.useSearch()
    const navigate = Route.useNavigate()
    return (
      <EventPickerScreen shown={shown} onShow={(search, replace) => void navigate({ search, replace })} />
    )
  },
})
