import { Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconDeviceProjector, IconExternalLink } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '~/components/ErrorState'
import { GuideLink, type GuideTask } from '~/components/GuideLink'
import { EventHeader } from '~/features/events/EventHeader'
import { eventQuery } from '~/features/events/queries'
import { LOGGED_IN_TAB } from '~/lib/tokens'
import { DeviceKeys } from './DeviceKeys'
import { WelcomeSettings } from './WelcomeSettings'

/** An event's check-in: opens the screen for it, pairs devices at the doors, changes how guests are greeted. */
export function DoorSettingsScreen({ eventId }: { eventId: string }) {
  const { t } = useTranslation()
  const event = useQuery(eventQuery(eventId))
  if (!event.data) {
    return event.error ? (
      <ErrorState error={event.error} onRetry={() => void event.refetch()} />
    ) : (
      <Skeleton height={400} radius="md" />
    )
  }
  const header = (description: string) => (
    <EventHeader event={event.data} entry="door" description={description} />
  )
  if (event.data.isCancelled) return header(t('checkin.welcoming.cancelled'))
  return (
    <>
      {header(t('checkin.welcoming.description'))}
      <Stack gap="xl" maw={720}>
        <Section title={t('checkin.welcoming.title')}>
          <Text mb="sm">{t('checkin.welcoming.here')}</Text>
          <Button
            leftSection={<IconExternalLink size={18} />}
            renderRoot={(props) => (
              <Link
                {...props}
                to="/event-management/checkin/$eventId"
                params={{ eventId }}
                {...LOGGED_IN_TAB}
              />
            )}
          >
            {t('checkin.welcoming.open')}
          </Button>
          <Text mt="sm" size="sm" c="dimmed">
            {t('checkin.welcoming.practiceHint')}
          </Text>
        </Section>
        <Section title={t('checkin.welcoming.pair')}>
          <DeviceKeys eventId={eventId} />
        </Section>
        <Section title={t('checkin.welcoming.greeting')} guide="door.welcome">
          <Text mb="sm">{t('checkin.welcoming.greetingHint')}</Text>
          <Button
            mb="lg"
            variant="default"
            leftSection={<IconDeviceProjector size={18} />}
            renderRoot={(props) => (
              <Link
                {...props}
                to="/event-management/checkin/$eventId"
                params={{ eventId }}
                search={{ view: 'display' }}
                {...LOGGED_IN_TAB}
              />
            )}
          >
            {t('checkin.welcoming.openDisplay')}
          </Button>
          <WelcomeSettings eventId={eventId} />
        </Section>
      </Stack>
    </>
  )
}

interface SectionProps {
  title: string
  guide?: GuideTask
  children: React.ReactNode
}

function Section({ title, guide, children }: SectionProps) {
  return (
    <section>
      <Group gap="xs" mb="xs">
        <Title order={2}>{title}</Title>
        {guide && <GuideLink task={guide} />}
      </Group>
      {children}
    </section>
  )
}
