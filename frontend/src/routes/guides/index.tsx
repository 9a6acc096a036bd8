import { createFileRoute } from '@tanstack/react-router'
import { GuideListScreen } from '~/features/guides/GuideListScreen'

export const Route = createFileRoute('/guides/')({ component: GuideListScreen })
