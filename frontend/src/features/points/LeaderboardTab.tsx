import { ActionIcon, Anchor, Group as Row, Select, Text } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconTrophy } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type Column, DataTable } from '~/components/DataTable'
import { EmptyState } from '~/components/EmptyState'
import { PersonAvatar } from '~/components/PersonAvatar'
import { useExistingPage } from '~/components/useExistingPage'
import { numberOfDeals, placeOf } from '~/features/posts/standing'
import { formatDate, today } from '~/lib/dates'
import { formatMoney, formatNumber } from '~/lib/numbers'
import { creditOf, timeOf } from './board'
import type { StatisticsProps } from './GroupStatistics'
import { Leaders, OwnPlace } from './Leaders'
import { Movement } from './Movement'
import { monthsAfter } from './months'
import type { PodiumCard } from './podiumPicture'
import { type BoardRow, type Leaderboard, leaderboardQuery } from './queries'
import { SharePodium } from './SharePodium'
import { type BoardPeriod, CREDITS, type Credit, PAGE_SIZE, PERIODS, type PointSearch } from './search'

/** Months from one period to the next. */
const LENGTHS = { month: 1, quarter: 3, year: 12 } as const

/** Two choices share a line of a phone. */
const HALF_OF_A_PHONE = { flex: '1 1 140px', maw: 220 } as const

/** The members with the most deals of a month, quarter or year, or of all time. */
export function LeaderboardTab({ group, details, search, onSearch }: StatisticsProps) {
  const { t } = useTranslation()
  const { period = 'month', by = 'sold', day, page = 1 } = search
  const board = useQuery(leaderboardQuery(group.id, period, by, day, page))
  const change = (next: PointSearch, replace?: boolean) =>
    onSearch({ ...search, page: undefined, ...next }, replace)
  const openDeals = ({ userId }: BoardRow) =>
    onSearch({
      points: 'approved',
      of: userId,
      by,
      from: board.data?.from ?? undefined,
      to: board.data?.to ?? undefined,
    })

  useExistingPage(board, page, PAGE_SIZE, (last) => change({ page: last }, true))

  const first = page === 1 && board.data?.total ? board.data : undefined
  // A picture goes to people outside, so it has sums only where every member may see them.
  const isOpen = details.pointValueVisibility === 'members'
  const cardOf = (shown: Leaderboard): PodiumCard => ({
    group: group.name,
    title: t('points.leaderboard.share.heading', {
      credit: t(`points.credit.${by}`),
      time: timeOf(shown, period),
    }),
    winners: shown.items.slice(0, 3).map((row) => ({
      rank: row.rank,
      place: placeOf(row, shown.items),
      name: row.fullName,
      avatar: row.avatar,
      figure: creditOf(row, by, isOpen),
    })),
  })

  return (
    <>
      <Row mb="md" gap="sm">
        <Select
          aria-label={t('points.field.by')}
          data={CREDITS.map((value) => ({ value, label: t(`points.credit.${value}`) }))}
          value={by}
          allowDeselect={false}
          {...HALF_OF_A_PHONE}
          onChange={(value) => change({ by: CREDITS.find((known) => known === value) })}
        />
        <Select
          aria-label={t('points.leaderboard.period')}
          data={PERIODS.map((value) => ({ value, label: t(`points.period.${value}`) }))}
          value={period}
          allowDeselect={false}
          {...HALF_OF_A_PHONE}
          onChange={(value) => {
            const next = PERIODS.find((known) => known === value)
            change({ period: next === 'month' ? undefined : next, day: undefined })
          }}
        />
        {period !== 'all' && (
          <Steps period={period} board={board.data} onDay={(next) => change({ day: next })} />
        )}
        {first && (
          <SharePodium
            card={() => cardOf(first)}
            note={isOpen ? undefined : t('points.leaderboard.share.onlyCounts')}
          />
        )}
      </Row>
      {first && <Leaders board={first} by={by} />}
      {board.data && <OwnPlace board={board.data} />}
      <DataTable
        label={t('points.leaderboard.list')}
        query={board}
        columns={useBoardColumns(by, board.data?.hasPrevious ?? false, openDeals)}
        rowId={({ userId }) => userId}
        rowName={({ fullName }) => fullName}
        empty={
          <EmptyState
            icon={IconTrophy}
            order={2}
            title={t('points.leaderboard.empty.title')}
            description={t('points.leaderboard.empty.description')}
          />
        }
        paging={{ page, size: PAGE_SIZE, onChange: (next) => change({ page: next }) }}
      />
      {board.data && (
        <Text size="sm" c="dimmed" mt="md">
          {board.data.pending > 0 &&
            `${t('points.leaderboard.pending', {
              count: board.data.pending,
              number: formatNumber(board.data.pending),
            })} `}
          {t(board.data.showsValues ? 'points.leaderboard.byValue' : 'points.leaderboard.byCount')}
        </Text>
      )}
    </>
  )
}

interface StepsProps {
  period: Exclude<BoardPeriod, 'all'>
  board: Leaderboard | undefined
  onDay: (day: string) => void
}

/** The buttons to the period before and after. */
function Steps({ period, board, onDay }: StepsProps) {
  const { t } = useTranslation()
  if (!board?.from || !board.to) return null
  const { from, to } = board
  const step = (direction: number) => onDay(monthsAfter(from, direction * LENGTHS[period]))
  return (
    <Row gap={4} wrap="nowrap">
      <ActionIcon
        variant="default"
        size={36}
        aria-label={t('points.leaderboard.earlier')}
        onClick={() => step(-1)}
      >
        <IconChevronLeft size={18} />
      </ActionIcon>
      <Text size="sm" px={4}>
        {t('points.time', { from: formatDate(from), to: formatDate(to) })}
      </Text>
      <ActionIcon
        variant="default"
        size={36}
        aria-label={t('points.leaderboard.later')}
        disabled={to >= today()}
        onClick={() => step(1)}
      >
        <IconChevronRight size={18} />
      </ActionIcon>
    </Row>
  )
}

function useBoardColumns(
  by: Credit,
  hasPrevious: boolean,
  onOpen: (row: BoardRow) => void,
): Column<BoardRow>[] {
  const { t } = useTranslation()
  const movement: Column<BoardRow> = {
    key: 'movement',
    header: t('points.leaderboard.movement.title'),
    cell: (row) => <Movement row={row} />,
  }
  return [
    {
      key: 'member',
      header: t('points.leaderboard.member'),
      cell: ({ rank, fullName, avatar }) => (
        <Row wrap="nowrap" gap="sm" component="span">
          <Text component="span" fw={600} miw={28} ta="right">
            {formatNumber(rank)}
          </Text>
          <PersonAvatar src={avatar} fullName={fullName} size={36} />
          <span style={{ minWidth: 0 }}>{fullName}</span>
        </Row>
      ),
    },
    ...(hasPrevious ? [movement] : []),
    {
      key: 'count',
      header: t('points.leaderboard.deals'),
      align: 'right',
      cell: (row) => (
        <Anchor component="button" type="button" onClick={() => onOpen(row)}>
          {numberOfDeals(row[by].count)}
        </Anchor>
      ),
    },
    {
      key: 'value',
      header: t('points.field.value'),
      align: 'right',
      cell: (row) => {
        const { value } = row[by]
        return value === null ? t('points.hidden') : formatMoney(value)
      },
    },
  ]
}
