import { Anchor, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type Column, DataTable } from '~/components/DataTable'
import { numberOfDeals } from '~/features/posts/standing'
import { formatMoney, formatNumber } from '~/lib/numbers'
import classes from './Points.module.css'
import type { GroupReport } from './queries'
import { CREDITS, type Credit, type OnSearch, type RowFigure } from './search'

type Figures = NonNullable<GroupReport['members']>[number]

interface MemberFiguresProps {
  members: readonly Figures[]
  days: { from: string; to: string }
  onSearch: OnSearch
  /** Shows the deals that a figure of a member counts. */
  onRows: (figure: RowFigure, memberId: string) => void
}

/** The numbers and values of each member's deals in the month; a press on one shows the deals. */
export function MemberFigures({ members, days: { from, to }, onSearch, onRows }: MemberFiguresProps) {
  const { t } = useTranslation()
  const credited = (by: Credit): Column<Figures> => ({
    key: by,
    header: t(`points.credit.${by}`),
    align: 'right',
    cell: ({ userId, [by]: { count, value } }) =>
      count === 0 ? (
        '0'
      ) : (
        <>
          <Anchor
            component="button"
            type="button"
            onClick={() => onSearch({ points: 'approved', of: userId, by, from, to })}
          >
            {numberOfDeals(count)}
          </Anchor>
          <Text component="span" display="block" size="sm" c="dimmed">
            {formatMoney(value ?? 0)}
          </Text>
        </>
      ),
  })
  return (
    <section className={classes.panel}>
      <Title order={2} fz="lg" mb="md">
        {t('points.report.byMember')}
      </Title>
      <DataTable
        label={t('points.report.byMember')}
        query={{ data: { items: members, total: members.length }, error: null, refetch: () => undefined }}
        columns={[
          {
            key: 'member',
            header: t('points.leaderboard.member'),
            cell: ({ fullName, businessField, isMember }) => (
              <>
                {fullName}
                <Text component="span" display="block" size="sm" c="dimmed" fw={400}>
                  {isMember ? businessField : t('points.report.former')}
                </Text>
              </>
            ),
          },
          ...CREDITS.map(credited),
          {
            key: 'events',
            header: t('points.report.eventsAttended'),
            align: 'right',
            cell: ({ userId, events }) => (
              <Counted number={events} onOpen={() => onRows('checkIns', userId)} />
            ),
          },
          {
            key: 'posts',
            header: t('points.report.posts'),
            align: 'right',
            cell: ({ userId, posts }) => <Counted number={posts} onOpen={() => onRows('posts', userId)} />,
          },
        ]}
        rowId={({ userId }) => userId}
        rowName={({ fullName }) => fullName}
        empty={null}
      />
    </section>
  )
}

/** A number; a press on it shows the counted deals. */
function Counted({ number, onOpen }: { number: number; onOpen: () => void }) {
  if (number === 0) return '0'
  return (
    <Anchor component="button" type="button" miw={40} ta="end" onClick={onOpen}>
      {formatNumber(number)}
    </Anchor>
  )
}
