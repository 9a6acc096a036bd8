import { Anchor, Button, Drawer, Skeleton, Stack, Text } from '@mantine/core'
import { IconListSearch } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import listClasses from '~/components/dividedList.module.css'
import { EmptyState } from '~/components/EmptyState'
import { ErrorState } from '~/components/ErrorState'
import { useFocusBack } from '~/components/useFocusBack'
import { formatDate, formatDateTime } from '~/lib/dates'
import { formatNumber } from '~/lib/numbers'
import { registrationPath } from '~/lib/paths'
import { LOGGED_IN_TAB } from '~/lib/tokens'
import { nameOfMonth } from './months'
import { type ReportRow, reportRowsQuery } from './queries'
import type { RowFigure } from './search'

interface ReportRowsProps {
  groupId: string
  month: string
  figure: RowFigure
  /** Only rows of this account. */
  memberId: string | undefined
  onClose: () => void
}

/** The things that a figure of the report counts. */
export function ReportRows({ onClose, ...which }: ReportRowsProps) {
  const { t } = useTranslation()
  useFocusBack()
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={480}
      title={`${t(`points.report.${which.figure}`)}, ${nameOfMonth(which.month)}`}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <Rows {...which} />
    </Drawer>
  )
}

function Rows({ groupId, month, figure, memberId }: Omit<ReportRowsProps, 'onClose'>) {
  const { t } = useTranslation()
  const rows = useInfiniteQuery(reportRowsQuery(groupId, { month, figure, memberId }))
  if (!rows.data) {
    if (rows.error) return <ErrorState error={rows.error} onRetry={() => void rows.refetch()} />
    return <Skeleton height={320} radius="md" />
  }
  const items = rows.data.pages.flatMap((page) => page.items)
  if (items.length === 0)
    return <EmptyState icon={IconListSearch} order={3} title={t('points.report.rows.none')} />
  return (
    <Stack>
      <ul className={listClasses.list} aria-label={t(`points.report.${figure}`)}>
        {items.map((row, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows of one account and event have nothing else of their own.
          <li key={at}>
            <Row groupId={groupId} figure={figure} row={row} />
          </li>
        ))}
      </ul>
      {rows.hasNextPage && (
        <Button variant="default" loading={rows.isFetchingNextPage} onClick={() => void rows.fetchNextPage()}>
          {t('points.report.rows.more', { number: formatNumber(rows.data.pages[0]?.total ?? 0) })}
        </Button>
      )}
    </Stack>
  )
}

/** Days without a time, because people join on a day. */
const BY_DAY: readonly RowFigure[] = ['members', 'joined', 'left']

function Row({ groupId, figure, row }: { groupId: string; figure: RowFigure; row: ReportRow }) {
  const { t } = useTranslation()
  const { name, about, at, postId, eventId } = row
  const subject = about || (postId && t('points.report.rows.picture'))
  const who = name ?? (eventId && figure !== 'events' ? t('points.report.rows.participant') : null)
  const facts = [
    subject ? who : null,
    at && (BY_DAY.includes(figure) ? formatDate(at) : formatDateTime(at)),
  ].filter(Boolean)
  return (
    <>
      {postId && (
        <Anchor
          lineClamp={3}
          renderRoot={(props) => (
            <Link {...props} to="/my-group/$groupId/$postId" params={{ groupId, postId }} />
          )}
        >
          {subject}
        </Anchor>
      )}
      {eventId && (
        <Anchor href={registrationPath(eventId)} {...LOGGED_IN_TAB}>
          {subject}
        </Anchor>
      )}
      {!subject && <Text fw={500}>{who}</Text>}
      {facts.length > 0 && (
        <Text size="sm" c="dimmed">
          {facts.join(' · ')}
        </Text>
      )}
    </>
  )
}
