import { Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '~/components/ErrorState'
import { Late } from '~/components/Late'
import { Panel } from '~/components/Panel'
import { formatDate } from '~/lib/dates'
import { formatNumber } from '~/lib/numbers'
import { isTypedHere } from '~/lib/typed'
import { RetentionModal } from './lateDialogs'
import { erasurePreviewQuery, type Retention, todoQuery } from './queries'

/**
 * The day on which the personal data of participants is erased, the extent of that, and a way to choose another day.
 */
export function RetentionPanel({ eventId, isMarked = false }: { eventId: string; isMarked?: boolean }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery({ ...todoQuery(eventId), select: ({ retention }) => retention })
  return (
    // The mark waits for the dates, when the panels above have their height.
    <Panel title={t('eventHome.retention.title')} isMarked={isMarked && Boolean(data)}>
      {data ? (
        <Dates eventId={eventId} retention={data} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={120} />
      )}
    </Panel>
  )
}

function Dates({ eventId, retention }: { eventId: string; retention: Retention }) {
  const { t } = useTranslation()
  const [isChanged, setChanged] = useState(() => isTypedHere(`retention ${eventId}`))
  const close = () => setChanged(false)
  const [isCounted, setCounted] = useState(false)
  const { people, erasedAt, documentsErasedAt, announcedAt } = retention
  return (
    <Stack gap="sm">
      {people > 0 ? (
        <>
          <Text>
            {t('eventHome.retention.on', {
              count: people,
              number: formatNumber(people),
              date: formatDate(erasedAt),
            })}
          </Text>
          {documentsErasedAt && (
            <Text size="sm">
              {t('eventHome.retention.documents', { date: formatDate(documentsErasedAt) })}
            </Text>
          )}
          {announcedAt && (
            <Text size="sm" c="dimmed">
              {t('eventHome.retention.announced', { date: formatDate(announcedAt) })}
            </Text>
          )}
          {isCounted && <Preview eventId={eventId} />}
        </>
      ) : (
        <Text c="dimmed">{t('eventHome.retention.none')}</Text>
      )}
      <Group gap="sm">
        {people > 0 && !isCounted && (
          <Button variant="default" onClick={() => setCounted(true)}>
            {t('eventHome.retention.preview')}
          </Button>
        )}
        <Button variant="default" onClick={() => setChanged(true)}>
          {t('eventHome.retention.change')}
        </Button>
      </Group>
      {isChanged && (
        <Late onClose={close}>
          <RetentionModal eventId={eventId} retention={retention} onClose={close} />
        </Late>
      )}
    </Stack>
  )
}

function Preview({ eventId }: { eventId: string }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery(erasurePreviewQuery(eventId))
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  return (
    <div role="status">
      {data ? (
        <Text size="sm">
          {t('eventHome.retention.what', {
            people: formatNumber(data.people),
            files: formatNumber(data.files),
            documents: formatNumber(data.documents),
          })}
        </Text>
      ) : (
        <Skeleton height={44} />
      )}
    </div>
  )
}
