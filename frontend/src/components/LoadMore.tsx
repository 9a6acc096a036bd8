import { Button, Group } from '@mantine/core'
import { useIntersection } from '@mantine/hooks'
import { useEffect } from 'react'

interface LoadMoreProps {
  /** A list as `useInfiniteQuery` gives it. */
  list: {
    hasNextPage: boolean
    isFetchingNextPage: boolean
    isFetchNextPageError: boolean
    fetchNextPage: () => Promise<unknown>
  }
  label: string
}

/** Asks for the next part of a list when it comes into view, and when it is pressed; nothing at the end. */
export function LoadMore({ list, label }: LoadMoreProps) {
  const { ref, entry } = useIntersection({ rootMargin: '200px' })
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list
  const isInView = entry?.isIntersecting ?? false
  // After a failure the button is left to be pressed, so that a server that is down is not asked on and on.
  const asks = isInView && hasNextPage && !isFetchingNextPage && !isFetchNextPageError
  useEffect(() => {
    if (asks) void fetchNextPage()
  }, [asks, fetchNextPage])
  if (!hasNextPage) return null
  return (
    <Group ref={ref} justify="center" mt="md">
      <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
        {label}
      </Button>
    </Group>
  )
}
