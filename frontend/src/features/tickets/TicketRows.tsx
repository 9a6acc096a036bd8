import { ActionIcon, Badge, Group, Text } from '@mantine/core'
import { IconEdit, IconTicket, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '~/components/EmptyState'
import type { DraftTicket } from '~/features/events/wizard/draftStore'
import { useWizardContext } from '~/features/events/wizard/fields'
import { formatMoney, formatNumber } from '~/lib/numbers'
import { AddTicketButton } from './AddTicketButton'
import { TicketClassModal } from './TicketClassModal'
import classes from './TicketRows.module.css'

interface TicketRowsProps {
  tickets: DraftTicket[]
  /** Resolves when the class is saved; throws the server's refusal. `at` is null for a new class. */
  onSave: (ticket: DraftTicket, at: number | null) => Promise<void>
  onRemove: (ticket: DraftTicket, at: number) => unknown
}

/** The ticket classes in the event's wizard, each opened in a dialog of its own. */
export function TicketRows({ tickets, onSave, onRemove }: TicketRowsProps) {
  const { t } = useTranslation()
  const { errors } = useWizardContext()
  const [edited, setEdited] = useState<{ at: number | null } | null>(null)
  const add = (
    <AddTicketButton variant="default" count={tickets.length} onClick={() => setEdited({ at: null })} />
  )

  return (
    <>
      {tickets.length === 0 ? (
        <div className={classes.empty}>
          <EmptyState
            icon={IconTicket}
            order={2}
            title={t('tickets.empty.title')}
            description={t('tickets.empty.description')}
          >
            {add}
          </EmptyState>
        </div>
      ) : (
        <>
          <ul className={classes.list} aria-label={t('tickets.title')}>
            {tickets.map((ticket, index) => (
              <TicketRow
                key={ticket.id ?? ticket.name}
                ticket={ticket}
                error={errorOf(errors, index)}
                onEdit={() => setEdited({ at: index })}
                onRemove={() => onRemove(ticket, index)}
              />
            ))}
          </ul>
          {add}
        </>
      )}
      {edited && (
        <TicketClassModal
          ticket={edited.at === null ? undefined : tickets[edited.at]}
          others={tickets.filter((_, index) => index !== edited.at)}
          onClose={() => setEdited(null)}
          onSave={(ticket) => onSave(ticket, edited.at)}
        />
      )}
    </>
  )
}

const errorOf = (errors: Record<string, string>, at: number) =>
  Object.entries(errors)
    .filter(([field]) => field.startsWith(`tickets.${at}.`))
    .map(([, message]) => message)
    .join(' ')

interface TicketRowProps {
  ticket: DraftTicket
  error: string
  onEdit: () => void
  onRemove: () => void
}

function TicketRow({ ticket, error, onEdit, onRemove }: TicketRowProps) {
  const { t } = useTranslation()
  const { name, description, price, quantity, isHidden, sold = 0 } = ticket
  return (
    <li className={classes.row}>
      <div className={classes.words}>
        <Group gap="xs">
          <Text fw={500}>{name}</Text>
          {isHidden && (
            <Badge variant="default" tt="none" fw={500}>
              {t('tickets.hidden')}
            </Badge>
          )}
        </Group>
        {description && (
          <Text size="sm" c="dimmed" className={classes.description}>
            {description}
          </Text>
        )}
        {error && (
          <Text size="sm" c="var(--mantine-color-error)">
            {error}
          </Text>
        )}
      </div>
      <div className={classes.numbers}>
        <Text fw={500}>{price === 0 ? t('tickets.free') : formatMoney(price ?? 0)}</Text>
        <Text size="sm" c="dimmed">
          {quantity === -1 || quantity === null
            ? t('tickets.unlimited', { sold: formatNumber(sold) })
            : t('tickets.sold', { sold: formatNumber(sold), quantity: formatNumber(quantity) })}
        </Text>
      </div>
      <Group gap={4} wrap="nowrap">
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          aria-label={t('tickets.edit', { name })}
          onClick={onEdit}
        >
          <IconEdit size={18} />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          aria-label={t('tickets.removeNamed', { name })}
          onClick={onRemove}
        >
          <IconTrash size={18} />
        </ActionIcon>
      </Group>
    </li>
  )
}
