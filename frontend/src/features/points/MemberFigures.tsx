import { Anchor, Button, Text, Title } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Column, DataTable } from '~/components/DataTable'
import { useIsPhone } from '~/components/useIsPhone'
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

/**
 * The numbers and values of each member's deals in the month; a press on one shows the deals. Members without any figure
 * stand behind a button, by their names alone.
 */
export function MemberFigures({ members, days: { from, to }, onSearch, onRows }: MemberFiguresProps) {
  const { t } = useTranslation()
  // A card leaves out what is empty.
  const none = useIsPhone() ? null : '0'
  const counted = members.filter(hasFigures)
  const others = members.filter((member) => !hasFigures(member))
  const credited = (by: Credit): Column<Figures> => ({
    key: by,
    header: t(`points.credit.${by}`),
    align: 'right',
    cell: ({ userId, [by]: { count, value } }) =>
      count === 0 ? (
        none
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
        query={{ data: { items: counted, total: counted.length }, error: null, refetch: () => undefined }}
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
            cell: ({ userId, events }) =>
              events === 0 ? none : <Counted number={events} onOpen={() => onRows('checkIns', userId)} />,
          },
          {
            key: 'posts',
            header: t('points.report.posts'),
            align: 'right',
            cell: ({ userId, posts }) =>
              posts === 0 ? none : <Counted number={posts} onOpen={() => onRows('posts', userId)} />,
          },
        ]}
        rowId={({ userId }) => userId}
        rowName={({ fullName }) => fullName}
        empty={null}
      />
      {others.length > 0 && <Others members={others} />}
    </section>
  )
}

/** A number; a press on it shows the counted deals. */
function Counted({ number, onOpen }: { number: number; onOpen: () => void }) {
  return (
    <Anchor component="button" type="button" miw={40} ta="end" onClick={onOpen}>
      {formatNumber(number)}
    </Anchor>
  )
}

function Others({ members }: Pick<MemberFiguresProps, 'members'>) {
  const { t } = useTranslation()
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const Chevron = isOpen ? IconChevronUp : IconChevronDown
  const count = members.length
  return (
    <>
      <Button
        variant="subtle"
        color="gray"
        mt="xs"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        rightSection={<Chevron size={16} aria-hidden />}
        onClick={() => setOpen(!isOpen)}
      >
        {t('points.report.withoutFigures', { count, number: formatNumber(count) })}
      </Button>
      {isOpen && (
        <ul id={id} className={classes.names}>
          {members.map(({ userId, fullName, businessField, isMember }) => (
            <li key={userId}>
              {fullName}{' '}
              <Text component="span" size="sm" c="dimmed">
                {isMember ? businessField : t('points.report.former')}
              </Text>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

const hasFigures = ({ sold, buy, referral, events, posts }: Figures) =>
  [sold.count, buy.count, referral.count, events, posts].some((number) => number > 0)
