import { Button, Group, Text } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'

interface SelectionBarProps {
  /** Says how many things are chosen. */
  text: ReactNode
  approve: string
  reject: string
  isBusy: boolean
  onApprove: () => void
  onReject: () => void
}

/** The number of selected things, and the buttons that decide about all of them. */
export function SelectionBar({ text, approve, reject, isBusy, onApprove, onReject }: SelectionBarProps) {
  return (
    <Group gap="sm" mih={36}>
      <Text size="sm" c="dimmed" role="status">
        {text}
      </Text>
      <Button leftSection={<IconCheck size={16} />} loading={isBusy} onClick={onApprove}>
        {approve}
      </Button>
      <Button
        variant="light"
        color="red"
        leftSection={<IconX size={16} />}
        disabled={isBusy}
        onClick={onReject}
      >
        {reject}
      </Button>
    </Group>
  )
}
