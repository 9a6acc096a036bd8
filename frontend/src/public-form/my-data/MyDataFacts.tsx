import type { OwnFact } from '../contract'
import classes from '../own-page/own.module.css'
import { useTranslation } from '../translation'

interface MyDataFactsProps {
  organiser: string
  facts: readonly OwnFact[]
  /** The names of facts that the page shows elsewhere. */
  shown: ReadonlySet<string>
}

/** The visitor's stored data that the page does not show elsewhere. Facts of one kind share their name. */
export function MyDataFacts({ organiser, facts, shown }: MyDataFactsProps) {
  const { t } = useTranslation()
  const kinds = new Map<string, OwnFact[]>()
  for (const fact of facts.filter(({ name }) => !shown.has(name)))
    kinds.set(fact.name, [...(kinds.get(fact.name) ?? []), fact])
  return (
    <>
      {shown.size > 0 && <p className={classes.soft}>{t('myData.rest')}</p>}
      <dl className={classes.facts}>
        <div>
          <dt>{t('myData.keptBy')}</dt>
          <dd>{organiser}</dd>
        </div>
        {[...kinds.entries()].map(([name, same]) => (
          <div key={name}>
            <dt>{same[0]?.label}</dt>
            {same.map((fact, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: messages may be the same, and nothing is moved.
              <dd key={place}>
                <Value fact={fact} />
              </dd>
            ))}
          </div>
        ))}
      </dl>
    </>
  )
}

/** A long text is folded after its beginning. */
const LONG = 160

function Value({ fact: { kind, label, value } }: { fact: OwnFact }) {
  const { t } = useTranslation()
  if (kind === 'text') {
    if (value.length <= LONG) return value
    return (
      <details className={classes.long}>
        <summary>{`${value.slice(0, LONG / 2).trimEnd()}…`}</summary>
        {value}
      </details>
    )
  }
  // The address names the installation's host, and this page may have been opened by another.
  const { pathname } = new URL(value, window.location.href)
  if (kind === 'document')
    return (
      <a href={pathname} download>
        {t('myData.openFile')}
      </a>
    )
  return (
    <a href={pathname} target="_blank" rel="noreferrer">
      <img src={pathname} alt={label} loading="lazy" className={classes.thumb} />
    </a>
  )
}
