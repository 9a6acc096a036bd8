import { Progress, Text } from '@mantine/core'

interface UsageMeterProps {
  /** Says the same in words. */
  text: string
  used: number
  /** −1 = unlimited. That has no bar, and neither has 0, of which there is no share. */
  limit: number
}

/** The used share of a limit; red when all of it is used. */
export function UsageMeter({ text, used, limit }: UsageMeterProps) {
  const share = Math.min(100, (used / limit) * 100)
  return (
    <>
      <Text component="div" size="sm" mb={4}>
        {text}
      </Text>
      {limit > 0 && (
        <Progress.Root size="sm">
          <Progress.Section value={share} color={share >= 100 ? 'red' : undefined} aria-label={text} />
        </Progress.Root>
      )}
    </>
  )
}
