import { Button, Checkbox, Group, Text } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Pill } from '~/components/Pill'
import { formatDate, formatDateTime } from '~/lib/dates'
import { formatMoney, formatNumber } from '~/lib/numbers'
import type { RowProps } from './DecisionList'
import classes from './Money.module.css'
import type { MeantRegistration, Transfer, TransferAction } from './queries'

interface TransferRowProps extends RowProps {
  transfer: Transfer
  /** The event stands beside the person. */
  showsEvent: boolean
  onAct: (action: TransferAction) => void
  onChoose: () => void
}

/** A transfer, its likely purpose, and the actions on it: by a button, or by a key while it has the focus. */
export function TransferRow(props: TransferRowProps) {
  const { t } = useTranslation()
  const { transfer, showsEvent, isSelected, isDeciding, onToggle, onAct, onChoose } = props
  const { amount, arrivedAt, content, payer, state, reason, suggestion, split, named, proposal, payments } =
    transfer
  const isWaiting = state === 'waiting'
  const isSplit = proposal === 'split'
  const isUsed = proposal !== null && proposal !== 'aside'
  // The payer is known once it paid for a participant.
  const isToSay = reason !== null && !(reason === 'unknown' && payments.length > 0)
  const rest = Math.abs(transfer.difference ?? 0)
  const onKey = (event: KeyboardEvent<HTMLLIElement>) => {
    // Keys of buttons and fields inside are their own.
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return
    const row = event.currentTarget
    const to = { ArrowDown: row.nextElementSibling, ArrowUp: row.previousElementSibling }[event.key]
    const acts: Record<string, () => void> = isWaiting
      ? {
          enter: () => (proposal ? onAct('accept') : onChoose()),
          c: onChoose,
          x: () => onAct('setAside'),
          ' ': onToggle,
        }
      : { u: () => onAct('undo'), ' ': onToggle }
    const act = acts[event.key.toLowerCase()]
    if (to instanceof HTMLElement) to.focus()
    else if (act && !isDeciding) act()
    else return
    event.preventDefault()
  }
  return (
    <li
      className={`${classes.transfer} ${classes.compared}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keys need a row to be on.
      tabIndex={0}
      onKeyDown={onKey}
      aria-label={`${formatMoney(amount)}, ${content}`}
    >
      {state !== 'aside' && (
        <Checkbox
          checked={isSelected}
          onChange={onToggle}
          aria-label={t('common.table.select', { name: formatMoney(amount) })}
        />
      )}
      <div className={classes.sent}>
        <Text fw={600}>{formatMoney(amount)}</Text>
        <Text size="sm" className={classes.words}>
          {content}
        </Text>
        <Text size="xs" c="dimmed">
          {[
            payer,
            transfer.way === 'statement' ? formatDate(arrivedAt) : formatDateTime(arrivedAt),
            t(`money.way.${transfer.way}`),
          ]
            .filter(Boolean)
            .join(' · ')}
        </Text>
      </div>
      <Difference transfer={transfer} />
      <div className={classes.meant}>
        {isToSay && (
          <Pill color={isWaiting ? 'marigold' : 'gray'}>
            {t(`money.reason.${isSplit ? 'split' : reason === 'unknown' && suggestion ? 'byName' : reason}`)}
          </Pill>
        )}
        {suggestion && !isSplit && <Meant person={suggestion} showsEvent={showsEvent} />}
        {[...split, ...named, ...payments].map((person) => (
          <Meant key={person.attendanceId} person={person} showsEvent={showsEvent} />
        ))}
        {isWaiting && !suggestion && !isSplit && named.length === 0 && (
          <Text size="sm" c="dimmed">
            {t('money.noSuggestion')}
          </Text>
        )}
        {!isWaiting && transfer.decidedByName && (
          <Text size="xs" c="dimmed">
            {t('money.decidedBy', {
              name: transfer.decidedByName,
              time: formatDateTime(transfer.decidedAt ?? arrivedAt),
            })}
          </Text>
        )}
      </div>
      <Group gap="xs" className={classes.actions}>
        {isWaiting && isUsed && (
          <Button size="sm" disabled={isDeciding} onClick={() => onAct('accept')}>
            {t(`money.action.${proposal}`, { rest: formatMoney(rest), number: formatNumber(split.length) })}
          </Button>
        )}
        {isWaiting && proposal === 'part' && (
          <Button size="sm" variant="default" disabled={isDeciding} onClick={() => onAct('enough')}>
            {t('money.action.enough', { amount: formatMoney(amount) })}
          </Button>
        )}
        {isWaiting && (
          <Button size="sm" variant="default" disabled={isDeciding} onClick={onChoose}>
            {t(isUsed ? 'money.action.other' : 'money.action.choose')}
          </Button>
        )}
        {isWaiting && (
          <Button
            size="sm"
            variant={proposal === 'aside' ? 'light' : 'subtle'}
            disabled={isDeciding}
            onClick={() => onAct('setAside')}
          >
            {t('money.action.aside')}
          </Button>
        )}
        {!isWaiting && (
          <Button size="sm" variant="default" disabled={isDeciding} onClick={() => onAct('undo')}>
            {t('money.action.undo')}
          </Button>
        )}
      </Group>
    </li>
  )
}

/** The amount due beside the amount received, to the dong. */
function Difference({ transfer: { amount, difference } }: Pick<TransferRowProps, 'transfer'>) {
  const { t } = useTranslation()
  if (difference === null) return <div className={classes.difference} />
  const kind = difference > 0 ? 'over' : difference < 0 ? 'under' : 'exact'
  return (
    <div className={classes.difference}>
      <Text size="sm" fw={600}>
        {t(`money.difference.${kind}`, { amount: formatMoney(Math.abs(difference)) })}
      </Text>
      <Text size="xs" c="dimmed">
        {t('money.difference.sums', { due: formatMoney(amount - difference), amount: formatMoney(amount) })}
      </Text>
    </div>
  )
}

function Meant({ person, showsEvent }: { person: MeantRegistration; showsEvent: boolean }) {
  const { t } = useTranslation()
  const { fullName, amount, received, isPaid, isCancelled, reference, eventTitle } = person
  const state = isCancelled ? 'removed' : isPaid ? 'paid' : 'owes'
  return (
    <div className={classes.person}>
      <IconArrowRight size={16} aria-hidden />
      <div>
        <Text size="sm" fw={500}>
          {fullName}
        </Text>
        <Text size="xs" c="dimmed">
          {[
            t(`money.person.${state}`, {
              amount: formatMoney(state === 'owes' ? amount - received : isCancelled ? amount : received),
            }),
            ...(state === 'owes' && received > 0
              ? [t('money.person.part', { amount: formatMoney(received) })]
              : []),
            reference,
            ...(showsEvent ? [eventTitle] : []),
          ].join(' · ')}
        </Text>
      </div>
    </div>
  )
}
