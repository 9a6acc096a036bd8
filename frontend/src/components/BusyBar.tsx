import { Progress } from '@mantine/core'

/** Lies at the top of the page while something is awaited. */
export function BusyBar() {
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
