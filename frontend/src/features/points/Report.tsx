import { Alert, Button, Group as Row, Select, Skeleton, Text, Title } from '@mantine/core'
import { IconDownload, IconInfoCircle } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { DisabledWithReason } from '~/components/DisabledWithReason'
import listClasses from '~/components/dividedList.module.css'
import { ErrorState } from '~/components/ErrorState'
import { toast } from '~/components/toast'
import { rightsIn } from '~/features/groups/rights'
import { formatDate, formatDateTime } from '~/lib/dates'
import { downloadFile } from '~/lib/download'
import { isAdmin } from '~/lib/permissions'
import { useSession } from '~/lib/session'
import { DealChart } from './DealChart'
import type { StatisticsProps } from './GroupStatistics'
import { MemberFigures } from './MemberFigures'
import { monthOf, offeredMonths, today } from './months'
import classes from './Points.module.css'
import { type GroupReport, reportQuery } from './queries'
import { ReportTiles } from './ReportTiles'

/** The figures of a month compared with the month before; a press on one shows the things that it counts. */
export function Report({ group, search, onSearch }: StatisticsProps) {
  const { t } = useTranslation()
  const month = search.month ?? monthOf(today())
  const { data: report, error, refetch } = useQuery(reportQuery(group.id, month))
  const { leads } = rightsIn(group)
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
          <ReportTiles groupId={group.id} report={report} onSearch={onSearch} />
          <DealChart months={report.months} onMonth={(next) => onSearch({ ...search, month: next })} />
          <Movements report={report} />
          {report.members && <MemberFigures members={report.members} days={report} onSearch={onSearch} />}
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

/** The list of members who joined or left in the month. */
function Movements({ report: { movements } }: { report: GroupReport }) {
  const { t } = useTranslation()
  if (movements.length === 0) return null
  return (
    <section className={classes.panel} id="movements" aria-labelledby="movements-title" tabIndex={-1}>
      <Title order={3} fz="lg" id="movements-title" mb="xs">
        {t('points.report.movements')}
      </Title>
      <ul className={listClasses.list}>
        {movements.map(({ userId, fullName, isJoining, at }) => (
          <li key={`${userId} ${isJoining} ${at}`}>
            {t(isJoining ? 'points.report.joinedOn' : 'points.report.leftOn', {
              name: fullName,
              day: formatDate(at),
            })}
          </li>
        ))}
      </ul>
    </section>
  )
}
