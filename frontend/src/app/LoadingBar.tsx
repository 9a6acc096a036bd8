import { useIsFetching, useIsMutating } from '@tanstack/react-query'
import { BusyBar } from '~/components/BusyBar'

/** Shows that a request is running. */
export function LoadingBar() {
  return useIsFetching() + useIsMutating() > 0 && <BusyBar />
}
