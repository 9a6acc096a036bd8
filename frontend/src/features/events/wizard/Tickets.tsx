import { ActionIcon, Badge, Button, Group, Text } from '@mantine/core'
import { IconEdit, IconPlus, IconTicket, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '~/components/EmptyState'
import { formatMoney, formatNumber } from '~/lib/money'
import type { DraftTicket } from './draft'
import { useWizardContext } from './fields'
import { TicketModal } from './TicketModal'
import classes from './Tickets.module.css'

/** Ticket classes of one event at most, as on the server. */
const MAX_TICKETS = 50

export interface TicketsProps {
  tickets: DraftTicket[]
  /** Settles when the class is stored; throws what the server refused. */
  onSave: (ticket: DraftTicket, at: number | null) => Promise<void> | void
  onRemove: (ticket: DraftTicket, at: number) => void
}

/** The ticket classes of an event, each opened in a dialog of its own. */
export function Tickets({ tickets, onSave, onRemove }: TicketsProps) {
  const { t } = useTranslation()
  const { errors } = useWizardContext()
  const [edited, setEdited] = useState<{ at: number | null } | null>(null)
  const at = edited?.at ?? null

  return (
    <>
      {tickets.length === 0 ? (
        <div className={classes.empty}>
          <EmptyState
            icon={IconTicket}
            order={2}
            title={t('events.ticket.empty.title')}
            description={t('events.ticket.empty.description')}
          >
            <AddButton onClick={() => setEdited({ at: null })} />
          </EmptyState>
        </div>
      ) : (
        <>
          <ul className={classes.list} aria-label={t('events.ticket.title')}>
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
          <AddButton disabled={tickets.length >= MAX_TICKETS} onClick={() => setEdited({ at: null })} />
        </>
      )}
      <TicketModal
        key={edited ? `${at}` : 'closed'}
        opened={edited !== null}
        ticket={at === null ? undefined : tickets[at]}
        others={tickets.filter((_, index) => index !== at)}
        onClose={() => setEdited(null)}
        onSave={(ticket) => onSave(ticket, at)}
      />
    </>
  )
}

const errorOf = (errors: Record<string, string>, at: number) =>
  Object.entries(errors)
    .filter(([field]) => field.startsWith(`tickets.${at}.`))
    .map(([, message]) => message)
    .join(' ')

function AddButton({ onClick, disabled }: { onClick: () => void; disabled?: boolean }) {
  const { t } = useTranslation()
  return (
    <Button variant="default" leftSection={<IconPlus size={16} />} disabled={disabled} onClick={onClick}>
      {t('events.ticket.add')}
    </Button>
  )
}

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
              {t('events.ticket.hidden')}
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
        <Text fw={500}>{price === 0 ? t('events.ticket.free') : formatMoney(price ?? 0)}</Text>
        <Text size="sm" c="dimmed">
          {quantity === -1 || quantity === null
            ? t('events.ticket.unlimited', { sold: formatNumber(sold) })
            : t('events.ticket.sold', { sold: formatNumber(sold), quantity: formatNumber(quantity) })}
        </Text>
      </div>
      <Group gap={4} wrap="nowrap">
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          aria-label={t('events.ticket.editNamed', { name })}
          onClick={onEdit}
        >
          <IconEdit size={18} />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          aria-label={t('events.ticket.removeNamed', { name })}
          onClick={onRemove}
        >
          <IconTrash size={18} />
        </ActionIcon>
      </Group>
    </li>
  )
}

/** Classes of an event that is not stored yet: they are part of its draft. */
export function DraftTickets() {
  const { state, change } = useWizardContext()
  const { tickets } = state.event
  return (
    <Tickets
      tickets={tickets}
      onSave={(ticket, at) =>
        change({ tickets: at === null ? [...tickets, ticket] : tickets.with(at, ticket) })
      }
      onRemove={(_, at) => change({ tickets: tickets.toSpliced(at, 1) })}
    />
  )
}
