import { Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '~/components/ErrorState'
import { Panel } from '~/components/Panel'
import { PersonAvatar } from '~/components/PersonAvatar'
import { participantsQuery } from '~/features/participants/queries'
import { formatTime } from '~/lib/dates'
import classes from './EventHome.module.css'

const SHOWN = 6

const ARRIVED = { checkin: 'in', sort: 'checkedInTime', order: 'desc' } as const

/** The latest arrivals; the list follows the door because its key is that of the participants. */
export function LatestArrivals({ eventId }: { eventId: string }) {
  const { t } = useTranslation()
  const arrived = useQuery(participantsQuery(eventId, ARRIVED, 1, SHOWN))
  const people = arrived.data?.items
  return (
    <Panel title={t('eventHome.arrivals.title')}>
      {people ? (
        <ul className={classes.rows} aria-live="polite" aria-relevant="additions">
          {people.map(({ id, fullName, avatar, ticket, checkedInTime, erasedAt }) => (
            <li key={id}>
              <Link
                to="/participant-management/$eventId/$"
                params={{ eventId, _splat: '' }}
                search={{ ...ARRIVED, person: id }}
                className={classes.row}
              >
                <PersonAvatar fullName={erasedAt ? '' : fullName} src={avatar} size={36} />
                <span className={classes.rowWords}>
                  {erasedAt ? t('eventHome.arrivals.erased') : fullName}
                  {ticket && (
                    <Text component="span" display="block" size="xs" c="dimmed">
                      {ticket.name}
                    </Text>
                  )}
                </span>
                {checkedInTime && (
                  <Text component="span" size="sm" c="dimmed">
                    {formatTime(checkedInTime)}
                  </Text>
                )}
              </Link>
            </li>
          ))}
        </ul>
      ) : arrived.error ? (
        <ErrorState error={arrived.error} onRetry={() => void arrived.refetch()} />
      ) : (
        <Skeleton height={120} />
      )}
      {people?.length === 0 && <Text c="dimmed">{t('eventHome.arrivals.none')}</Text>}
    </Panel>
  )
}
