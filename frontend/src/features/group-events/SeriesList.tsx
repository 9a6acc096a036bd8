import { Button, Group, Text, Title } from '@mantine/core'
import { IconCalendarRepeat, IconCalendarX, IconEdit } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '~/components/ErrorState'
import { formatDate } from '~/lib/dates'
import { CancelSeriesModal } from './CancelSeriesModal'
import { ChangeSeriesModal } from './ChangeSeriesModal'
import { type Series, seriesQuery } from './queries'
import classes from './SeriesList.module.css'

/** The series of meetings that go on, for leaders: the common data of all coming meetings is changed here. */
export function SeriesList({ groupId, isArchived }: { groupId: string; isArchived: boolean }) {
  const { t } = useTranslation()
  const { data: series, error, refetch } = useQuery(seriesQuery(groupId))
  if (!series && error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!series?.length) return null
  return (
    <ul className={classes.list} aria-label={t('groupEvents.series.title')}>
      {series.map((one) => (
        <SeriesRow key={one.id} groupId={groupId} series={one} isArchived={isArchived} />
      ))}
    </ul>
  )
}

interface SeriesRowProps {
  groupId: string
  series: Series
  isArchived: boolean
}

function SeriesRow({ groupId, series, isArchived }: SeriesRowProps) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState<'change' | 'cancel' | null>(null)
  const { title, coming, startTime, endTime, venueAddress } = series
  const close = () => setOpened(null)
  return (
    <li className={classes.row}>
      <IconCalendarRepeat size={24} aria-hidden className={classes.icon} />
      <div className={classes.facts}>
        <Title order={2} fz="md">
          {title}
        </Title>
        <Text size="sm">
          {t('groupEvents.series.coming', {
            count: coming.length,
            next: formatDate(coming[0] ?? ''),
            last: formatDate(coming.at(-1) ?? ''),
          })}
        </Text>
        <Text size="sm">{[endTime ? `${startTime} – ${endTime}` : startTime, venueAddress].join(' · ')}</Text>
      </div>
      {!isArchived && (
        <Group gap="xs" className={classes.actions}>
          <Button
            variant="default"
            leftSection={<IconEdit size={16} />}
            aria-label={t('groupEvents.series.changeNamed', { title })}
            onClick={() => setOpened('change')}
          >
            {t('groupEvents.series.change')}
          </Button>
          <Button
            variant="default"
            leftSection={<IconCalendarX size={16} />}
            aria-label={t('groupEvents.series.cancelNamed', { title })}
            onClick={() => setOpened('cancel')}
          >
            {t('groupEvents.series.cancel')}
          </Button>
        </Group>
      )}
      {opened === 'change' && <ChangeSeriesModal groupId={groupId} series={series} onClose={close} />}
      {opened === 'cancel' && <CancelSeriesModal groupId={groupId} series={series} onClose={close} />}
    </li>
  )
}
