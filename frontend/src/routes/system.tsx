import { createFileRoute } from '@tanstack/react-router'
import { SystemScreen } from '~/features/system/SystemScreen'
import { readSystemSearch } from '~/features/system/search'

export const Route = createFileRoute('/system')({
  validateSearch: readSystemSearch,
  component: function Screen() {
    const search = Route.useSearch()
    const navigate = Route.useNavigate()
    return <SystemScreen search={search} onSearch={(search, replace) => void navigate({ search, replace })} />
  },
})
