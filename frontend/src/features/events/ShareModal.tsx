import { Anchor, Button, Image, Modal, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import {
  IconBrandFacebook,
  IconCash,
  IconChevronRight,
  IconDoorEnter,
  IconExternalLink,
  IconFileTypePdf,
  IconMessageCircle,
  IconPencil,
  IconQrcode,
  IconUsers,
} from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { CopyButton } from '~/components/CopyButton'
import { QrCode } from '~/components/QrCode'
import { toastError } from '~/components/toast'
import { isColour, textOn } from '~/lib/contrast'
import { formatDateTime } from '~/lib/dates'
import { downloadFile, saveFile } from '~/lib/download'
import { shortPath } from '~/lib/paths'
import { sized, smallest } from '~/lib/pictureSizes'
import { facebookLink, zaloLink } from '~/lib/shareLinks'
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
        {isNew && <NextSteps event={event} />}
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
  const code = useRef<HTMLDivElement>(null)
  const poster = useMutation({
    mutationFn: () => downloadFile(`/event/${event.id}/poster`),
    onError: toastError,
  })
  const saveCode = () => {
    const image = code.current?.querySelector('svg')
    if (!image) return
    const text = new XMLSerializer().serializeToString(image)
    saveFile(new Blob([text], { type: 'image/svg+xml' }), `QR ${event.title}.svg`)
  }
  const opens = { target: '_blank', rel: 'noopener noreferrer' } as const
  return (
    <div className={classes.ways}>
      <div ref={code} className={classes.code}>
        <QrCode text={url} label={t('events.shared.codeOf', { title: event.title })} />
      </div>
      <Stack gap="sm" className={classes.links}>
        <Anchor href={url} {...opens} className={classes.address}>
          {url.replace(/^https?:\/\//, '')} <IconExternalLink size={14} aria-hidden />
        </Anchor>
        <CopyButton value={url} label={t('events.shared.copy')} variant="filled" data-autofocus />
        <SimpleGrid cols={2} spacing="xs">
          <Button
            variant="default"
            component="a"
            href={zaloLink(url)}
            {...opens}
            leftSection={<IconMessageCircle size={16} />}
          >
            Zalo
          </Button>
          <Button
            variant="default"
            component="a"
            href={facebookLink(url)}
            {...opens}
            leftSection={<IconBrandFacebook size={16} />}
          >
            Facebook
          </Button>
          <Button variant="default" leftSection={<IconQrcode size={16} />} onClick={saveCode}>
            {t('events.shared.code')}
          </Button>
          <Button
            variant="default"
            leftSection={<IconFileTypePdf size={16} />}
            loading={poster.isPending}
            onClick={() => poster.mutate()}
          >
            {t('events.shared.poster')}
          </Button>
        </SimpleGrid>
      </Stack>
    </div>
  )
}

const GUESTS = { name: 'guests', icon: IconUsers, entry: 'guests' } as const
const DOOR = { name: 'door', icon: IconDoorEnter, entry: 'door' } as const
const MONEY = { name: 'money', icon: IconCash, entry: 'money' } as const
const PAGE = { name: 'page', icon: IconPencil, entry: 'settings' } as const

function NextSteps({ event }: { event: Event }) {
  const { t } = useTranslation()
  const open = entriesOf(event)
  const steps = [event.turnOffPayment ? PAGE : MONEY, GUESTS, DOOR].filter(({ entry }) =>
    open.includes(entry),
  )
  return (
    <section aria-labelledby="next-steps">
      <Title order={3} fz="md" mb="xs" id="next-steps">
        {t('events.shared.next.title')}
      </Title>
      <ul className={classes.steps}>
        {steps.map(({ name, icon: Glyph, entry }) => (
          <li key={name}>
            <Link {...linkOf(entry, event.id)} className={classes.step}>
              <Glyph size={20} stroke={1.5} aria-hidden />
              <span>{t(`events.shared.next.${name}`)}</span>
              <IconChevronRight size={18} stroke={1.5} aria-hidden />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
