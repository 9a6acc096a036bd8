import { Button, Group, Modal, Select, Stack, Text, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ticketsQuery } from '~/features/tickets/queries'
import { useTicketChoices } from '~/features/tickets/useTicketChoices'
import { formatNumber } from '~/lib/numbers'
import { TellSwitch } from '../removal/TellSwitch'
import { countTold } from '../removal/told'
import { MOST_UNDOABLE, useRemoval } from '../removal/useRemoval'
import { BulkOutcome } from './BulkOutcome'
import { BulkProgress } from './BulkProgress'
import type { Order, Progress } from './bulk'
import { useBulkOrder } from './useBulkOrder'

interface BulkDialogProps {
  eventId: string
  order: Order
  /** `chosen` are those to have selected from now on; null leaves the selection as it is. */
  onClose: (chosen: readonly string[] | null) => void
}

/** From this number on, a deletion asks to type the number. */
const TYPE_FROM = 50

/** Asks for confirmation, shows the progress, then the failures. */
export function BulkDialog({ eventId, order, onClose }: BulkDialogProps) {
  const { t } = useTranslation()
  const { phase, progress, error, start, stop } = useBulkOrder(eventId, order)
  const [ticketId, setTicketId] = useState<string>()
  const { action, ids } = order
  const count = ids.length
  const queryClient = useQueryClient()
  const [told] = useState(() => (action === 'delete' ? countTold(queryClient, eventId, ids) : 0))
  const [isTold, setTold] = useState(true)
  const sendMail = told > 0 ? isTold : undefined
  const go = () => void start({ ticketId, sendMail })
  const remove = useRemoval(eventId)
  const run = () => {
    if (!isUndoable(order)) return go()
    remove(ids, sendMail)
    onClose([])
  }
  const close = () => {
    if (phase === 'working') return
    onClose(phase === 'asking' ? null : selectionAfter(order, progress))
  }

  return (
    <Modal
      opened
      onClose={close}
      closeOnClickOutside={false}
      title={t(`participants.bulk.${action}.title`, { count, number: formatNumber(count) })}
      closeButtonProps={{ 'aria-label': t('common.close'), disabled: phase === 'working' }}
      size="lg"
    >
      {phase === 'asking' && (
        <Question
          eventId={eventId}
          order={order}
          ticketId={ticketId}
          onTicket={setTicketId}
          told={told}
          onTell={setTold}
          onCancel={close}
          onStart={run}
        />
      )}
      {phase === 'working' && <BulkProgress progress={progress} total={count} onStop={stop} />}
      {phase === 'ended' && (
        <BulkOutcome
          action={action}
          progress={progress}
          error={error}
          onGoOn={go}
          onClose={close}
          onSelect={(left) => onClose(left)}
        />
      )}
    </Modal>
  )
}

/** Whether it is a deletion that can be taken back; one of more people than that shows its progress instead. */
const isUndoable = ({ action, ids }: Order) => action === 'delete' && ids.length <= MOST_UNDOABLE

/** Deleted participants are unselected; after other actions the selection is kept, so that they can be undone. */
function selectionAfter({ action, ids }: Order, { failed, rest }: Progress): readonly string[] | null {
  if (action !== 'delete') return null
  const left = new Set([...failed.map(({ id }) => id), ...rest])
  return ids.filter((id) => left.has(id))
}

interface QuestionProps {
  eventId: string
  order: Order
  ticketId: string | undefined
  onTicket: (id: string | undefined) => void
  /** The number of people who can be told by mail; 0 where it is not asked. */
  told: number
  onTell: (isTold: boolean) => void
  onCancel: () => void
  onStart: () => void
}

function Question(props: QuestionProps) {
  const { eventId, order, ticketId, onTicket, told, onTell, onCancel, onStart } = props
  const { t } = useTranslation()
  const choices = useTicketChoices(useQuery(ticketsQuery(eventId)).data ?? [])
  const [typed, setTyped] = useState('')
  const { action, ids } = order
  const count = ids.length
  const isDelete = action === 'delete'
  const mustType = isDelete && count >= TYPE_FROM
  const isReady =
    (action !== 'changeClass' || ticketId !== undefined) &&
    (!mustType || typed.replace(/\D/g, '') === String(count))
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady) onStart()
      }}
    >
      <Stack gap="lg">
        <Text>
          {t(`participants.bulk.${action}.message`, { count, number: formatNumber(count) })}{' '}
          {isDelete && told === 0 && `${t('participants.bulk.delete.payers')} `}
          {isDelete && t(`participants.remove.${isUndoable(order) ? 'undoable' : 'final'}`)}
        </Text>
        {told > 0 && (
          <TellSwitch
            label={t('participants.remove.tellMany', { count: told, number: formatNumber(told) })}
            leavesOut={told < count}
            onTell={onTell}
          />
        )}
        {action === 'changeClass' && (
          <Select
            label={t('participants.bulk.changeClass.to')}
            data={choices}
            value={ticketId ?? null}
            onChange={(id) => onTicket(id ?? undefined)}
            nothingFoundMessage={t('tickets.empty.title')}
            data-autofocus
            required
          />
        )}
        {mustType && (
          <TextInput
            label={t('participants.bulk.typeCount', { number: count })}
            inputMode="numeric"
            autoComplete="off"
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            data-autofocus
          />
        )}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onCancel} data-autofocus={(isDelete && !mustType) || undefined}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" color={isDelete ? 'red' : undefined} disabled={!isReady}>
            {t(`participants.bulk.${action}.action`)}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
