import { createFileRoute } from '@tanstack/react-router'
import { ChooseScreen, readChooseSearch } from '~/features/lucky-draw/ChooseScreen'

export const Route = createFileRoute('/lucky-draw/')({
  validateSearch: readChooseSearch,
  component: function Screen() {
    const shown = Route.useSearch()
    const navigate = Route.useNavigate()
    return <ChooseScreen shown={shown} onShow={(search, replace) => void navigate({ search, replace })} />
  },
})
