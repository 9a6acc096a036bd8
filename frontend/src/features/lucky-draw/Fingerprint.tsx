import { Group, Stack, Text } from '@mantine/core'
import { CopyButton } from '~/components/CopyButton'

interface FingerprintProps {
  label: string
  value: string
}

/** A hash in full, with a copy button. */
export function Fingerprint({ label, value }: FingerprintProps) {
  return (
    <Stack gap={2}>
      <Group justify="space-between" gap="xs">
        <Text size="sm" fw={500}>
          {label}
        </Text>
        <CopyButton value={value} size="compact-xs" />
      </Group>
      <Text component="code" size="sm" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
        {value}
      </Text>
    </Stack>
  )
}
