import { Skeleton, Text } from '@mantine/core'
import {
  type Icon,
  IconAlertTriangle,
  IconCash,
  IconChevronRight,
  IconCircleCheck,
  IconClock,
  IconDeviceMobile,
  IconFileInvoice,
  IconMailForward,
  IconMailX,
  IconPhoto,
  IconUsers,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '~/components/ErrorState'
import { Panel } from '~/components/Panel'
import type { Event } from '~/features/events/queries'
import { formatDateTime } from '~/lib/dates'
import { formatNumber } from '~/lib/numbers'
import classes from './EventHome.module.css'
import { todoQuery } from './queries'
import { type TodoKind, todosOf } from './todos'

const ICONS: Record<TodoKind, Icon> = {
  letter: IconMailForward,
  usedTwice: IconAlertTriangle,
  stopped: IconMailX,
  undelivered: IconMailX,
  bursts: IconAlertTriangle,
  transfers: IconCash,
  unpaid: IconCash,
  refunds: IconCash,
  invoices: IconFileInvoice,
  full: IconUsers,
  opens: IconClock,
  device: IconDeviceMobile,
  cover: IconPhoto,
}

/** The tasks of the organiser, each with a link to its screen. */
export function TodoList({ event }: { event: Event }) {
  const { t } = useTranslation()
  const known = useQuery(todoQuery(event.id))
  const todos = todosOf(event, known.data)
  return (
    <Panel title={t('eventHome.todo.title')}>
      {todos.length > 0 ? (
        <ul className={classes.rows}>
          {todos.map(({ kind, count, link }) => {
            const Glyph = ICONS[kind]
            return (
              <li key={kind}>
                <Link {...link} className={classes.row}>
                  <Glyph size={20} stroke={1.5} aria-hidden />
                  <span className={classes.rowWords}>
                    {t(`eventHome.todo.${kind}`, {
                      count,
                      number: formatNumber(count),
                      date: formatDateTime(event.openRegistrationDate),
                    })}
                  </span>
                  <IconChevronRight size={18} stroke={1.5} aria-hidden />
                </Link>
              </li>
            )
          })}
        </ul>
      ) : known.isPending ? (
        <Skeleton height={44} />
      ) : known.error ? (
        <ErrorState error={known.error} onRetry={() => void known.refetch()} />
      ) : (
        <Text c="dimmed" className={classes.fact}>
          <IconCircleCheck size={20} stroke={1.5} aria-hidden /> {t('eventHome.todo.none')}
        </Text>
      )}
    </Panel>
  )
}
