import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { components } from '~/api/schema'
import { initialOf } from '~/components/PersonAvatar'
import { QrCode } from '~/components/QrCode'
import { formatDateTime, formatLongDate, formatTime } from '~/lib/dates'
import { shortPath } from '~/lib/paths'
import { sized, smaller } from '~/lib/pictureSizes'
import classes from './IdleSlides.module.css'
import { type DayProgramme, programmeAt } from './programmeNow'
import { publicEventQuery } from './queries'

type Schemas = components['schemas']

/** Milliseconds without a guest until the slides begin to change, and for which each one then stays. */
const IDLE = 20_000
const EACH = 10_000
/** Milliseconds after which the event is asked for again: programmes change on the day, too. */
const REFRESH = 5 * 60_000
/** Speakers on one slide. */
const FACES = 8
/** Sponsors on one slide. */
const LOGOS = 12

/** Slides for the hall while no guest arrives: the event, its programme, speakers and sponsors, and how to register. */
export function IdleSlides({ eventId, screen }: { eventId: string; screen: Schemas['WelcomeScreen'] }) {
  const event = useQuery({ ...publicEventQuery(eventId), refetchInterval: REFRESH }).data ?? undefined
  const slides = [
    { key: 'cover', node: <Cover screen={screen} event={event} /> },
    ...(event?.blocks ? blockSlides(event) : []),
    ...sponsorSlides(event?.blocks?.sponsors ?? []),
    ...(event && canRegister(event) ? [{ key: 'register', node: <Register event={event} /> }] : []),
  ]
  const slide = slides[useTurn(slides.length)]
  return (
    <div key={slide?.key} className={classes.slide}>
      {slide?.node}
    </div>
  )
}

/** The number of the slide to show. */
function useTurn(count: number): number {
  const [turn, setTurn] = useState(0)
  useEffect(() => {
    if (count < 2) return
    const timer = setTimeout(() => setTurn(turn + 1), turn === 0 ? IDLE : EACH)
    return () => clearTimeout(timer)
  }, [count, turn])
  return turn % count
}

function blockSlides({ blocks, eventStartDate }: Schemas['PublicEvent']): { key: string; node: ReactNode }[] {
  const programme = programmeAt(blocks.programme, eventStartDate, Date.now())
  const pages = Math.ceil(blocks.speakers.length / FACES)
  const onPage = Math.ceil(blocks.speakers.length / pages)
  return [
    ...(programme ? [{ key: 'programme', node: <Programme programme={programme} blocks={blocks} /> }] : []),
    ...Array.from({ length: pages }, (_, page) => ({
      key: `speakers${page}`,
      node: <Speakers speakers={blocks.speakers.slice(page * onPage, (page + 1) * onPage)} />,
    })),
  ]
}

function sponsorSlides(sponsors: Schemas['Sponsor'][]): { key: string; node: ReactNode }[] {
  const pages = Math.ceil(sponsors.length / LOGOS)
  const onPage = Math.ceil(sponsors.length / pages)
  return Array.from({ length: pages }, (_, page) => ({
    key: `sponsors${page}`,
    node: <Sponsors sponsors={sponsors.slice(page * onPage, (page + 1) * onPage)} />,
  }))
}

const canRegister = ({ formType, isFull }: Schemas['PublicEvent']) =>
  (formType === 'open' || formType === 'upcoming') && !isFull

interface CoverProps {
  screen: Schemas['WelcomeScreen']
  event: Schemas['PublicEvent'] | undefined
}

function Cover({ screen, event }: CoverProps) {
  const { t } = useTranslation()
  return (
    <>
      {screen.coverImage ? (
        <img {...sized(screen.coverImage, '80vw')} alt="" className={classes.cover} />
      ) : (
        <img src={smaller(screen.logo, 480)} alt="" className={classes.logo} />
      )}
      <p className={classes.over}>{t('checkin.display.welcomeTo')}</p>
      <h1 className={classes.title}>{screen.title}</h1>
      {event && (
        <p className={classes.under}>
          {formatTime(event.eventStartDate)}, {formatLongDate(event.eventStartDate)}
        </p>
      )}
    </>
  )
}

