import { Button, Checkbox, Group, Kbd, SegmentedControl, Skeleton, Text, Title } from '@mantine/core'
import { IconCash, IconCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '~/components/EmptyState'
import { ErrorState } from '~/components/ErrorState'
import { Paging } from '~/components/Paging'
import { beyond } from '~/features/participants/payments/owed'
import { SurplusModal } from '~/features/participants/payments/surplus'
import type { Participant } from '~/features/participants/queries'
import { formatNumber } from '~/lib/numbers'
import { ChooseRegistration } from './ChooseRegistration'
import classes from './Money.module.css'
import {
  PAGE,
  REVIEW,
  type ReviewSearch,
  SHOWN_STATES,
  type Transfer,
  type TransferAction,
  type TransferDecision,
  transfersQuery,
} from './queries'
import { TransferRow } from './TransferRow'
import { UndoBar } from './UndoBar'
import { useDecision } from './useDecision'

interface ReviewListProps {
  /** The event whose transfers are shown; those of all accounts without one. */
  event?: { id: string; title: string }
  search: ReviewSearch
  onSearch: (search: ReviewSearch) => void
}

/** Transfers that wait for a decision, and those decided, which can be taken back. */
export function ReviewList({ event, search, onSearch }: ReviewListProps) {
  const { t } = useTranslation()
  const heading = useId()
  const { state = 'waiting', page = 1 } = search
  const transfers = useQuery(transfersQuery(event?.id, search))
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [choosing, setChoosing] = useState<Transfer | null>(null)
  const [asked, setAsked] = useState<Asked | null>(null)
  const [undoable, setUndoable] = useState<string[]>([])
  const { decide, isDeciding } = useDecision(event?.id, ({ action }, done) => {
    setUndoable(action === 'undo' ? [] : done)
    setSelected(new Set())
    setChoosing(null)
    setAsked(null)
  })
  const items = transfers.data?.items ?? []
  const act = (action: TransferAction, ids: string[]) => ids.length > 0 && decide({ action, ids })
  /** Accepts the suggestion; of too much, asks about the surplus first. */
  const accept = (transfer: Transfer, action: TransferAction) => {
    const { id, proposal, suggestion, difference } = transfer
    if (action === 'accept' && proposal === 'over' && suggestion)
      setAsked({ decision: { action, ids: [id] }, fullName: suggestion.fullName, amount: difference ?? 0 })
    else act(action, [id])
  }
  const assign = ({ id, amount }: Transfer, person: Participant) => {
    const decision: TransferDecision = { action: 'assign', ids: [id], attendanceId: person.id }
    const surplus = beyond(person, amount)
    if (surplus > 0) setAsked({ decision, fullName: person.fullName, amount: surplus })
    else decide(decision)
  }
  const chosen = items.filter(({ id }) => selected.has(id))
  const toggle = (id: string) => {
    const next = new Set(selected)
    if (!next.delete(id)) next.add(id)
    setSelected(next)
  }
  return (
    <section id={REVIEW} className={classes.review} aria-labelledby={heading}>
      <Group justify="space-between" gap="sm" mb="sm">
        <Title id={heading} order={2} fz="lg">
          {t('money.review.title')}
        </Title>
        <SegmentedControl
          size="sm"
          aria-label={t('money.review.state')}
          value={state}
          data={SHOWN_STATES.map((value) => ({ value, label: t(`money.state.${value}`) }))}
          onChange={(value) => {
            setSelected(new Set())
            onSearch({ state: SHOWN_STATES.find((known) => known === value) })
          }}
        />
      </Group>
      {undoable.length > 0 && (
        <UndoBar
          done={t('money.review.done', { count: undoable.length, number: formatNumber(undoable.length) })}
          isPending={isDeciding}
          onUndo={() => act('undo', undoable)}
        />
      )}
      {!transfers.data ? (
        transfers.error ? (
          <ErrorState error={transfers.error} onRetry={() => void transfers.refetch()} />
        ) : (
          <Skeleton height={120} radius="md" />
        )
      ) : items.length === 0 ? (
        <EmptyState
          icon={state === 'waiting' ? IconCheck : IconCash}
          title={t(`money.empty.${state}.title`)}
          description={t(`money.empty.${state}.text`)}
          order={3}
        />
      ) : (
        <>
          {state !== 'aside' && (
            <Group justify="space-between" gap="sm" mb="xs">
              <Checkbox
                label={t('money.review.all')}
                checked={chosen.length === items.length}
                indeterminate={chosen.length > 0 && chosen.length < items.length}
                onChange={() =>
                  setSelected(chosen.length === items.length ? new Set() : new Set(items.map(({ id }) => id)))
                }
              />
              <BulkActions state={state} chosen={chosen} items={items} isDeciding={isDeciding} onAct={act} />
            </Group>
          )}
          <ul className={classes.transfers}>
            {items.map((transfer) => (
              <TransferRow
                key={transfer.id}
                transfer={transfer}
                showsEvent={!event}
                isSelected={selected.has(transfer.id)}
                isDeciding={isDeciding}
                onToggle={() => toggle(transfer.id)}
                onAct={(action) => accept(transfer, action)}
                onChoose={() => setChoosing(transfer)}
              />
            ))}
          </ul>
          {state === 'waiting' && (
            <Text size="xs" c="dimmed" mt="xs" className={classes.keys}>
              <Kbd>↑</Kbd> <Kbd>↓</Kbd> {t('money.keys.move')} · <Kbd>Enter</Kbd> {t('money.keys.accept')} ·{' '}
              <Kbd>C</Kbd> {t('money.keys.choose')} · <Kbd>X</Kbd> {t('money.keys.aside')}
            </Text>
          )}
          <Paging
            page={page}
            size={PAGE}
            total={transfers.data.total}
            onChange={(next) => onSearch({ ...search, page: next })}
          />
        </>
      )}
      {choosing && (
        <ChooseRegistration
          transfer={choosing}
          event={event}
          isDeciding={isDeciding}
          onClose={() => setChoosing(null)}
          onChoose={(person) => assign(choosing, person)}
        />
      )}
      {asked && (
        <SurplusModal
          transferId={asked.decision.ids.join(' ')}
          fullName={asked.fullName}
          amount={asked.amount}
          isDeciding={isDeciding}
          onClose={() => setAsked(null)}
          onDecide={(surplus) => decide({ ...asked.decision, surplus })}
        />
      )}
    </section>
  )
}

/** A decision that waits for the choice about a surplus. */
interface Asked {
  decision: TransferDecision
  fullName: string
  amount: number
}

/** Why a transfer is not accepted among others; undefined if it is. */
const leftOut = ({ proposal, reason }: Transfer) => {
  if (reason === 'several') return 'several'
  if (proposal === 'over') return 'over'
  if (proposal === 'part') return 'under'
  return proposal === null ? 'unknown' : undefined
}

const REASONS = ['over', 'under', 'several', 'unknown'] as const

interface BulkActionsProps {
  state: ReviewSearch['state']
  chosen: Transfer[]
  items: Transfer[]
  isDeciding: boolean
  onAct: (action: TransferAction, ids: string[]) => void
}

function BulkActions({ state, chosen, items, isDeciding, onAct }: BulkActionsProps) {
  const { t } = useTranslation()
  const number = (transfers: Transfer[]) => ({ number: formatNumber(transfers.length) })
  const ids = (transfers: Transfer[]) => transfers.map(({ id }) => id)
  if (state === 'used') {
    if (chosen.length === 0) return null
    return (
      <Button size="sm" variant="default" loading={isDeciding} onClick={() => onAct('undo', ids(chosen))}>
        {t('money.bulk.undo', number(chosen))}
      </Button>
    )
  }
  const among = chosen.length > 0 ? chosen : items
  const accepted = among.filter((transfer) => !leftOut(transfer))
  const left = REASONS.map((reason) => ({
    reason,
    count: among.filter((transfer) => leftOut(transfer) === reason).length,
  })).filter(({ count }) => count > 0)
  const what = left.map(({ reason, count }) =>
    t(`money.bulk.${reason}`, { count, number: formatNumber(count) }),
  )
  const isShown = accepted.length > 1 || chosen.length > 1
  return (
    <Group gap="sm">
      {isShown && left.length > 0 && <Text size="sm">{t('money.bulk.left', { what: what.join(', ') })}</Text>}
      {chosen.length > 0 && (
        <Button
          size="sm"
          variant="default"
          loading={isDeciding}
          onClick={() => onAct('setAside', ids(chosen))}
        >
          {t('money.bulk.aside', number(chosen))}
        </Button>
      )}
      {accepted.length > 1 && (
        <Button size="sm" loading={isDeciding} onClick={() => onAct('accept', ids(accepted))}>
          {t('money.bulk.accept', number(accepted))}
        </Button>
      )}
    </Group>
  )
}
