import { useEffect, useMemo, useState } from 'react'
import { CODE } from '~/lib/apiError'
import { type Language, storeLanguage, visitorLanguage } from '~/lib/languages'
import { paletteStyle } from '~/lib/palette'
import { shortPath } from '~/lib/paths'
import { sized, smaller } from '~/lib/pictureSizes'
import type { Answer } from '../api'
import type { OrganiserEvent, OrganiserPage } from '../contract'
import { CopyButton } from '../parts/CopyButton'
import { Icon } from '../parts/Icon'
import { LanguageSwitch } from '../parts/LanguageSwitch'
import { Notice } from '../parts/Notice'
import { PageTitle } from '../parts/PageTitle'
import { RichText } from '../parts/RichText'
import ticket from '../ticket/ticket.module.css'
import { TranslationContext, translationOf, useTranslation } from '../translation'
import classes from './organiser.module.css'

/** The public page of an organiser or a group, in the visitor's language. */
export function OrganiserScreen({ answer }: { answer: Answer<OrganiserPage> }) {
  const [language, setLanguage] = useState(visitorLanguage)
  const translation = useMemo(() => translationOf(language), [language])

  useEffect(() => {
    document.documentElement.lang = language
  }, [language])

  const choose = (next: Language) => {
    storeLanguage(next)
    setLanguage(next)
  }

  return (
    <TranslationContext value={translation}>
      {answer.ok ? (
        <Organiser organiser={answer.data} onLanguageChange={choose} />
      ) : (
        <NoOrganiser isGone={answer.refusal.code === CODE.notFound} onLanguageChange={choose} />
      )}
    </TranslationContext>
  )
}

interface NoOrganiserProps {
  /** There is no such page; otherwise the server could not be asked. */
  isGone: boolean
  onLanguageChange: (language: Language) => void
}

const NoOrganiser = ({ isGone, onLanguageChange }: NoOrganiserProps) => (
  <Notice
    kind={isGone ? 'noPage' : 'pageFailed'}
    onRetry={isGone ? undefined : () => location.reload()}
    onLanguageChange={onLanguageChange}
  />
)

interface OrganiserProps {
  organiser: OrganiserPage
  onLanguageChange: (language: Language) => void
}

function Organiser({ organiser, onLanguageChange }: OrganiserProps) {
  const { t } = useTranslation()
  const { name, picture, content, coming, past } = organiser
  return (
    <div className={classes.page} style={paletteStyle(null)}>
      <PageTitle>{name}</PageTitle>
      <div className={classes.bar}>
        <LanguageSwitch onChange={onLanguageChange} />
      </div>
      <main className={classes.main}>
        <header className={classes.head}>
          {picture && <img src={smaller(picture, 480)} alt="" width="96" height="96" />}
          <h1>{name}</h1>
        </header>
        {content && <RichText html={content} />}
        <Subscription slug={organiser.slug} />
        <section>
          <h2>{t('organiser.coming')}</h2>
          {coming.length > 0 ? <Events events={coming} /> : <p>{t('organiser.nothingComing')}</p>}
        </section>
        {past.length > 0 && (
          <section>
            <h2>{t('organiser.past')}</h2>
            <Events events={past} />
          </section>
        )}
      </main>
    </div>
  )
}

/**
 * Subscribes a calendar to the events: a link that phones and desktops open with their calendar, and the address for
 * others.
 */
function Subscription({ slug }: { slug: string }) {
  const { t, language } = useTranslation()
  const place = `${location.host}/o/${slug}/calendar.ics?lang=${language}`
  return (
    <div className={classes.tools}>
      <a className={ticket.action} href={`webcal://${place}`}>
        <Icon name="calendar" />
        {t('organiser.subscribe')}
      </a>
      <CopyButton text={`${location.protocol}//${place}`} label={t('organiser.address')} />
    </div>
  )
}

const COVER_SIZES = '(min-width: 700px) 320px, 100vw'

function Events({ events }: { events: OrganiserEvent[] }) {
  const { longDate, hours } = useTranslation()
  return (
    <ul className={classes.events}>
      {events.map((event) => (
        <li key={event.id}>
          <a className={classes.event} href={shortPath(event)}>
            {event.coverImage ? (
              <img {...sized(event.coverImage, COVER_SIZES)} alt="" loading="lazy" />
            ) : (
              <span className={classes.logo}>
                <img src={smaller(event.logo, 480)} alt="" loading="lazy" width="72" height="72" />
              </span>
            )}
            <span className={classes.words}>
              <strong>{event.title}</strong>
              <span>
                {longDate(event.eventStartDate)}, {hours(event.eventStartDate, event.endDate)}
              </span>
              <span>{event.venueAddress}</span>
            </span>
          </a>
        </li>
      ))}
    </ul>
  )
}
