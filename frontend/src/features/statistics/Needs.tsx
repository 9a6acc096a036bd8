import { Skeleton, Text, Title } from '@mantine/core'
import {
  type Icon,
  IconAlertTriangle,
  IconCalendarDue,
  IconChevronRight,
  IconCircleCheck,
  IconDatabaseOff,
  IconMailOff,
  IconShieldLock,
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
import { Paging } from '~/components/Paging'
import { useExistingPage } from '~/components/useExistingPage'
import { type Need, needsQuery, needThingsQuery } from '~/features/system/queries'
import { PAGE_SIZE } from '~/features/system/search'
import { formatRelative } from '~/lib/dates'
import { formatNumber } from '~/lib/numbers'
import classes from './Needs.module.css'
import { type DashboardSearch, LISTED_NEEDS } from './search'

type Thing = Need['things'][number]

interface Place {
  icon: Icon
  /** A list that has all of them and no others; absent for kinds of which all are shown here. */
  list?: LinkProps
  /** Where one of them is solved; absent for kinds of which the server names none. */
  one?: (thing: Thing) => LinkProps
}

const SYSTEM: LinkProps = { to: '/system' }

/** A further kind is a line here and a sentence in `statistics.needs`. */
const PLACES: Record<Need['kind'], Place> = {
  lowSpace: { icon: IconDatabaseOff, list: SYSTEM },
  mailOutage: { icon: IconMailOff, list: SYSTEM },
  deadJobs: { icon: IconStackBack, list: { to: '/system', search: { tab: 'jobs' } } },
  dataRequests: { icon: IconShieldLock, list: { to: '/system', search: { tab: 'data' } } },
  bursts: {
    icon: IconAlertTriangle,
    one: ({ id }) => ({ to: '/participant-management/$eventId/$', params: { eventId: id } }),
  },
  searchedTooOften: {
    icon: IconUserSearch,
    one: ({ name }) => ({ to: '/committee-management', search: { search: name } }),
  },
  groupRequests: {
    icon: IconUsersPlus,
    list: { to: '/group-management' },
    one: () => ({ to: '/group-management' }),
  },
  ownerlessGroups: {
    icon: IconUsersGroup,
    one: ({ id }) => ({ to: '/group-management/$groupId', params: { groupId: id } }),
  },
  endingPlans: {
    icon: IconCalendarDue,
    one: ({ id }) => ({ to: '/plan/$planId', params: { planId: id } }),
  },
}

interface NeedsProps {
  /** The values in the address. */
  search: DashboardSearch
  /** Shows another page of all things of the chosen kind. */
  onPage: (page: number, replace?: boolean) => void
}

/** The list of what waits for the administrator, each a sentence that leads to where it is solved. */
export function Needs(props: NeedsProps) {
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
              <Row need={need} {...props} />
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

const MINUTE = 60_000

interface RowProps extends NeedsProps {
  need: Need
}

function Row({ need, ...props }: RowProps) {
  const { t } = useTranslation()
  const { kind, count, at } = need
  const ageOf = (moment: string) => {
    const now = Date.now()
    const age = now - Date.parse(moment)
    // `formatRelative` would say "this minute", which no sentence takes.
    return age >= 0 && age < MINUTE ? t('statistics.needs.justNow') : formatRelative(moment, now)
  }
  const { icon: Glyph, list, one } = PLACES[kind]
  const age = at ? ageOf(at) : ''
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
        <NamedThings need={need} {...props} />
      </div>
    </div>
  )
}

/** The first things of a kind, or all of them where the address asks for them, and the way to the others. */
function NamedThings({ need: { kind, things, thingCount }, search, onPage }: RowProps) {
  const { t } = useTranslation()
  const { list } = PLACES[kind]
  const showsAll = search.need === kind
  const need = showsAll ? undefined : LISTED_NEEDS.find((known) => known === kind)
  return (
    <>
      {showsAll ? (
        <AllThings kind={kind} first={things} page={search.page ?? 1} onPage={onPage} />
      ) : (
        <Things kind={kind} things={things} />
      )}
      {(thingCount > things.length || showsAll) && (
        <Link
          {...(list ?? {
            to: '/dashboard',
            search: { ...search, need, page: undefined },
            resetScroll: false,
          })}
          className={classes.thing}
        >
          {t(showsAll ? 'statistics.needs.fewer' : 'statistics.needs.all')}
        </Link>
      )}
    </>
  )
}

interface AllThingsProps extends Pick<NeedsProps, 'onPage'> {
  kind: Need['kind']
  /** Those that are named already, until all are there. */
  first: readonly Thing[]
  page: number
}

function AllThings({ kind, first, page, onPage }: AllThingsProps) {
  const all = useQuery(needThingsQuery(kind, page))
  useExistingPage(all, page, PAGE_SIZE, (last) => onPage(last, true))
  if (!all.data && all.error) return <ErrorState error={all.error} onRetry={() => void all.refetch()} />
  return (
    <>
      <Things kind={kind} things={all.data?.items ?? first} />
      <Paging page={page} size={PAGE_SIZE} total={all.data?.total ?? 0} onChange={onPage} />
    </>
  )
}

function Things({ kind, things }: Pick<Need, 'kind'> & { things: readonly Thing[] }) {
  const { one } = PLACES[kind]
  return (
    <div className={classes.things}>
      {things.map((thing) => (
        <Link key={`${thing.id} ${thing.name}`} {...one?.(thing)} className={classes.thing}>
          {thing.name}
        </Link>
      ))}
    </div>
  )
}