function Programme({ programme, blocks }: { programme: DayProgramme; blocks: Schemas['PageBlocks'] }) {
  const { t } = useTranslation()
  const names = new Map(blocks.speakers.map(({ id, name }) => [id, name]))
  return (
    <>
      <h1 className={classes.heading}>
        {t(programme.isToday ? 'checkin.display.programmeToday' : 'checkin.display.programme')}
      </h1>
      {!programme.isToday && <p className={classes.under}>{formatLongDate(programme.date)}</p>}
      <ol className={classes.programme}>
        {programme.items.map(({ start, end, title, speakers = [], isRunning }, at) => {
          const who = speakers.flatMap((id) => names.get(id) ?? [])
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: items have nothing of their own and never move here.
            <li key={at} aria-current={isRunning ? 'time' : undefined}>
              <p className={classes.time}>
                <time>{start}</time>
                {end && <small>– {end}</small>}
              </p>
              <div>
                {isRunning && <p className={classes.now}>{t('checkin.display.now')}</p>}
                <p className={classes.item}>{title}</p>
                {who.length > 0 && <p className={classes.who}>{who.join(', ')}</p>}
              </div>
            </li>
          )
        })}
      </ol>
    </>
  )
}

function Speakers({ speakers }: { speakers: Schemas['Speaker'][] }) {
  const { t } = useTranslation()
  return (
    <>
      <h1 className={classes.heading}>{t('checkin.display.speakers')}</h1>
      <ul
        className={classes.speakers}
        data-few={speakers.length < 4 || undefined}
        style={columnsFor(speakers)}
      >
        {speakers.map(({ id, name, role, photo }) => (
          <li key={id}>
            {photo ? (
              <img src={smaller(photo, 480)} alt="" className={classes.portrait} />
            ) : (
              <span className={classes.portrait} aria-hidden>
                {initialOf(name)}
              </span>
            )}
            <p className={classes.name}>{name}</p>
            {role && <p className={classes.who}>{role}</p>}
          </li>
        ))}
      </ul>
    </>
  )
}

/** One row, or two of nearly the same length. */
const columnsFor = ({ length }: unknown[]): Record<`--${string}`, number> => ({
  '--columns': length > FACES / 2 ? Math.ceil(length / 2) : length,
})

function Sponsors({ sponsors }: { sponsors: Schemas['Sponsor'][] }) {
  const { t } = useTranslation()
  return (
    <>
      <h1 className={classes.heading}>{t('checkin.display.sponsors')}</h1>
      <ul className={classes.sponsors} style={rowsOf(sponsors)}>
        {sponsors.map(({ name, logo }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: sponsors have nothing of their own and never move here.
          <li key={at}>{logo ? <img src={smaller(logo, 480)} alt={name} /> : <span>{name}</span>}</li>
        ))}
      </ul>
    </>
  )
}

/** Rows of nearly the same length, of at most four. */
const rowsOf = ({ length }: unknown[]): Record<`--${string}`, number> => ({
  '--columns': Math.ceil(length / Math.ceil(length / 4)),
})

function Register({ event }: { event: Schemas['PublicEvent'] }) {
  const { t } = useTranslation()
  const address = window.location.origin + shortPath(event)
  return (
    <div className={classes.register}>
      <div>
        <h1 className={classes.title}>{t('checkin.display.register')}</h1>
        <p className={classes.under}>
          {event.formType === 'open'
            ? t('checkin.display.scan')
            : t('checkin.display.opens', { time: formatDateTime(event.openRegistrationDate) })}
        </p>
        <p className={classes.address}>{address.replace(/^https?:\/\//, '')}</p>
      </div>
      <QrCode text={address} label={t('checkin.display.register')} className={classes.code} />
    </div>
  )
}
