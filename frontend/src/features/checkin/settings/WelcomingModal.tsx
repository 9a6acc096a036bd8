import { Anchor, Divider, Modal, Stack, Text, Title } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { LOGGED_IN_TAB } from '~/lib/tokens'
import { DeviceKeys } from './DeviceKeys'
import { WelcomeSettings } from './WelcomeSettings'

/** The dialog for an event's welcome screens: opens one, pairs devices, changes their settings. */
export function WelcomingModal({ eventId, onClose }: { eventId: string; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={t('checkin.welcoming.title')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <Stack gap="lg">
        <Text>
          {t('checkin.welcoming.here')}{' '}
          <Anchor
            underline="always"
            renderRoot={(props) => (
              <Link
                {...props}
                to="/event-management/checkin/$eventId"
                params={{ eventId }}
                {...LOGGED_IN_TAB}
              />
            )}
          >
            {t('checkin.welcoming.open')} <IconExternalLink size={16} aria-hidden />
          </Anchor>
        </Text>
        <Divider />
        <Section title={t('checkin.welcoming.pair')}>
          <DeviceKeys eventId={eventId} />
        </Section>
        <Divider />
        <Section title={t('checkin.welcoming.greeting')}>
          <WelcomeSettings eventId={eventId} />
        </Section>
      </Stack>
    </Modal>
  )
}

function Section({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <section>
      <Title order={3} mb="xs">
        {title}
      </Title>
      {children}
    </section>
  )
}
