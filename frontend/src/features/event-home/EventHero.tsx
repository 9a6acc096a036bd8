import { Anchor, Button, Group, Image, Stack, Text } from '@mantine/core'
import {
  IconCalendarEvent,
  IconDoorEnter,
  IconExternalLink,
  IconMapPin,
  IconShare,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CopyButton } from '~/components/CopyButton'
import { useNow } from '~/components/useNow'
import { hasRight } from '~/features/events/eventRights'
import { ShareModal } from '~/features/events/lateDialogs'
import type { Event } from '~/features/events/queries'
import { timeLeft, timeLeftText } from '~/features/events/timeLeft'
import { formatDateTime } from '~/lib/dates'
import { shortPath } from '~/lib/paths'
import { sized, smallest } from '~/lib/pictureSizes'
import { Afterwards } from './Afterwards'
import classes from './EventHome.module.css'
import type { Face } from './face'

interface EventHeroProps {
  event: Event
  /** Absent for a cancelled event. */
  face: Face | undefined
}

/** The cover, when and where it is, and what its organiser needs most at this time. */
export function EventHero({ event, face }: EventHeroProps) {
  return (
    <section className={classes.hero}>
      <div className={classes.cover} style={{ backgroundColor: event.backgroundColor ?? undefined }}>
        {event.coverImage && (
          <Image {...sized(event.coverImage, '100vw')} alt="" className={classes.coverImage} />
        )}
        <Image src={smallest(event.logo)} alt="" className={classes.logo} />
      </div>
      <div className={classes.facts}>
        <Stack gap={4}>
          {(face === 'before' || face === 'tonight') && <Countdown event={event} />}
          <Text className={classes.fact}>
            <IconCalendarEvent size={18} stroke={1.5} aria-hidden /> {formatDateTime(event.eventStartDate)}
          </Text>
          <Text className={classes.fact}>
            <IconMapPin size={18} stroke={1.5} aria-hidden /> {event.venueAddress}
          </Text>
        </Stack>
        {face === 'before' && <PublicLink event={event} />}
        {face === 'tonight' && <OpenDoor event={event} />}
      </div>
      {face === 'after' && <Afterwards event={event} />}
    </section>
  )
}

/** The check-in screen on this device, and the page for those who still want to register. */
function OpenDoor({ event }: { event: Event }) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState(false)
  return (
    <div className={classes.link}>
      <Group gap="xs">
        {hasRight(event, 'door') && (
          <Button
            size="md"
            leftSection={<IconDoorEnter size={18} />}
            renderRoot={(props) => (
              <Link to="/event-management/checkin/$eventId" params={{ eventId: event.id }} {...props} />
            )}
          >
            {t('eventHome.tonight.openDoor')}
          </Button>
        )}
        <Button
          size="md"
          variant="default"
          leftSection={<IconShare size={18} />}
          onClick={() => setOpened(true)}
        >
          {t('events.action.share')}
        </Button>
      </Group>
      <ShareModal event={event} opened={opened} onClose={() => setOpened(false)} />
    </div>
  )
}

function Countdown({ event }: { event: Event }) {
  const left = timeLeft(event, useNow())
  return (
    <Text component="p" fz="xl" fw={600}>
      {timeLeftText(left)}
    </Text>
  )
}

function PublicLink({ event }: { event: Event }) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState(false)
  const url = new URL(shortPath(event), location.origin).href
  return (
    <div className={classes.link}>
      <Text size="sm" c="dimmed">
        {t('eventHome.link.label')}
      </Text>
      <Anchor href={url} target="_blank" rel="noreferrer" className={classes.address}>
        {url.replace(/^https?:\/\//, '')} <IconExternalLink size={14} aria-hidden />
      </Anchor>
      <Group gap="xs" mt="xs">
        <CopyButton value={url} label={t('eventHome.link.copy')} variant="filled" />
        <Button variant="default" leftSection={<IconShare size={16} />} onClick={() => setOpened(true)}>
          {t('events.action.share')}
        </Button>
      </Group>
      <ShareModal event={event} opened={opened} onClose={() => setOpened(false)} />
    </div>
  )
}
