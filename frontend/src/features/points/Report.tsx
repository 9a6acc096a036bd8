import { Alert, Button, Group as Row, Select, Skeleton, Text } from '@mantine/core'
import { IconDownload, IconInfoCircle } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { DisabledWithReason } from '~/components/DisabledWithReason'
import { ErrorState } from '~/components/ErrorState'
import { toast } from '~/components/toast'
import { rightsIn } from '~/features/groups/rights'
import { formatDateTime, today } from '~/lib/dates'
import { downloadFile } from '~/lib/download'
import { isAdmin } from '~/lib/permissions'
import { useSession } from '~/lib/session'
import { DealChart } from './DealChart'
import type { StatisticsProps } from './GroupStatistics'
import { MemberFigures } from './MemberFigures'
import { monthOf, offeredMonths } from './months'
import { type GroupReport, reportQuery } from './queries'
import { ReportRows } from './ReportRows'
import { ReportTiles } from './ReportTiles'
import type { RowFigure } from './search'

/** The figures of a month compared with the month before; a press on one shows the things that it counts. */
export function Report({ group, search, onSearch }: StatisticsProps) {
  const { t } = useTranslation()
  const month = search.month ?? monthOf(today())
  const { data: report, error, refetch } = useQuery(reportQuery(group.id, month))
  const { leads } = rightsIn(group)
  const openRows = (rows: RowFigure, of?: string) =>
    onSearch({ ...search, month: report?.from.slice(0, 7) ?? month, rows, of })
  return (
    <>
      <Row justify="space-between" mb="md" gap="sm">
        <Select
          aria-label={t('points.field.month')}
          data={offeredMonths(month)}
          value={month}
          allowDeselect={false}
          onChange={(next) => onSearch({ ...search, month: next ?? undefined })}
        />
        {leads && report && <Export groupId={group.id} month={month} report={report} />}
      </Row>
      {!report && error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!report && !error && <Skeleton height={320} radius="md" />}
      {report && (
        <>
          <ReportTiles report={report} leads={leads} onSearch={onSearch} onRows={openRows} />
          {report.months.some(({ count }) => count > 0) && <DealChart months={report.months} />}
          {report.members && (
            <MemberFigures members={report.members} days={report} onSearch={onSearch} onRows={openRows} />
          )}
          {leads && !report.members && (
            <Alert icon={<IconInfoCircle size={18} />} mb="lg">
              {t('points.report.membersNeedReport')}
            </Alert>
          )}
          <Text size="sm" c="dimmed">
            {t('points.report.asOf', { time: formatDateTime(report.asOf) })}
          </Text>
        </>
      )}
      {search.rows && (
        <ReportRows
          groupId={group.id}
          month={month}
          figure={search.rows}
          memberId={search.of}
          onClose={() => onSearch({ ...search, rows: undefined, of: undefined }, true)}
        />
      )}
    </>
  )
}

interface ExportProps {
  groupId: string
  month: string
  report: GroupReport
}

/** Saves the report as a workbook, if the owner's plan has reports. */
function Export({ groupId, month, report }: ExportProps) {
  const { t } = useTranslation()
  const { profile } = useSession()
  const { mutate, isPending } = useMutation({
    mutationFn: () => downloadFile(`/group/${groupId}/statistic/export`, { query: { month } }),
    onSuccess: () => toast.success(t('points.report.exported')),
  })
  const mayExport = report.hasReport || isAdmin(profile)
  return (
    <DisabledWithReason reason={mayExport ? undefined : t('points.report.needsPlan')}>
      <Button
        variant="default"
        leftSection={<IconDownload size={18} />}
        loading={isPending}
        onClick={() => mutate()}
      >
        {t('points.report.export')}
      </Button>
    </DisabledWithReason>
  )
}
