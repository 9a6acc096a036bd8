import { createFileRoute } from '@tanstack/react-router'
import { EventPickerScreen } from '~/features/participants/EventPickerScreen'
import { readPageSearch } from '~/lib/pageSearch'

export const Route = createFileRoute('/participant-management/')({
  validateSearch: readPageSearch,
  component: function Screen() {
    const search = Route.useSearch()
    const navigate = Route.useNavigate()
    return (
      <EventPickerScreen
        search={search}
        onSearch={(next, replace) => void navigate({ search: next, replace })}
      />
    )
  },
})
