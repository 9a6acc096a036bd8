import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '~/components/ErrorState'
import { EventHeader } from '~/features/events/EventHeader'
import { eventQuery } from '~/features/events/queries'
import { Webhooks } from './Webhooks'

/** The webhooks of an event. */
export function IntegrationsScreen({ eventId }: { eventId: string }) {
  const { t } = useTranslation()
  const event = useQuery(eventQuery(eventId))
  if (!event.data)
    return event.error ? (
      <ErrorState error={event.error} onRetry={() => void event.refetch()} />
    ) : (
      <Skeleton height={400} radius="md" />
    )
  return (
    <>
      <EventHeader event={event.data} entry="integrations" description={t('webhooks.intro')} />
      <Webhooks scope={{ eventId }} />
    </>
  )
}
