import { Button, type ButtonProps } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

/** Ticket classes of one event at most, as on the server. */
const MAX_TICKETS = 50

interface AddTicketButtonProps extends ButtonProps {
  /** The number of existing classes. */
  count: number
  onClick: () => void
}

export function AddTicketButton({ count, ...button }: AddTicketButtonProps) {
  const { t } = useTranslation()
  return (
    <Button leftSection={<IconPlus size={16} />} disabled={count >= MAX_TICKETS} {...button}>
      {t('tickets.add')}
    </Button>
  )
}
