import type { ErrorComponentProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ErrorState } from '~/components/ErrorState'

/** Shown instead of a screen that threw while loading or rendering. */
export function CrashPage({ error, reset }: ErrorComponentProps): ReactNode {
  return <ErrorState error={error} onRetry={reset} />
}
