import { Text, UnstyledButton } from '@mantine/core'
import { type Icon, IconCalendarOff, IconCheck, IconClock, IconUserShare, IconX } from '@tabler/icons-react'
import { type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { confirm } from '~/components/confirm'
import { PersonAvatar } from '~/components/PersonAvatar'
import { SwipeRow } from '~/components/SwipeRow'
import { toast } from '~/components/toast'
import { formatDateTime, formatTime, toWallClock } from '~/lib/dates'
import { type Call, type Mark, type MemberOnRoll, useMarkMember } from './queries'
import classes from './RollCall.module.css'
import { SubstituteModal } from './SubstituteModal'

const MARKS = [
  { mark: 'present', icon: IconCheck },
  { mark: 'substituted', icon: IconUserShare },
  { mark: 'late', icon: IconClock },
  { mark: 'excused', icon: IconCalendarOff },
  { mark: 'absent', icon: IconX },
] as const satisfies readonly { mark: Mark; icon: Icon }[]

interface MemberRowProps {
  at: Call
  member: MemberOnRoll
  /** Whether members can no longer be marked. */
  isClosed: boolean
  /** Asks before a member is marked as present long before the meeting. */
  agrees: () => Promise<boolean>
}

const IS_THERE: readonly (Mark | null)[] = ['present', 'late', 'substituted']

/** The toast about the member who was marked last by drawing their row. */
let lastDrawn: number | undefined

/**
 * A member with one button a mark; pressed again, it takes the mark back. On a touch screen, drawing the row to the
 * right marks the member as present.
 */
export function MemberRow({ at, member, isClosed, agrees }: MemberRowProps) {
  const { t } = useTranslation()
  const { mutate, isPending, variables } = useMarkMember(at, member.userId)
  const [isNaming, setNaming] = useState(false)
  const { fullName, mark, substitute } = member
  // The last press, also before the server has answered.
  const shown = isPending ? variables.mark : mark
  /** Returns whether the user has agreed to all that was asked. */
  const press = async (pressed: Mark) => {
    if (substitute && !(await confirmLoss(substitute.fullName))) return false
    const next = shown === pressed ? null : pressed
    if (IS_THERE.includes(next) && !(await agrees())) return false
    if (next === 'substituted') setNaming(true)
    else mutate({ userId: member.userId, seen: shown, mark: next })
    return true
  }
  const drawn = async () => {
    if (shown === 'present' || !(await press('present'))) return
    const takeBack = () => mutate({ userId: member.userId, seen: 'present', mark: shown })
    const fact = t('rollCall.done.present', { name: fullName })
    if (lastDrawn) toast.hide(lastDrawn)
    // A substitute who is gone cannot be brought back; that was asked before.
    lastDrawn = substitute ? undefined : toast.undoable(fact, takeBack)
  }
  const confirmLoss = (name: string) =>
    confirm({
      title: t('rollCall.substitute.remove'),
      message: t('rollCall.substitute.removeMessage', { name, member: fullName }),
      confirm: t('rollCall.substitute.removeAction'),
      dangerous: true,
    })
  return (
    <SwipeRow
      className={classes.row}
      data-mark={shown ?? undefined}
      label={t('rollCall.mark.present')}
      onSwipe={isClosed ? undefined : () => void drawn()}
    >
      <PersonAvatar fullName={fullName} src={member.avatar} />
      <div className={classes.who}>
        <Text fw={500}>{fullName}</Text>
        <Text size="sm" c="dimmed">
          {stateOf(member) ?? member.company}
        </Text>
      </div>
      <fieldset className={classes.marks} aria-label={fullName} onKeyDown={moveFocus}>
        {MARKS.map(({ mark: name, icon: Glyph }) => (
          <UnstyledButton
            key={name}
            className={classes.mark}
            data-mark={name}
            aria-pressed={shown === name}
            aria-label={t(`rollCall.press.${name}`, { name: fullName })}
            disabled={isClosed}
            onClick={() => void press(name)}
          >
            <Glyph size={20} aria-hidden />
            <span>{t(`rollCall.mark.${name}`)}</span>
          </UnstyledButton>
        ))}
      </fieldset>
      {isNaming && <SubstituteModal at={at} member={member} onClose={() => setNaming(false)} />}
    </SwipeRow>
  )

  function stateOf({ checkedInTime, isRegistered }: MemberOnRoll) {
    if (substitute) return t('rollCall.substitute.of', { name: substitute.fullName })
    if (checkedInTime) {
      // Of a past meeting the day is told, too: it may be that of a roll call made afterwards.
      const isToday = dayOf(checkedInTime) === dayOf(new Date().toISOString())
      return t('rollCall.since', { time: (isToday ? formatTime : formatDateTime)(checkedInTime) })
    }
    return mark === null && isRegistered ? t('rollCall.registered') : null
  }
}

/** The day of a moment in Vietnam. */
const dayOf = (moment: string) => toWallClock(moment).slice(0, 10)

/** The steps of the arrow keys: from mark to mark, and from member to member. */
const STEPS = new Map([
  ['ArrowLeft', { across: -1, down: 0 }],
  ['ArrowRight', { across: 1, down: 0 }],
  ['ArrowUp', { across: 0, down: -1 }],
  ['ArrowDown', { across: 0, down: 1 }],
])

function moveFocus(event: KeyboardEvent<HTMLFieldSetElement>) {
  const step = STEPS.get(event.key)
  if (!step) return
  event.preventDefault()
  const rows = [...(event.currentTarget.closest('ul')?.children ?? [])]
  const row = rows.findIndex((one) => one.contains(event.currentTarget))
  const own = [...event.currentTarget.querySelectorAll('button')]
  const at = own.indexOf(event.target as HTMLButtonElement)
  const next = rows[row + step.down]?.querySelectorAll('button')[at + step.across]
  next?.focus()
}
