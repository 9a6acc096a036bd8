import { createFileRoute, redirect, useLocation } from '@tanstack/react-router'
import { GuideScreen } from '~/features/guides/GuideScreen'
import { guideOf } from '~/features/guides/guide'

export const Route = createFileRoute('/guides/$guide')({
  beforeLoad: ({ params }) => {
    if (!guideOf(params.guide)) throw redirect({ to: '/guides' })
  },
  component: function Screen() {
    const name = guideOf(Route.useParams().guide)
    const task = useLocation({ select: ({ hash }) => hash })
    return name && <GuideScreen key={name} name={name} task={task} />
  },
})
