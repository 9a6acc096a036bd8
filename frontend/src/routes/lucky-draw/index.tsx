import { createFileRoute } from '@tanstack/react-router'
import { ChooseScreen } from '~/features/lucky-draw/ChooseScreen'

export const Route = createFileRoute('/lucky-draw/')({ component: ChooseScreen })
