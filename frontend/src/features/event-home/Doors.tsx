import { Skeleton, Text } from '@mantine/core'
import { IconDeviceMobile, IconPlugConnected, IconPlugConnectedX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '~/components/ErrorState'
import { Panel } from '~/components/Panel'
import { Pill } from '~/components/Pill'
import { type CheckinKey, keysQuery } from '~/features/checkin/queries'
import { hasRight } from '~/features/events/eventRights'
import type { Event } from '~/features/events/queries'
import { eventMoneyQuery } from '~/features/money/queries'
import { formatTime } from '~/lib/dates'
import { formatMoney } from '~/lib/numbers'
import evening from './Evening.module.css'
import classes from './EventHome.module.css'

/** Milliseconds between two looks at the devices, which come and go without a message. */
const WATCHING = 15_000

/** The paired devices and whether each is connected, and the cash that they took. */
export function Doors({ event }: { event: Event }) {
  const { t } = useTranslation()
  const devices = useQuery({ ...keysQuery(event.id), refetchInterval: WATCHING })
  return (
    <Panel title={t('eventHome.tonight.doors')}>
      {devices.data ? (
        <ul className={classes.rows}>
          {devices.data.map((device) => (
            <Door key={device.id} eventId={event.id} device={device} />
          ))}
        </ul>
      ) : devices.error ? (
        <ErrorState error={devices.error} onRetry={() => void devices.refetch()} />
      ) : (
        <Skeleton height={96} />
      )}
      {devices.data?.length === 0 && (
        <Text c="dimmed" mb="sm">
          {t('eventHome.tonight.noDoors')}
        </Text>
      )}
      {hasRight(event, 'money') && <Cash eventId={event.id} />}
    </Panel>
  )
}

function Door({ eventId, device }: { eventId: string; device: CheckinKey }) {
  const { t } = useTranslation()
  const { label, lastUsedAt, isConnected } = device
  return (
    <li>
      <Link to="/participant-management/$eventId/door" params={{ eventId }} className={classes.row}>
        <IconDeviceMobile size={20} stroke={1.5} aria-hidden />
        <span className={classes.rowWords}>
          {label}
          <Text component="span" display="block" size="xs" c="dimmed">
            {lastUsedAt
              ? t('eventHome.tonight.lastScan', { time: formatTime(lastUsedAt) })
              : t('eventHome.tonight.noScan')}
          </Text>
        </span>
        {isConnected === true && (
          <Pill color="jade" icon={IconPlugConnected}>
            {t('eventHome.tonight.online')}
          </Pill>
        )}
        {isConnected === false && (
          <Pill color="gray" icon={IconPlugConnectedX}>
            {t('eventHome.tonight.offline')}
          </Pill>
        )}
      </Link>
    </li>
  )
}

function Cash({ eventId }: { eventId: string }) {
  const { t } = useTranslation()
  const { data } = useQuery(eventMoneyQuery(eventId))
  if (!data) return null
  const taken = data.byWay.find(({ way }) => way === 'door')?.amount ?? 0
  return (
    <div className={evening.cash}>
      <Text component="span">{t('eventHome.tonight.cash')}</Text>
      <Text component="span" fw={600}>
        {formatMoney(taken)}
      </Text>
    </div>
  )
}
