import { createFileRoute } from '@tanstack/react-router'
import { EventPickerScreen } from '~/features/participants/list/EventPickerScreen'
import { readHandedOnFilters } from '~/features/participants/listSearch'
import { readPageSearch } from '~/lib/pageSearch'

export const Route = createFileRoute('/participant-management/')({
  validateSearch: (raw) => ({ ...readPageSearch(raw), ...readHandedOnFilters(raw) }),
  component: function Screen() {
    const { payment, checkin, ...search } = Route.useSearch()
    const filters = { payment, checkin }
    const navigate = Route.useNavigate()
    return (
      <EventPickerScreen
        search={search}
        filters={filters}
        onSearch={(next, replace) => void navigate({ search: { ...filters, ...next }, replace })}
      />
    )
  },
})
