import { createFileRoute } from '@tanstack/react-router'
import { ChooseScreen } from '~/features/lucky-draw/ChooseScreen'
import { readChooseSearch } from '~/features/lucky-draw/search'

export const Route = createFileRoute('/lucky-draw/')({
  validateSearch: readChooseSearch,
  component: function Screen() {
    const search = Route.useSearch()
    const navigate = Route.useNavigate()
    return (
      <ChooseScreen search={search} onSearch={(next, replace) => void navigate({ search: next, replace })} />
    )
  },
})
