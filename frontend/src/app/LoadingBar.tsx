import { Progress } from '@mantine/core'
import { useIsFetching, useIsMutating } from '@tanstack/react-query'

/** Shows that a request is running. */
export function useIsLoading() {
  return useIsFetching() + useIsMutating() > 0
}

export function LoadingBar() {
  if (!useIsLoading()) return null
  return (
    <Progress
      value={100}
      size={3}
      radius={0}
      animated
      aria-hidden
      pos="fixed"
      top={0}
      left={0}
      right={0}
      style={{ zIndex: 300 }}
    />
  )
}
