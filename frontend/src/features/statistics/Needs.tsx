import { Skeleton, Text, Title } from '@mantine/core'
import {
  type Icon,
  IconAlertTriangle,
  IconCalendarDue,
  IconChevronRight,
  IconCircleCheck,
  IconDatabaseOff,
  IconMailOff,
  IconStackBack,
  IconUserSearch,
  IconUsersGroup,
  IconUsersPlus,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '~/components/ErrorState'
import { type Need, needsQuery } from '~/features/system/queries'
import { formatRelative } from '~/lib/dates'
import { formatNumber } from '~/lib/numbers'
import classes from './Needs.module.css'

interface Place {
  icon: Icon
  /** Where all of them are listed. */
  list: LinkProps
  /** Where one of them is solved; absent for kinds of which the server names none. */
  one?: (thing: Need['things'][number]) => LinkProps
}

const SYSTEM: LinkProps = { to: '/system' }

/** A further kind is a line here and a sentence in `statistics.needs`. */
const PLACES: Record<Need['kind'], Place> = {
  lowSpace: { icon: IconDatabaseOff, list: SYSTEM },
  mailOutage: { icon: IconMailOff, list: SYSTEM },
  deadJobs: { icon: IconStackBack, list: { to: '/system', search: { tab: 'jobs' } } },
  bursts: {
    icon: IconAlertTriangle,
    list: { to: '/event-management' },
    one: ({ id }) => ({ to: '/participant-management/$eventId/$', params: { eventId: id } }),
  },
  searchedTooOften: {
    icon: IconUserSearch,
    list: { to: '/system', search: { tab: 'audit', action: 'searchedTooOften' } },
    one: ({ name }) => ({ to: '/committee-management', search: { search: name } }),
  },
  groupRequests: {
    icon: IconUsersPlus,
    list: { to: '/group-management' },
    one: () => ({ to: '/group-management' }),
  },
  ownerlessGroups: {
    icon: IconUsersGroup,
    list: { to: '/group-management' },
    one: ({ id }) => ({ to: '/group-management/$groupId', params: { groupId: id } }),
  },
  endingPlans: {
    icon: IconCalendarDue,
    list: { to: '/plan-management' },
    one: ({ id }) => ({ to: '/plan/$planId', params: { planId: id } }),
  },
}

/** The list of what waits for the administrator, each a sentence that leads to where it is solved. */
export function Needs() {
  const { t } = useTranslation()
  const title = useId()
  const { data: needs, error, refetch } = useQuery(needsQuery)
  return (
    <section className={classes.panel} aria-labelledby={title}>
      <Title id={title} order={2} fz="lg" mb="xs">
        {t('statistics.needs.title')}
      </Title>
      {needs && needs.length > 0 ? (
        <ul className={classes.rows}>
          {needs.map((need) => (
            <li key={need.kind}>
              <Row need={need} />
            </li>
          ))}
        </ul>
      ) : needs ? (
        <Text c="dimmed" className={classes.nothing}>
          <IconCircleCheck size={20} stroke={1.5} aria-hidden /> {t('statistics.needs.none')}
        </Text>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={48} radius="md" />
      )}
    </section>
  )
}

function Row({ need: { kind, count, at, things } }: { need: Need }) {
  const { t } = useTranslation()
  const { icon: Glyph, list, one } = PLACES[kind]
  const age = at ? formatRelative(at, Date.now()) : ''
  const sentence = t(`statistics.needs.${kind}`, { count, number: formatNumber(count), age })
  if (!one)
    return (
      <Link {...list} className={classes.row}>
        <Glyph size={20} stroke={1.5} aria-hidden />
        <span className={classes.words}>{sentence}</span>
        <IconChevronRight size={18} stroke={1.5} aria-hidden />
      </Link>
    )
  return (
    <div className={classes.row}>
      <Glyph size={20} stroke={1.5} aria-hidden />
      <div className={classes.words}>
        {sentence}
        <div className={classes.things}>
          {things.map((thing) => (
            <Link key={`${thing.id} ${thing.name}`} {...one(thing)} className={classes.thing}>
              {thing.name}
            </Link>
          ))}
          {count > things.length && (
            <Link {...list} className={classes.thing}>
              {t('statistics.needs.all')}
            </Link>
          )}
        </div>
      </div>
    </div>
  )
}
