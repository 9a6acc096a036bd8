import { Button, Modal, Skeleton } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DialogButtons } from '~/components/DialogButtons'
import { ErrorState } from '~/components/ErrorState'
import { EventTicket, TicketQr } from '~/components/EventTicket'
import { useFocusBack } from '~/components/useFocusBack'
import { type Event, eventQuery } from '~/features/events/queries'
import { coverColours } from '~/lib/coverColours'
import { useTextsOf } from '~/lib/language'
import { paletteStyle } from '~/lib/palette'
import { smaller } from '~/lib/pictureSizes'
import { qrPicture } from '~/lib/qrPicture'
import { outstanding } from '../payments/owed'
import type { Participant } from '../queries'
import classes from './TicketModal.module.css'

interface TicketModalProps {
  eventId: string
  participant: Participant
  onClose: () => void
}

/** A participant's ticket as they have it themselves, to be shown or printed. */
export function TicketModal({ eventId, participant, onClose }: TicketModalProps) {
  const { t } = useTranslation()
  const event = useQuery(eventQuery(eventId))
  useFocusBack()
  const title = t('participants.ticket.title', { name: participant.fullName })
  const print = () => {
    // Browsers name a PDF after the title.
    const before = document.title
    document.title = [title, event.data?.title].filter(Boolean).join(' · ')
    window.print()
    document.title = before
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size={480}
      padding="lg"
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      {event.data ? (
        <Ticket event={event.data} participant={participant} />
      ) : event.error ? (
        <ErrorState error={event.error} onRetry={() => void event.refetch()} />
      ) : (
        <Skeleton height={480} radius="md" />
      )}
      {/* A registration that waits for its confirmation does not let its guest in, so its ticket cannot be printed. */}
      {event.data && !participant.confirmBy && (
        <DialogButtons>
          <Button leftSection={<IconPrinter size={18} />} onClick={print} data-autofocus>
            {t('participants.ticket.print')}
          </Button>
        </DialogButtons>
      )}
    </Modal>
  )
}

/** In the guest's language, not the user's. */
function Ticket({ event, participant }: { event: Event; participant: Participant }) {
  const texts = useTextsOf(participant.lang)
  const { t, lang } = texts
  const [colours, setColours] = useState<string[]>([])
  const { fullName, ticket, ticketCode, confirmBy } = participant
  const { title, coverImage, backgroundColor, eventStartDate, endDate, venueAddress } = event
  const qr = useMemo(() => qrPicture(ticketCode), [ticketCode])
  const { longDate, hours } = texts.formats
  return (
    <div className={classes.dress} style={paletteStyle(backgroundColor, colours)}>
      <div className={classes.sheet} lang={lang}>
        <EventTicket
          label={t('participants.ticket.title', { name: fullName })}
          title={title}
          cover={coverImage && smaller(coverImage, 960)}
          onCover={(cover) => setColours(coverColours(cover))}
          notice={noticeOf(event, participant, texts)}
          code={
            !confirmBy && (
              <TicketQr
                qr={qr}
                alt={t('participants.panel.qr', { name: fullName })}
                code={ticketCode}
                note={t('participants.ticket.show')}
              />
            )
          }
          facts={[
            { label: t('participants.field.fullName'), value: fullName, isMain: true },
            ticket && { label: t('participants.field.ticket'), value: ticket.name },
            {
              label: t('participants.ticket.date'),
              value: `${longDate(eventStartDate)}, ${hours(eventStartDate, endDate)}`,
            },
            { label: t('participants.ticket.place'), value: venueAddress },
          ]}
        />
      </div>
    </div>
  )
}

/** The most important notice on the ticket, if there is one. */
function noticeOf(
  { isCancelled }: Event,
  participant: Participant,
  { t, formats }: ReturnType<typeof useTextsOf>,
): string | undefined {
  const { confirmBy, paymentStatus } = participant
  if (isCancelled) return t('participants.cancelled')
  if (confirmBy) return t('participants.ticket.unconfirmed', { time: formats.dateTime(confirmBy) })
  if (paymentStatus !== 'unpaid') return undefined
  return t('participants.ticket.unpaid', { amount: formats.money(outstanding(participant)) })
}
