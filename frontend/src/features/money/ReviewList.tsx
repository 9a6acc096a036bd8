import { Button, Checkbox, Group, Kbd, SegmentedControl, Skeleton, Text, Title } from '@mantine/core'
import { IconCash, IconCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '~/components/EmptyState'
import { ErrorState } from '~/components/ErrorState'
import { Paging } from '~/components/Paging'
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
  const [undoable, setUndoable] = useState<string[]>([])
  const { decide, isDeciding } = useDecision(event?.id, ({ action }, done) => {
    setUndoable(action === 'undo' ? [] : done)
    setSelected(new Set())
    setChoosing(null)
  })
  const items = transfers.data?.items ?? []
  const act = (action: TransferAction, ids: string[]) => ids.length > 0 && decide({ action, ids })
  const suggested = items.filter(({ proposal }) => proposal !== null).map(({ id }) => id)
  const chosen = items.map(({ id }) => id).filter((id) => selected.has(id))
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
              <BulkActions
                state={state}
                chosen={chosen}
                suggested={suggested}
                isDeciding={isDeciding}
                onAct={act}
              />
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
                onAct={(action) => act(action, [transfer.id])}
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
          onChoose={(attendanceId) => decide({ action: 'assign', ids: [choosing.id], attendanceId })}
        />
      )}
    </section>
  )
}

interface BulkActionsProps {
  state: ReviewSearch['state']
  chosen: string[]
  suggested: string[]
  isDeciding: boolean
  onAct: (action: TransferAction, ids: string[]) => void
}

function BulkActions({ state, chosen, suggested, isDeciding, onAct }: BulkActionsProps) {
  const { t } = useTranslation()
  const number = (ids: string[]) => ({ number: formatNumber(ids.length) })
  if (state === 'used') {
    if (chosen.length === 0) return null
    return (
      <Button size="sm" variant="default" loading={isDeciding} onClick={() => onAct('undo', chosen)}>
        {t('money.bulk.undo', number(chosen))}
      </Button>
    )
  }
  const accepted = chosen.length > 0 ? chosen.filter((id) => suggested.includes(id)) : suggested
  return (
    <Group gap="sm">
      {chosen.length > 0 && (
        <Button size="sm" variant="default" loading={isDeciding} onClick={() => onAct('setAside', chosen)}>
          {t('money.bulk.aside', number(chosen))}
        </Button>
      )}
      {accepted.length > 1 && (
        <Button size="sm" loading={isDeciding} onClick={() => onAct('accept', accepted)}>
          {t('money.bulk.accept', number(accepted))}
        </Button>
      )}
    </Group>
  )
}
