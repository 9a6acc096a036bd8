import { Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '~/components/ErrorState'
import { Panel } from '~/components/Panel'
import { TimeChart } from '~/components/TimeChart'
import { arrivalsQuery } from '~/features/checkin/queries'
import { formatTime } from '~/lib/dates'
import { formatNumber } from '~/lib/numbers'

const MINUTE = 60_000
const HEIGHT = 200

/** The arrivals of the last hour by the minute; it follows the door because its key is that of the participants. */
export function ArrivalPlot({ eventId }: { eventId: string }) {
  const { t } = useTranslation()
  const arrivals = useQuery(arrivalsQuery(eventId))
  return (
    <Panel title={t('eventHome.tonight.arrivals')}>
      {arrivals.data ? (
        <Bars since={Date.parse(arrivals.data.since)} perMinute={arrivals.data.perMinute} />
      ) : arrivals.error ? (
        <ErrorState error={arrivals.error} onRetry={() => void arrivals.refetch()} />
      ) : (
        <Skeleton height={HEIGHT} />
      )}
    </Panel>
  )
}

function Bars({ since, perMinute }: { since: number; perMinute: number[] }) {
  const { t } = useTranslation()
  const total = perMinute.reduce((sum, count) => sum + count, 0)
  if (total === 0) return <Text c="dimmed">{t('eventHome.tonight.noArrivals')}</Text>
  const most = Math.max(...perMinute)
  const timeOf = (minute: number) => formatTime(since + minute * MINUTE)
  return (
    <>
      <Text>
        {t(most > 1 ? 'eventHome.tonight.summary' : 'eventHome.tonight.arrived', {
          count: total,
          number: formatNumber(total),
          time: timeOf(perMinute.indexOf(most)),
          most: formatNumber(most),
        })}
      </Text>
      <TimeChart
        name={t('eventHome.tonight.perMinute')}
        height={HEIGHT}
        points={perMinute.map((value, minute) => ({ label: timeOf(minute), title: timeOf(minute), value }))}
        format={formatNumber}
      />
    </>
  )
}
