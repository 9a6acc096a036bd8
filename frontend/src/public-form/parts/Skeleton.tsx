import { withKeptDashes } from '~/lib/dashes'
import { useTranslation } from '../translation'
import { readIntroduction } from './introduction'
import { PageTitle } from './PageTitle'
import classes from './page.module.css'

/** The page while the event is loading: the data that came with the page already, and the shape of the rest. */
export function Skeleton({ eventId }: { eventId: string }) {
  const { t, longDate, hours } = useTranslation()
  const introduction = readIntroduction(eventId)
  return (
    <div aria-busy>
      <PageTitle>{introduction?.title ?? t('loading')}</PageTitle>
      <main className="first">
        <h1 className={introduction ? undefined : 'hidden'}>
          {introduction ? withKeptDashes(introduction.title) : t('loading')}
        </h1>
        {introduction && (
          <>
            <p>
              {longDate(introduction.start)}, {hours(introduction.start, introduction.end)}
            </p>
            {introduction.place && <p>{introduction.place}</p>}
          </>
        )}
        <div className={classes.bones} aria-hidden>
          <div className={classes.bone} />
          <div className={classes.bone} />
          <div className={classes.bone} data-size="short" />
          <div className={classes.bone} data-size="field" />
          <div className={classes.bone} data-size="field" />
        </div>
      </main>
    </div>
  )
}
