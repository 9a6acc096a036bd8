import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { formatMoney, formatNumber } from '~/lib/numbers'
import { monthOf, today } from './months'
import { reportQuery } from './queries'

/** The approved deals of a group in this month, with their sum for those who may see it; leads to the report. */
export function MonthDeals({ groupId }: { groupId: string }) {
  const { t } = useTranslation()
  const { data: report } = useQuery(reportQuery(groupId, monthOf(today())))
  if (!report) return null
  const figures = [report.bought, report.referred]
  const count = figures.reduce((sum, one) => sum + one.count.value, 0)
  const value = figures.reduce((sum, one) => sum + (one.value?.value ?? 0), 0)
  return (
    <>
      <Text size="sm" c="dimmed">
        <Link to="/my-group/$groupId" params={{ groupId }} search={{ tab: 'statistics' }}>
          {t('points.report.thisMonth')}
        </Link>
      </Text>
      <Text fz="xl" fw={600}>
        {t('points.report.thisMonthNumber', { count, number: formatNumber(count) })}
      </Text>
      {report.showsValues && <Text>{formatMoney(value)}</Text>}
    </>
  )
}
