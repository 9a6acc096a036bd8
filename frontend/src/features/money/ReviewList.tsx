import { Button, Group, Kbd, Text } from '@mantine/core'
import { IconCash, IconCheck } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '~/components/EmptyState'
import { toast } from '~/components/toast'
import { useDecisions } from '~/components/useDecisions'
import { beyond } from '~/features/participants/payments/owed'
import { SurplusModal } from '~/features/participants/payments/surplus'
import type { Participant } from '~/features/participants/queries'
import { api, call } from '~/lib/api'
import { formatNumber } from '~/lib/numbers'
import { ChooseRegistration } from './ChooseRegistration'
import { DecisionList, type Folded } from './DecisionList'
import classes from './Money.module.css'
import {
  REVIEW,
  refreshMoney,
  type Transfer,
  type TransferAction,
  type TransferDecision,
  transfersQuery,
} from './queries'
import { type ReviewSearch, SHOWN_STATES } from './search'
import { TransferRow } from './TransferRow'

interface ReviewListProps {
  /** The event whose transfers are shown; those of all accounts without one. */
  event?: { id: string; title: string }
  search: ReviewSearch
  onSearch: (search: ReviewSearch) => void
  /** The figures and tools of a phone's screen, which begins with the list. */
  folded?: Folded
}

/** Transfers that wait for a decision, and those decided, which can be taken back. */
export function ReviewList({ event, search, onSearch, folded }: ReviewListProps) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const { state = 'waiting', page = 1 } = search
  const transfers = useQuery(transfersQuery(event?.id, search))
  const [choosing, setChoosing] = useState<Transfer | null>(null)
  const [asked, setAsked] = useState<Asked | null>(null)
  const list = useDecisions({
    items: transfers.data?.items ?? [],
    idOf: ({ id }) => id,
    send: (body: TransferDecision) => call(api.POST('/transfers/decide', { body })),
    onDone: ({ failed }, { ids }) => {
      const [first] = failed
      const number = formatNumber(failed.length)
      // A transfer left out of several is no error: it has to be reviewed on its own.
      const say = ids.length > 1 ? toast.info : toast.error
      if (first) say(failed.length === 1 ? first.reason : t('money.failed', { number, reason: first.reason }))
      setChoosing(null)
      setAsked(null)
      return refreshMoney(queryClient, event?.id)
    },
  })
  const { items, chosen, decide, isDeciding } = list
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
  return (
    <DecisionList
      id={REVIEW}
      title={t('money.review.title')}
      which={t('money.review.state')}
      folded={folded}
      states={SHOWN_STATES}
      nameOf={(value) => t(`money.state.${value}`)}
      state={state}
      onState={(value) => onSearch({ state: value })}
      query={transfers}
      list={list}
      done={(counted) => t('money.review.done', counted)}
      bulk={
        state === 'aside' ? undefined : (
          <BulkActions state={state} chosen={chosen} items={items} isDeciding={isDeciding} onAct={act} />
        )
      }
      row={(transfer, props) => (
        <TransferRow
          key={transfer.id}
          transfer={transfer}
          showsEvent={!event}
          {...props}
          onAct={(action) => accept(transfer, action)}
          onChoose={() => setChoosing(transfer)}
        />
      )}
      empty={
        <EmptyState
          icon={state === 'waiting' ? IconCheck : IconCash}
          title={t(`money.empty.${state}.title`)}
          description={t(`money.empty.${state}.text`)}
          order={3}
        />
      }
      hint={
        state === 'waiting' && (
          <Text size="xs" c="dimmed" mt="xs" className={classes.keys}>
            <Kbd>↑</Kbd> <Kbd>↓</Kbd> {t('money.keys.move')} · <Kbd>Enter</Kbd> {t('money.keys.accept')} ·{' '}
            <Kbd>C</Kbd> {t('money.keys.choose')} · <Kbd>X</Kbd> {t('money.keys.aside')}
          </Text>
        )
      }
      page={page}
      onPage={(next) => onSearch({ ...search, page: next })}
    >
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
    </DecisionList>
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
  items: readonly Transfer[]
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
