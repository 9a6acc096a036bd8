import { createFileRoute } from '@tanstack/react-router'
import { LicensesScreen } from '~/features/system/LicensesScreen'

export const Route = createFileRoute('/licenses')({ component: LicensesScreen })
