import { Anchor, Button, Group, Image, Stack, Text } from '@mantine/core'
import { useInterval } from '@mantine/hooks'
import { IconCalendarEvent, IconExternalLink, IconMapPin, IconShare } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CopyButton } from '~/components/CopyButton'
import type { Event } from '~/features/events/queries'
import { ShareModal } from '~/features/events/ShareModal'
import { formatDateTime } from '~/lib/dates'
import { shortPath } from '~/lib/paths'
import { sized, smallest } from '~/lib/pictureSizes'
import classes from './EventHome.module.css'
import { timeLeft } from './timeLeft'

/** Milliseconds between two looks at the clock. */
const TICK = 20_000

/** The cover, when and where it is, and the address of its public page. */
export function EventHero({ event }: { event: Event }) {
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
          {!event.isCancelled && <Countdown event={event} />}
          <Text className={classes.fact}>
            <IconCalendarEvent size={18} stroke={1.5} aria-hidden /> {formatDateTime(event.eventStartDate)}
          </Text>
          <Text className={classes.fact}>
            <IconMapPin size={18} stroke={1.5} aria-hidden /> {event.venueAddress}
          </Text>
        </Stack>
        {!event.isCancelled && <PublicLink event={event} />}
      </div>
    </section>
  )
}

function Countdown({ event }: { event: Event }) {
  const { t } = useTranslation()
  const [now, setNow] = useState(Date.now)
  useInterval(() => setNow(Date.now()), TICK, { autoInvoke: true })
  const left = timeLeft(event, now)
  return (
    <Text component="p" fz="xl" fw={600}>
      {left.kind === 'days' && t('eventHome.left.days', { count: left.days, hours: left.hours })}
      {left.kind === 'hours' && t('eventHome.left.hours', { count: left.hours, minutes: left.minutes })}
      {left.kind === 'minutes' && t('eventHome.left.minutes', { count: left.minutes })}
      {left.kind === 'running' && t('eventHome.left.running')}
      {left.kind === 'over' && t('eventHome.left.over')}
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
