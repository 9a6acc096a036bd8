import { Button, Image, Modal, Stack, Text } from '@mantine/core'
import { IconCash, IconDoorEnter, IconFileTypePdf, IconPencil, IconUsers } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { NextSteps } from '~/components/NextSteps'
import { ShareWays } from '~/components/ShareWays'
import { toastError } from '~/components/toast'
import { isColour, textOn } from '~/lib/contrast'
import { formatDateTime } from '~/lib/dates'
import { downloadFile } from '~/lib/download'
import { shortPath } from '~/lib/paths'
import { sized, smallest } from '~/lib/pictureSizes'
import { entriesOf, linkOf } from './eventEntries'
import type { Event } from './queries'
import classes from './ShareModal.module.css'

interface ShareModalProps {
  event: Event
  opened: boolean
  onClose: () => void
  /** The event has just been published: says so, and offers the next steps. */
  isNew?: boolean
}

/** The ways to bring the event's page among people: link, chats, QR code, poster. */
export function ShareModal({ event, opened, onClose, isNew = false }: ShareModalProps) {
  const { t } = useTranslation()
  const heading = isNew
    ? t(event.status === 'upcoming' ? 'events.shared.published' : 'events.shared.open')
    : t('events.shared.title')
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      size="lg"
      title={
        <Text component="span" fz={isNew ? 'xl' : 'lg'} fw={600}>
          {heading}
        </Text>
      }
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <Stack gap="lg">
        {isNew && <PagePicture event={event} />}
        <Ways event={event} />
        {isNew && <Next event={event} />}
      </Stack>
    </Modal>
  )
}

/** The page as people meet it. */
function PagePicture({ event }: { event: Event }) {
  const ground = isColour(event.backgroundColor) ? event.backgroundColor : undefined
  return (
    <div className={classes.page}>
      {event.coverImage && <Image {...sized(event.coverImage, '440px')} alt="" className={classes.cover} />}
      <div
        className={classes.words}
        style={ground === undefined ? undefined : { background: ground, color: textOn(ground).colour }}
      >
        <Image src={smallest(event.logo)} alt="" className={classes.logo} />
        <div className={classes.facts}>
          <Text fw={600} fz="lg">
            {event.title}
          </Text>
          <Text size="sm">
            {formatDateTime(event.eventStartDate)} · {event.venueAddress}
          </Text>
        </div>
      </div>
    </div>
  )
}

function Ways({ event }: { event: Event }) {
  const { t } = useTranslation()
  const url = new URL(shortPath(event), location.origin).href
  const poster = useMutation({
    mutationFn: () => downloadFile(`/event/${event.id}/poster`),
    onError: toastError,
  })
  return (
    <ShareWays
      url={url}
      name={event.title}
      labels={{
        code: t('events.shared.codeOf', { title: event.title }),
        copy: t('events.shared.copy'),
        saveCode: t('events.shared.code'),
      }}
    >
      <Button
        variant="default"
        leftSection={<IconFileTypePdf size={16} />}
        loading={poster.isPending}
        onClick={() => poster.mutate()}
      >
        {t('events.shared.poster')}
      </Button>
    </ShareWays>
  )
}

const GUESTS = { name: 'guests', icon: IconUsers, entry: 'guests' } as const
const DOOR = { name: 'door', icon: IconDoorEnter, entry: 'door' } as const
const MONEY = { name: 'money', icon: IconCash, entry: 'money' } as const
const PAGE = { name: 'page', icon: IconPencil, entry: 'settings' } as const

function Next({ event }: { event: Event }) {
  const { t } = useTranslation()
  const open = entriesOf(event)
  const steps = [event.turnOffPayment ? PAGE : MONEY, GUESTS, DOOR].filter(({ entry }) =>
    open.includes(entry),
  )
  return (
    <NextSteps
      title={t('events.shared.next.title')}
      steps={steps.map(({ name, icon, entry }) => ({
        icon,
        words: t(`events.shared.next.${name}`),
        link: linkOf(entry, event.id),
      }))}
    />
  )
}
