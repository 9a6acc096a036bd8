import { createFileRoute } from '@tanstack/react-router'
import { ChooseScreen, readChooseSearch } from '~/features/lucky-draw/ChooseScreen'

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
