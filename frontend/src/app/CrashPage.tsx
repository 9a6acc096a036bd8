import type { ErrorComponentProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ErrorState } from '~/components/ErrorState'

/** What stands in for a screen that threw while it was loaded or drawn. */
export function CrashPage({ error, reset }: ErrorComponentProps): ReactNode {
  return <ErrorState error={error} onRetry={reset} />
}
