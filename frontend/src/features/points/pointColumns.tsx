import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Column } from '~/components/DataTable'
import { formatDate } from '~/lib/dates'
import { formatMoney } from '~/lib/numbers'
import { PointStatusBadge } from './PointStatusBadge'
import type { Point } from './queries'

export function usePointColumns(): Column<Point>[] {
  const { t } = useTranslation()
  return [
    {
      key: 'seller',
      header: t('points.field.seller'),
      cell: ({ seller }) => seller.fullName,
    },
    {
      key: 'counterparty',
      header: t('points.field.counterparty'),
      cell: ({ counterparty, roleType }) => (
        <>
          {counterparty.fullName}
          <Text component="span" display="block" size="sm" c="dimmed">
            {t(`points.role.${roleType}`)}
          </Text>
        </>
      ),
    },
    {
      key: 'value',
      header: t('points.field.value'),
      align: 'right',
      cell: ({ value }) => <DealValue value={value} />,
    },
    {
      key: 'dealDate',
      header: t('points.field.dealDate'),
      cell: ({ dealDate }) => formatDate(dealDate),
    },
    {
      key: 'status',
      header: t('points.field.status'),
      cell: (point) => (
        <>
          <PointStatusBadge point={point} />
          {point.status === 'pending' && point.otherPartyAnswer && (
            <Text component="span" display="block" size="sm" c="dimmed">
              {t(`points.answer.${point.otherPartyAnswer}`, { name: otherParty(point).fullName })}
            </Text>
          )}
        </>
      ),
    },
  ]
}

/** The party that is asked to confirm: the one that did not submit the point. */
export const otherParty = ({ seller, counterparty, submittedBy }: Point) =>
  submittedBy === counterparty.id ? seller : counterparty

/** The value of a deal; for null, a note that the reader may not see it. */
export function DealValue({ value }: { value: number | null }) {
  const { t } = useTranslation()
  if (value !== null) return <>{formatMoney(value)}</>
  return (
    <Text component="span" size="sm" c="dimmed">
      {t('points.hidden')}
    </Text>
  )
}
