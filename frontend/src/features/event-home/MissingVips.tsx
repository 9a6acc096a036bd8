import { Skeleton, Text } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '~/components/ErrorState'
import { Panel } from '~/components/Panel'
import { PersonAvatar } from '~/components/PersonAvatar'
import { participantsQuery } from '~/features/participants/queries'
import { formatNumber } from '~/lib/numbers'
import classes from './EventHome.module.css'

/** The most names; the others are a press away. */
const SHOWN = 10

const MISSING = { type: 'VIP', checkin: 'out' } as const

/** The VIPs who are not here yet; the list follows the door because its key is that of the participants. */
export function MissingVips({ eventId }: { eventId: string }) {
  const { t } = useTranslation()
  const missing = useQuery(participantsQuery(eventId, MISSING, 1, SHOWN))
  const guests = { to: '/participant-management/$eventId/$', params: { eventId, _splat: '' } } as const
  const more = (missing.data?.total ?? 0) - SHOWN
  return (
    <Panel title={t('eventHome.tonight.vips')}>
      {missing.data ? (
        <ul className={classes.rows}>
          {missing.data.items.map(({ id, fullName, avatar, company, erasedAt }) => (
            <li key={id}>
              <Link {...guests} search={{ ...MISSING, person: id }} className={classes.row}>
                <PersonAvatar fullName={erasedAt ? '' : fullName} src={avatar} size={36} />
                <span className={classes.rowWords}>
                  {erasedAt ? t('eventHome.arrivals.erased') : fullName}
                  {company && (
                    <Text component="span" display="block" size="xs" c="dimmed">
                      {company}
                    </Text>
                  )}
                </span>
              </Link>
            </li>
          ))}
          {more > 0 && (
            <li>
              <Link {...guests} search={MISSING} className={classes.row}>
                <span className={classes.rowWords}>
                  {t('eventHome.tonight.moreVips', { count: more, number: formatNumber(more) })}
                </span>
                <IconChevronRight size={18} stroke={1.5} aria-hidden />
              </Link>
            </li>
          )}
        </ul>
      ) : missing.error ? (
        <ErrorState error={missing.error} onRetry={() => void missing.refetch()} />
      ) : (
        <Skeleton height={96} />
      )}
      {missing.data?.total === 0 && <Text c="dimmed">{t('eventHome.tonight.noVips')}</Text>}
    </Panel>
  )
}
