import { Anchor, SegmentedControl, Select, Skeleton, Text, UnstyledButton } from '@mantine/core'
import { IconArrowDown, IconArrowsSort, IconCalendarStats } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '~/components/EmptyState'
import { ErrorState } from '~/components/ErrorState'
import table from '~/components/table.module.css'
import { formatDate, formatDayOfMonth } from '~/lib/dates'
import { formatNumber } from '~/lib/numbers'
import { OutcomeSign } from './OutcomeSign'
import { OutcomesModal } from './OutcomesModal'
import classes from './PresenceTable.module.css'
import { attendanceQuery, type MeetingPresence, type MemberPresence } from './queries'
import { byShare, OUTCOMES, percentOf, shareOf } from './shares'

/** The numbers of meetings that a choice offers. */
const LENGTHS = [6, 12, 26, 52]
const USUAL_LENGTH = 12

interface PresenceTableProps {
  groupId: string
  /** Leaders see all members and get to the roll calls; others see only themselves. */
  leads: boolean
}

/** The attendance of the last meetings: a row a member, a column a meeting. */
export function PresenceTable({ groupId, leads }: PresenceTableProps) {
  const { t } = useTranslation()
  const [length, setLength] = useState(USUAL_LENGTH)
  const [all, setAll] = useState(false)
  const { data, error, refetch } = useQuery(attendanceQuery(groupId, length, all))
  return (
    <>
      <div className={classes.choices}>
        <SegmentedControl
          aria-label={t('rollCall.attendance.which')}
          value={all ? 'all' : 'meetings'}
          onChange={(value) => setAll(value === 'all')}
          data={(['meetings', 'all'] as const).map((value) => ({
            value,
            label: t(`rollCall.attendance.${value}`),
          }))}
        />
        <Select
          aria-label={t('rollCall.attendance.length')}
          allowDeselect={false}
          w={180}
          value={String(length)}
          onChange={(value) => setLength(Number(value ?? USUAL_LENGTH))}
          data={LENGTHS.map((value) => ({
            value: String(value),
            label: t('rollCall.attendance.last', { count: value }),
          }))}
        />
      </div>
      {!data && error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={320} radius="md" />}
      {data && data.meetings.length === 0 && (
        <EmptyState
          icon={IconCalendarStats}
          title={t('rollCall.attendance.empty')}
          description={t(leads ? 'rollCall.attendance.emptyLead' : 'rollCall.attendance.emptyMember')}
          order={2}
        />
      )}
      {data && data.meetings.length > 0 && (
        <>
          <ul className={classes.legend}>
            {OUTCOMES.map((outcome) => (
              <li key={outcome}>
                <OutcomeSign outcome={outcome} isNamed={false} />
                {t(`rollCall.outcome.${outcome}`)}
              </li>
            ))}
          </ul>
          <Rows groupId={groupId} leads={leads} attendance={data} />
        </>
      )}
    </>
  )
}

interface RowsProps {
  groupId: string
  leads: boolean
  attendance: MeetingPresence
}

function Rows({ groupId, leads, attendance: { meetings, members } }: RowsProps) {
  const { t } = useTranslation()
  const [order, setOrder] = useState<'name' | 'share'>('name')
  const [opened, setOpened] = useState<MemberPresence | null>(null)
  const rows = order === 'name' ? members : members.toSorted(byShare)
  const sorter = (by: 'name' | 'share') => (
    <UnstyledButton className={classes.sorter} onClick={() => setOrder(by)}>
      {t(`rollCall.attendance.${by}`)}
      {order === by ? <IconArrowDown size={16} aria-hidden /> : <IconArrowsSort size={16} aria-hidden />}
    </UnstyledButton>
  )
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it.
    <div className={classes.frame} tabIndex={0}>
      <table className={table.table} aria-label={t('rollCall.attendance.title')}>
        <thead>
          <tr>
            <th className={classes.name} aria-sort={order === 'name' ? 'ascending' : undefined}>
              {sorter('name')}
            </th>
            <th className={classes.share} aria-sort={order === 'share' ? 'ascending' : undefined}>
              {sorter('share')}
            </th>
            {meetings.map(({ eventId, title, eventStartDate }) => (
              <th key={eventId} className={classes.meeting} title={title}>
                {leads ? (
                  <Anchor
                    inherit
                    aria-label={t('rollCall.attendance.rollOf', { title, date: formatDate(eventStartDate) })}
                    renderRoot={(props) => (
                      <Link
                        to="/my-group/$groupId/roll-call/$eventId"
                        params={{ groupId, eventId }}
                        {...props}
                      />
                    )}
                  >
                    {formatDayOfMonth(eventStartDate)}
                  </Anchor>
                ) : (
                  formatDayOfMonth(eventStartDate)
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((member) => {
            const share = shareOf(member)
            const percent = percentOf(share)
            return (
              <tr key={member.userId}>
                <th scope="row" className={classes.name}>
                  {member.fullName}
                </th>
                <td className={classes.share}>
                  {percent === null ? (
                    '–'
                  ) : (
                    <Anchor
                      component="button"
                      type="button"
                      aria-label={t('rollCall.attendance.shareOf', {
                        name: member.fullName,
                        ...share,
                        percent,
                      })}
                      onClick={() => setOpened(member)}
                    >
                      {t('rollCall.attendance.percent', { percent: formatNumber(percent) })}
                    </Anchor>
                  )}
                  {share.of > 0 && (
                    <Text size="sm" c="dimmed">
                      {formatNumber(share.came)}/{formatNumber(share.of)}
                    </Text>
                  )}
                </td>
                {member.outcomes.map((outcome, at) => (
                  <td key={meetings[at]?.eventId} className={classes.meeting}>
                    {outcome && <OutcomeSign outcome={outcome} isNamed />}
                  </td>
                ))}
              </tr>
            )
          })}
        </tbody>
      </table>
      {opened && (
        <OutcomesModal
          groupId={groupId}
          leads={leads}
          member={opened}
          meetings={meetings}
          onClose={() => setOpened(null)}
        />
      )}
    </div>
  )
}
