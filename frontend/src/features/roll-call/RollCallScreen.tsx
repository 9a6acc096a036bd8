import { Alert, Anchor, Button, Group, Skeleton, Text, TextInput, UnstyledButton } from '@mantine/core'
import { IconArrowLeft, IconChecks, IconInfoCircle, IconSearch, IconUserPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { BackArrow } from '~/components/BackArrow'
import { confirm } from '~/components/confirm'
import { EmptyState } from '~/components/EmptyState'
import { ErrorState } from '~/components/ErrorState'
import { FoldedTools } from '~/components/FoldedTools'
import { PageHeader } from '~/components/PageHeader'
import { useIsPhone } from '~/components/useIsPhone'
import { agreesToEarly, earlyWarning, setMeant } from '~/features/events/earlyCheckIn'
import { formatDateTime } from '~/lib/dates'
import { formatNumber } from '~/lib/numbers'
import { foldForSearch } from '~/lib/search'
import { isTypedHere } from '~/lib/typed'
import { GuestModal } from './GuestModal'
import { GuestRow } from './GuestRow'
import { MemberRow } from './MemberRow'
import {
  type Call,
  type MemberOnRoll,
  type RollCall,
  rollCallQuery,
  useMarkMember,
  useMarkPresent,
} from './queries'
import classes from './RollCall.module.css'
import { useLiveRollCall } from './useLiveRollCall'

/** The figures on top; a press on one lists only the people that it counts. */
const FIGURES = ['present', 'late', 'substituted', 'excused', 'absent', 'unmarked', 'guests'] as const
type Figure = (typeof FIGURES)[number]

/** Members that are shown at first, and more of them with each press: a browser is slow with thousands of rows. */
const ROOM = 200

/** The roll call of a meeting: one press a member, by leaders of the group. */
export function RollCallScreen(at: Call) {
  const { t } = useTranslation()
  const { data: roll, error, refetch } = useQuery(rollCallQuery(at.groupId, at.eventId))
  useLiveRollCall(at)
  const isPhone = useIsPhone()
  const toGroup = (props: object) => (
    <Link to="/my-group/$groupId" params={{ groupId: at.groupId }} search={{ tab: 'events' }} {...props} />
  )
  return (
    <>
      {!isPhone && (
        <Anchor className={classes.back} renderRoot={toGroup}>
          <IconArrowLeft size={18} aria-hidden />
          {t('rollCall.back')}
        </Anchor>
      )}
      <PageHeader
        title={roll ? t('rollCall.of', { title: roll.title }) : t('rollCall.title')}
        description={!isPhone && roll && placeOf(roll)}
        guide="president.roll-call"
        isCompact={isPhone}
        back={isPhone && <BackArrow label={t('rollCall.back')} renderRoot={toGroup} />}
      />
      {!roll && error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!roll && !error && <Skeleton height={320} radius="md" />}
      {roll && <Roll at={at} roll={roll} />}
    </>
  )
}

const placeOf = ({ eventStartDate, venueAddress }: RollCall) =>
  `${formatDateTime(eventStartDate)} · ${venueAddress}`

function Roll({ at, roll }: { at: Call; roll: RollCall }) {
  const { t } = useTranslation()
  const [figure, setFigure] = useState<Figure | null>(null)
  const [text, setText] = useState('')
  const [isAdding, setAdding] = useState(() => isTypedHere('guest'))
  const [room, setRoom] = useState(ROOM)
  const first = useMarkMember(at)
  const wanted = foldForSearch(text)
  // Any words of the name: "hoang mai" finds Hoàng Thanh Mai.
  const matches = ({ fullName, company }: { fullName: string; company: string }) => {
    const known = foldForSearch(`${fullName} ${company}`)
    return wanted.split(' ').every((word) => known.includes(word))
  }
  const members = roll.members.filter((member) => matches(member) && isCounted(member, figure))
  const guests = roll.guests.filter((guest) => matches(guest) && (!figure || figure === 'guests'))
  const numbers = numbersOf(roll)
  const isPhone = useIsPhone()
  const agrees = () => agreesToEarly(at.eventId, roll.eventStartDate)
  const markFirst = async ({ userId, mark }: MemberOnRoll) => {
    if (mark === null && (await agrees())) first.mutate({ userId, seen: null, mark: 'present' })
  }
  const addGuest = async () => {
    if (await agrees()) setAdding(true)
  }
  /** Marks the only member who is found, so that a leader types a part of a name, presses Enter and goes on. */
  const onKeyDown = (event: KeyboardEvent) => {
    const [only, ...others] = members
    if (event.key !== 'Enter' || !wanted || !only || others.length > 0 || roll.isCancelled) return
    event.preventDefault()
    void markFirst(only)
    setText('')
  }
  const tools = (
    <Group mb="md" gap="sm">
      <TextInput
        type="search"
        className={classes.search}
        aria-label={t('rollCall.search')}
        placeholder={t('rollCall.search')}
        description={t('rollCall.searchHint')}
        inputWrapperOrder={['input', 'description']}
        leftSection={<IconSearch size={18} />}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      {!roll.isCancelled && (
        <Button
          variant="default"
          className={classes.add}
          leftSection={<IconUserPlus size={18} />}
          onClick={() => void addGuest()}
        >
          {t('rollCall.addGuest')}
        </Button>
      )}
      {!roll.isCancelled && (
        <RestIsPresent
          at={at}
          start={roll.eventStartDate}
          members={roll.members.filter(({ mark }) => mark === null)}
        />
      )}
    </Group>
  )
  return (
    <>
      {roll.isCancelled && (
        <Alert icon={<IconInfoCircle size={18} />} mb="md">
          {t('rollCall.cancelled')}
        </Alert>
      )}
      {isPhone ? (
        <FoldedTools
          label={t('rollCall.tools')}
          filters={wanted ? 1 : 0}
          summary={<Line numbers={numbers} figure={figure} onFigure={setFigure} />}
        >
          <Text size="sm" c="dimmed" mb="xs">
            {placeOf(roll)}
          </Text>
          {tools}
        </FoldedTools>
      ) : (
        <>
          <Tiles numbers={numbers} figure={figure} onFigure={setFigure} />
          {tools}
        </>
      )}
      {members.length > 0 && (
        <ul className={classes.rows} aria-label={t('rollCall.members')}>
          {members.slice(0, room).map((member) => (
            <MemberRow
              key={member.userId}
              at={at}
              member={member}
              isClosed={roll.isCancelled}
              agrees={agrees}
            />
          ))}
        </ul>
      )}
      {members.length > room && (
        <Button variant="default" fullWidth mt="sm" onClick={() => setRoom(room + ROOM)}>
          {t('rollCall.more', { number: formatNumber(members.length - room) })}
        </Button>
      )}
      {guests.length > 0 && (
        <>
          <h2 className={classes.heading}>{t('rollCall.guests')}</h2>
          <ul className={classes.rows} aria-label={t('rollCall.guests')}>
            {guests.map((guest) => (
              <GuestRow
                key={guest.attendanceId}
                at={at}
                guest={guest}
                isClosed={roll.isCancelled}
                agrees={agrees}
              />
            ))}
          </ul>
        </>
      )}
      {members.length + guests.length === 0 && (
        <EmptyState icon={IconSearch} title={t('rollCall.nobody')} order={2} />
      )}
      {isAdding && <GuestModal at={at} members={roll.members} onClose={() => setAdding(false)} />}
    </>
  )
}

interface FiguresProps {
  numbers: Record<Figure, Count>
  /** The figure of which only the people are listed. */
  figure: Figure | null
  onFigure: (figure: Figure | null) => void
}

function Tiles({ numbers, figure, onFigure }: FiguresProps) {
  const { t } = useTranslation()
  return (
    <ul className={classes.figures} aria-label={t('rollCall.figures')}>
      {FIGURES.map((name) => (
        <li key={name}>
          <UnstyledButton
            className={classes.figure}
            aria-pressed={figure === name}
            onClick={() => onFigure(figure === name ? null : name)}
          >
            <span className={classes.number}>{ofAll(numbers[name])}</span>
            <span className={classes.label}>{t(`rollCall.figure.${name}`)}</span>
          </UnstyledButton>
        </li>
      ))}
    </ul>
  )
}

/** The figures in one line on a phone: how many are there and how many are left, and the others where there are any. */
function Line({ numbers, figure, onFigure }: FiguresProps) {
  const { t } = useTranslation()
  const shown = FIGURES.filter(
    (name) => name === 'present' || name === 'unmarked' || name === figure || numbers[name].count > 0,
  )
  return (
    <ul className={classes.line} aria-label={t('rollCall.figures')}>
      {shown.map((name) => (
        <li key={name}>
          <UnstyledButton
            className={classes.part}
            aria-pressed={figure === name}
            onClick={() => onFigure(figure === name ? null : name)}
          >
            {t(`rollCall.short.${name}`, {
              count: numbers[name].count,
              number: formatNumber(numbers[name].count),
            })}
          </UnstyledButton>
        </li>
      ))}
    </ul>
  )
}

interface RestIsPresentProps {
  at: Call
  /** When the meeting begins. */
  start: string
  members: readonly MemberOnRoll[]
}

/** Marks all members without a mark as present, once the absent ones have theirs. */
function RestIsPresent({ at, start, members }: RestIsPresentProps) {
  const { t } = useTranslation()
  const { mutate, isPending } = useMarkPresent(at)
  const count = members.length
  if (count < 2) return null
  const ask = async () => {
    const number = formatNumber(count)
    const warning = earlyWarning(at.eventId, start)
    const agreed = await confirm({
      title: t('rollCall.rest.title', { count, number }),
      message: [warning, t('rollCall.rest.message')].filter(Boolean).join('. '),
      confirm: t('rollCall.rest.confirm'),
    })
    if (!agreed) return
    if (warning) setMeant(at.eventId)
    mutate(members)
  }
  return (
    <Button
      variant="default"
      className={classes.add}
      leftSection={<IconChecks size={18} />}
      loading={isPending}
      onClick={() => void ask()}
    >
      {t('rollCall.rest.action')}
    </Button>
  )
}

const isCounted = ({ mark }: MemberOnRoll, figure: Figure | null) =>
  figure === null || figure === (mark ?? 'unmarked')

interface Count {
  count: number
  /** Of how many; absent where that goes without saying. */
  all?: number
}

const ofAll = ({ count, all }: Count) =>
  [count, all]
    .filter((number) => number !== undefined)
    .map(formatNumber)
    .join('/')

function numbersOf({ members, guests }: RollCall): Record<Figure, Count> {
  const marked = (figure: Figure) => ({ count: members.filter((member) => isCounted(member, figure)).length })
  const inside = guests.filter((guest) => guest.checkedInTime).length
  return {
    present: { ...marked('present'), all: members.length },
    late: marked('late'),
    substituted: marked('substituted'),
    excused: marked('excused'),
    absent: marked('absent'),
    unmarked: marked('unmarked'),
    guests: { count: inside, all: guests.length },
  }
}
