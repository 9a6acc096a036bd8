import { onDay } from '~/lib/eventDays'
import { smaller } from '~/lib/pictureSizes'
import type { PageBlocks, PublicEvent } from '../contract'
import { useTranslation } from '../translation'
import classes from './blocks.module.css'

type BlocksOf = Pick<PublicEvent, 'blocks' | 'eventStartDate'>

/** Programme, speakers, questions and sponsors, as far as the organiser has written some. */
export function Blocks({ event }: { event: BlocksOf }) {
  const { t } = useTranslation()
  const { programme, speakers, questions, sponsors } = event.blocks
  return (
    <>
      {programme.length > 0 && (
        <section aria-labelledby="programme">
          <h2 id="programme">{t('blocks.programme')}</h2>
          <Programme event={event} />
        </section>
      )}
      {speakers.length > 0 && (
        <section aria-labelledby="speakers">
          <h2 id="speakers">{t('blocks.speakers')}</h2>
          <ul className={classes.speakers}>
            {speakers.map((speaker) => (
              <li key={speaker.id}>
                <Speaker speaker={speaker} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {questions.length > 0 && (
        <section aria-labelledby="questions">
          <h2 id="questions">{t('blocks.questions')}</h2>
          <div className={classes.questions}>
            {questions.map(({ question, answer }) => (
              <details key={question + answer}>
                <summary>{question}</summary>
                <p className={classes.answer}>{answer}</p>
              </details>
            ))}
          </div>
        </section>
      )}
      {sponsors.length > 0 && (
        <section aria-labelledby="sponsors">
          <h2 id="sponsors">{t('blocks.sponsors')}</h2>
          <ul className={classes.sponsors}>
            {sponsors.map((sponsor, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: sponsors have nothing of their own and never move here.
              <li key={at}>
                <Sponsor sponsor={sponsor} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

/** The logo, or the name without one; leads to the sponsor's own page. */
function Sponsor({ sponsor: { name, logo, website } }: { sponsor: PageBlocks['sponsors'][number] }) {
  const content = logo ? (
    <img src={smaller(logo, 480)} alt={name} loading="lazy" decoding="async" />
  ) : (
    <span>{name}</span>
  )
  if (!website) return <span className={classes.sponsor}>{content}</span>
  return (
    <a className={classes.sponsor} href={website} target="_blank" rel="noopener noreferrer nofollow">
      {content}
    </a>
  )
}

function Programme({ event }: { event: BlocksOf }) {
  const { t, longDate } = useTranslation()
  const { programme, speakers } = event.blocks
  const names = new Map(speakers.map(({ id, name }) => [id, name]))
  const days = [...new Set(programme.map(({ day = 1 }) => day))]
  const isLong = days.some((day) => day > 1)
  return days.map((day) => (
    <div key={day} className={classes.day}>
      {isLong && (
        <h3>
          {t('blocks.day', { day })}{' '}
          <small className={classes.date}>{longDate(onDay(event.eventStartDate, day))}</small>
        </h3>
      )}
      <ol className={classes.programme}>
        {programme
          .filter((item) => (item.day ?? 1) === day)
          .map(({ start, end, title, note, speakers: ids = [] }, at) => {
            const who = ids.flatMap((id) => names.get(id) ?? [])
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: items have nothing of their own and never move here.
              <li key={at}>
                <p className={classes.time}>
                  <time>{start}</time>
                  {end && (
                    <small className={classes.until}>
                      – <time>{end}</time>
                    </small>
                  )}
                </p>
                <div>
                  <p className={classes.title}>{title}</p>
                  {who.length > 0 && <p className={classes.soft}>{who.join(', ')}</p>}
                  {note && <p className={classes.soft}>{note}</p>}
                </div>
              </li>
            )
          })}
      </ol>
    </div>
  ))
}

type Person = PageBlocks['speakers'][number]

/** A speaker; one with an introduction can be opened to read it. */
function Speaker({ speaker }: { speaker: Person }) {
  const { name, role, bio } = speaker
  const who = (
    <>
      <Portrait speaker={speaker} />
      <span className={classes.name}>{name}</span>
      {role && <span className={classes.soft}>{role}</span>}
    </>
  )
  if (!bio) return <div className={classes.who}>{who}</div>
  return (
    <details>
      <summary className={classes.who}>{who}</summary>
      <p className={classes.bio}>{bio}</p>
    </details>
  )
}

/** The photo, or the initial of the given name, by which Vietnamese go. */
function Portrait({ speaker: { name, photo } }: { speaker: Person }) {
  if (photo)
    return (
      <img className={classes.portrait} src={smaller(photo, 480)} alt="" loading="lazy" decoding="async" />
    )
  const [initial = ''] = name.trim().split(/\s+/).at(-1) ?? ''
  return (
    <span className={classes.portrait} aria-hidden>
      {initial.toUpperCase()}
    </span>
  )
}
