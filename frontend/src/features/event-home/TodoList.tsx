import { Skeleton, Text } from '@mantine/core'
import {
  type Icon,
  IconAlertTriangle,
  IconCash,
  IconChevronRight,
  IconCircleCheck,
  IconClock,
  IconDeviceMobile,
  IconMailForward,
  IconMailX,
  IconPhoto,
  IconUsers,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Panel } from '~/components/Panel'
import { conflictsQuery, keysQuery } from '~/features/checkin/queries'
import { type EventRight, hasRight } from '~/features/events/eventRights'
import { type Event, letterQuery } from '~/features/events/queries'
import { messagesQuery } from '~/features/messages/queries'
import { burstsQuery, paymentRemindersQuery, undeliveredQuery } from '~/features/participants/queries'
import { formatDateTime } from '~/lib/dates'
import { formatNumber } from '~/lib/numbers'
import classes from './EventHome.module.css'
import { type TodoKind, todosOf } from './todos'

const ICONS: Record<TodoKind, Icon> = {
  letter: IconMailForward,
  usedTwice: IconAlertTriangle,
  stopped: IconMailX,
  undelivered: IconMailX,
  bursts: IconAlertTriangle,
  unpaid: IconCash,
  full: IconUsers,
  opens: IconClock,
  device: IconDeviceMobile,
  cover: IconPhoto,
}

/** The tasks of the organiser, each with a link to its screen. */
export function TodoList({ event }: { event: Event }) {
  const { t } = useTranslation()
  const may = (right: EventRight) => ({ enabled: hasRight(event, right) })
  const unpaid = useQuery({ ...paymentRemindersQuery(event.id), ...may('money') })
  const keys = useQuery({ ...keysQuery(event.id), ...may('door') })
  const undelivered = useQuery({ ...undeliveredQuery(event.id), ...may('guests') })
  const conflicts = useQuery({ ...conflictsQuery(event.id), ...may('door') })
  const bursts = useQuery({ ...burstsQuery(event.id), ...may('guests') })
  const messages = useQuery({ ...messagesQuery(event.id, 1), ...may('messages') })
  const letter = useQuery({ ...letterQuery(event.id), ...may('messages') })
  const todos = todosOf({
    event,
    unpaid: unpaid.data?.recipients,
    devices: keys.data?.length,
    undelivered: undelivered.data?.total,
    usedTwice: conflicts.data?.length,
    bursts: bursts.data?.length,
    messages: messages.data?.items,
    untold: letter.data?.recipients,
  })
  const asked = [unpaid, keys, undelivered, conflicts, bursts, messages, letter]
  const isLoading = asked.some(({ isPending, isEnabled }) => isEnabled && isPending)
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
      ) : isLoading ? (
        <Skeleton height={44} />
      ) : (
        <Text c="dimmed" className={classes.fact}>
          <IconCircleCheck size={20} stroke={1.5} aria-hidden /> {t('eventHome.todo.none')}
        </Text>
      )}
    </Panel>
  )
}
