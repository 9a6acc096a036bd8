import { Anchor, List, Paper, Stack, Text, Title } from '@mantine/core'
import { IconDeviceMobileOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { components } from '~/api/schema'
import { LanguageButton } from '~/components/LanguageButton'
import { formatLongDate, formatTime } from '~/lib/dates'
import { LOGIN } from '~/lib/paths'
import { useSession } from '~/lib/session'
import { Counters } from './DoorBar'
import classes from './DoorScreen.module.css'
import { publicEventQuery } from './queries'
import { useLiveDoor } from './useLiveDoor'

interface UnpairedProps {
  eventId: string
  screen: components['schemas']['WelcomeScreen']
}

/** Shown without a key and without the login of an account with the right to the door. */
export function Unpaired({ eventId, screen }: UnpairedProps) {
  const { t } = useTranslation()
  const { loggedIn } = useSession()
  const event = useQuery(publicEventQuery(eventId))
  useLiveDoor({ eventId, key: null })
  return (
    <div className={classes.unpaired}>
      <LanguageButton className={classes.corner} />
      <Stack align="center" gap="md" ta="center" maw={640} w="100%">
        <img src={screen.logo} alt="" className={classes.bigLogo} />
        <Title order={1} fz={{ base: 28, sm: 40 }}>
          {screen.title}
        </Title>
        {event.data && (
          <Text fz="lg">
            {formatTime(event.data.eventStartDate)}, {formatLongDate(event.data.eventStartDate)}
            <br />
            {event.data.venueAddress}
          </Text>
        )}
        <Counters screen={screen} />
        <Paper withBorder p="lg" ta="left" w="100%" bg="var(--hoi-surface)">
          <Title order={2} fz="md" mb="sm" className={classes.withIcon}>
            <IconDeviceMobileOff size={22} aria-hidden />
            {t('checkin.unpaired.title')}
          </Title>
          <List type="ordered" spacing="xs">
            <List.Item>{t('checkin.unpaired.step1')}</List.Item>
            <List.Item>{t('checkin.unpaired.step2')}</List.Item>
            <List.Item>{t('checkin.unpaired.step3')}</List.Item>
          </List>
          {loggedIn ? (
            <Text mt="md">{t('checkin.unpaired.otherAccount')}</Text>
          ) : (
            <Text mt="md">
              {t('checkin.unpaired.owner')}{' '}
              <Anchor component={Link} to={LOGIN} underline="always">
                {t('auth.login.submit')}
              </Anchor>
            </Text>
          )}
        </Paper>
      </Stack>
    </div>
  )
}
