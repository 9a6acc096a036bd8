import { Progress, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Panel } from '~/components/Panel'
import type { Event } from '~/features/events/queries'
import { formatNumber } from '~/lib/numbers'
import classes from './EventHome.module.css'

/** The number of taken seats of each ticket class. */
export function ClassBars({ event }: { event: Event }) {
  const { t } = useTranslation()
  return (
    <Panel title={t('eventHome.classes.title')}>
      <ul className={classes.bars}>
        {event.tickets.map(({ id, name, sold, quantity }) => {
          // A class without a number of its own shares the seats of the event.
          const seats = quantity === -1 ? event.totalParticipants : quantity
          return (
            <li key={id}>
              <div className={classes.barWords}>
                <Text component="span" size="sm" className={classes.barName}>
                  {name}
                </Text>
                <Text component="span" size="sm" fw={500}>
                  {quantity === -1
                    ? formatNumber(sold)
                    : t('eventHome.classes.sold', { sold: formatNumber(sold), seats: formatNumber(seats) })}
                </Text>
              </div>
              <Progress
                value={(sold / Math.max(seats, 1)) * 100}
                size="md"
                mt={4}
                aria-label={t('eventHome.classes.bar', { name })}
              />
            </li>
          )
        })}
      </ul>
    </Panel>
  )
}
