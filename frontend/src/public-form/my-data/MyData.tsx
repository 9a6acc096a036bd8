import { useEffect, useRef, useState } from 'react'
import { ask, ownKeyHeader } from '../api'
import type { DataRequestKind, OwnDataPage, OwnDataRequest } from '../contract'
import classes from '../own-page/own.module.css'
import { saveOwnFile } from '../parts/saveOwnFile'
import { useTranslation } from '../translation'
import { MyDataFacts } from './MyDataFacts'
import { MyDataRequest } from './MyDataRequest'

interface MyDataProps {
  eventId: string
  ownKey: string
  /** The names of the facts that the page shows elsewhere. */
  shown?: ReadonlySet<string>
}

const NONE: ReadonlySet<string> = new Set()

/** The outcome of a call, with the messages about it. */
interface Outcome {
  ok: boolean
  messages: string[]
}

const KINDS = ['correction', 'erasure', 'consent', 'other'] as const satisfies DataRequestKind[]

/** The visitor's stored data, and requests about it (Law 91/2025/QH15). Loaded when it is opened. */
export function MyData({ eventId, ownKey, shown = NONE }: MyDataProps) {
  const { t, language } = useTranslation()
  const [page, setPage] = useState<OwnDataPage | null>(null)
  const [state, setState] = useState<'idle' | 'busy'>('idle')
  const [asked, setAsked] = useState<DataRequestKind | null>(null)
  const [said, setSaid] = useState('')
  const [problem, setProblem] = useState('')
  const heading = useRef<HTMLHeadingElement>(null)
  const isOpen = page !== null
  useEffect(() => {
    if (isOpen) heading.current?.focus()
  }, [isOpen])

  const work = async (task: () => Promise<Outcome>) => {
    if (state === 'busy') return
    setState('busy')
    setSaid('')
    setProblem('')
    const outcome = await task()
    setState('idle')
    if (outcome.ok) setSaid(outcome.messages.join(' '))
    else setProblem(outcome.messages.join(' ') || t('own.failed'))
  }
  const load = async (): Promise<Outcome> => {
    const path = `/event/${encodeURIComponent(eventId)}/registration/data`
    const answer = await ask<OwnDataPage>(path, { language, headers: ownKeyHeader(ownKey) })
    if (!answer.ok) return { ok: false, messages: answer.refusal.messages }
    setPage(answer.data)
    return { ok: true, messages: [] }
  }
  const save = (format: 'pdf' | 'json') =>
    saveOwnFile(
      { eventId, ownKey, path: `data/file?format=${format}`, name: `data.${format}` },
      language,
    ).then(
      () => ({ ok: true, messages: [] }),
      () => ({ ok: false, messages: [] }),
    )
  const switchMessages = async (key: string, isStopped: boolean): Promise<Outcome> => {
    const answer = await ask<object>(`/messages/unsubscribe/${encodeURIComponent(key)}`, {
      language,
      method: isStopped ? 'DELETE' : 'POST',
    })
    if (!answer.ok) return { ok: false, messages: answer.refusal.messages }
    await load()
    return { ok: true, messages: answer.messages }
  }

  const open = page?.data.requests.filter(({ result }) => result === null).map(({ kind }) => kind) ?? []
  const kinds = KINDS.filter((kind) => !open.includes(kind))
  const messagesKey = page?.messagesKey
  return (
    <section className={classes.panel} aria-labelledby="my-data">
      <h2 id="my-data" ref={heading} tabIndex={-1}>
        {t('myData.title')}
      </h2>
      <p className={classes.soft}>{t('myData.intro')}</p>
      <p role="status" className={said ? classes.saved : 'hidden'}>
        {said}
      </p>
      <p role="alert" className={problem ? classes.problem : 'hidden'}>
        {problem}
      </p>
      {!page ? (
        <button
          type="button"
          className={classes.link}
          aria-busy={state === 'busy'}
          onClick={() => void work(load)}
        >
          {t('myData.open')}
        </button>
      ) : (
        <>
          <MyDataFacts organiser={page.data.organiser} facts={page.data.facts} shown={shown} />
          <div className={classes.buttons}>
            {(['pdf', 'json'] as const).map((format) => (
              <button
                key={format}
                type="button"
                className={classes.link}
                onClick={() => void work(() => save(format))}
              >
                {t(`myData.save.${format}`)}
              </button>
            ))}
            <button
              type="button"
              className={classes.link}
              onClick={() => {
                setSaid('')
                setAsked(null)
                setPage(null)
                heading.current?.focus()
              }}
            >
              {t('myData.hide')}
            </button>
          </div>
          {messagesKey && (
            <>
              <p className={classes.soft}>
                {t(page.areMessagesStopped ? 'myData.messages.stopped' : 'myData.messages.going')}
              </p>
              <button
                type="button"
                className={classes.link}
                onClick={() => void work(() => switchMessages(messagesKey, page.areMessagesStopped))}
              >
                {t(page.areMessagesStopped ? 'myData.messages.resume' : 'myData.messages.stop')}
              </button>
            </>
          )}
          {page.data.requests.length > 0 && <Requests requests={page.data.requests} />}
          {asked ? (
            <MyDataRequest
              eventId={eventId}
              ownKey={ownKey}
              kind={asked}
              givesPlaceBack={page.givesPlaceBack}
              onDone={(message) => {
                setAsked(null)
                heading.current?.focus()
                if (!message) return
                void work(async () => {
                  await load()
                  return { ok: true, messages: [message] }
                })
              }}
            />
          ) : (
            kinds.length > 0 && (
              <>
                <h3>{t('myData.ask')}</h3>
                <div className={classes.buttons}>
                  {kinds.map((kind) => (
                    <button
                      key={kind}
                      type="button"
                      className={kind === 'erasure' ? classes.danger : classes.link}
                      onClick={() => {
                        setSaid('')
                        setAsked(kind)
                      }}
                    >
                      {t(`myData.kind.${kind}`)}
                    </button>
                  ))}
                </div>
              </>
            )
          )}
        </>
      )}
    </section>
  )
}

/** The visitor's earlier requests, with the legal dates and the outcomes. */
function Requests({ requests }: { requests: readonly OwnDataRequest[] }) {
  const { t, longDate } = useTranslation()
  return (
    <>
      <h3>{t('myData.requests')}</h3>
      <dl className={classes.facts}>
        {requests.map(({ kind, askedAt, answerBy, doneBy, content, answer, result, reason }) => (
          <div key={`${kind}${askedAt}`}>
            <dt>
              {t(`myData.kind.${kind}`)} · {longDate(askedAt)}
            </dt>
            <dd>
              {[
                content,
                answer && t('myData.answered', { text: answer }),
                result
                  ? t(`myData.result.${result}`, { reason: reason ?? '' })
                  : answer
                    ? t('myData.doneBy', { done: longDate(doneBy) })
                    : t('myData.dates', { answer: longDate(answerBy), done: longDate(doneBy) }),
              ]
                .filter(Boolean)
                .join('\n')}
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}
