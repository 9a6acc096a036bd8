import { Button, Skeleton, UnstyledButton } from '@mantine/core'
import { IconChartBar, IconChevronDown } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { keep, recall } from '~/lib/storage'
import { FigureChart } from './FigureChart'
import { type Figure, type FigureName, Figures, formatFigure } from './Figures'
import { PeriodSwitch } from './PeriodSwitch'
import { overviewQuery } from './queries'
import classes from './StatisticsStrip.module.css'
import { SHARED_METRICS, type StatisticsSearchProps } from './search'
import { useCounted } from './useCounted'

const OWN: readonly Figure[] = [
  { name: 'totalEvents', link: { to: '/event-management' } },
  { name: 'participants', link: { to: '/participant-management' } },
  { name: 'checkedIn', link: { to: '/participant-management', search: { checkin: 'in' } } },
  { name: 'moneyReceived', link: { to: '/participant-management', search: { payment: 'paid' } } },
  { name: 'moneyDue', link: { to: '/participant-management', search: { payment: 'unpaid' } } },
  { name: 'groups', link: { to: '/my-group' } },
]

const figuresOf = (eventId: string): readonly Figure[] => {
  const event = { to: '/participant-management/$eventId/$', params: { eventId } } as const
  return [
    { name: 'participants', link: event },
    { name: 'checkedIn', link: { ...event, search: { checkin: 'in' } } },
    { name: 'moneyReceived', link: { ...event, search: { payment: 'paid' } } },
    { name: 'moneyDue', link: { ...event, search: { payment: 'unpaid' } } },
  ]
}

const MONEY = ['moneyReceived', 'moneyDue'] as const satisfies FigureName[]

/** The figures of all events while the strip is closed. The screen of one event has counted its participants above. */
const IN_BRIEF = ['participants', 'checkedIn', ...MONEY] as const satisfies FigureName[]

interface StatisticsStripProps extends StatisticsSearchProps {
  /** Only this event; otherwise all of the caller's own. */
  eventId?: string
}

/** Figures in one line above a list; opened, which the device remembers, with their growth and a chart. */
export function StatisticsStrip({ eventId, search, onSearch }: StatisticsStripProps) {
  const { t } = useTranslation()
  const storedAt = eventId ? 'openFigures.event' : 'openFigures.events'
  const [opened, setOpened] = useState(() => recall<boolean>('localStorage', storedAt) ?? false)
  const content = useId()
  const { period = 'week' } = search
  const metrics = eventId ? SHARED_METRICS.filter((metric) => metric !== 'events') : SHARED_METRICS
  const metric = metrics.find((known) => known === search.metric) ?? 'participants'
  const toggle = () => {
    keep('localStorage', storedAt, opened ? null : true)
    setOpened(!opened)
  }
  return (
    <section className={classes.strip} aria-label={t('statistics.title')}>
      <div className={classes.bar}>
        <UnstyledButton
          className={classes.toggle}
          aria-expanded={opened}
          aria-controls={opened ? content : undefined}
          onClick={toggle}
        >
          <IconChartBar size={18} aria-hidden />
          {t('statistics.title')}
          <IconChevronDown size={16} aria-hidden />
        </UnstyledButton>
        {!opened && <Brief eventId={eventId} />}
      </div>
      {opened && (
        <div id={content} className={classes.content}>
          <PeriodSwitch period={period} onChange={(next) => onSearch({ ...search, period: next })} />
          <Figures figures={eventId ? figuresOf(eventId) : OWN} period={period} eventId={eventId} />
          <FigureChart
            metrics={metrics}
            metric={metric}
            period={period}
            eventId={eventId}
            onMetric={(next) => onSearch({ ...search, metric: next })}
          />
        </div>
      )}
    </section>
  )
}

function Brief({ eventId }: { eventId: string | undefined }) {
  const { t } = useTranslation()
  const { data: overview, error, refetch } = useQuery(overviewQuery('week', eventId))
  const data = useCounted(overview, eventId)
  if (!data && error) {
    return (
      <div role="alert" className={classes.failed}>
        {t('statistics.failed')}
        <Button size="compact-sm" variant="default" onClick={() => void refetch()}>
          {t('common.retry')}
        </Button>
      </div>
    )
  }
  return (
    <dl className={classes.brief}>
      {(eventId ? MONEY : IN_BRIEF).map((name) => (
        <div key={name}>
          <dt>{t(`statistics.figure.${name}`)}</dt>
          <dd>{data ? formatFigure(name, data[name]) : <Skeleton height={16} width={40} />}</dd>
        </div>
      ))}
    </dl>
  )
}
