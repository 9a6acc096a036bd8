import { Center, Loader } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '~/components/ErrorState'
import { hasRight } from '~/features/events/eventRights'
import { eventQuery } from '~/features/events/queries'
import { CODE, isRefused } from '~/lib/apiError'
import { useSession } from '~/lib/session'
import { DoorScreen } from './DoorScreen'
import classes from './DoorScreen.module.css'
import { useDeviceKey, useDeviceName } from './pairing'
import { screenQuery } from './queries'
import { Unpaired } from './Unpaired'
import { WelcomeDisplay } from './WelcomeDisplay'

export type DoorView = 'door' | 'display'

interface WelcomeScreenProps {
  eventId: string
  view: DoorView
}

/**
 * The check-in view of an event. It is public: what it can do depends on the key of this device or on the rights of
 * the account, and the server decides.
 */
export function WelcomeScreen({ eventId, view }: WelcomeScreenProps) {
  const { t } = useTranslation()
  const screen = useQuery(screenQuery(eventId))
  const { loggedIn } = useSession()
  // Only accounts with a role in the event get an answer; it says whether the door is among their rights.
  const own = useQuery({ ...eventQuery(eventId), enabled: loggedIn })
  const key = useDeviceKey(eventId)
  const deviceName = useDeviceName()
  useDocumentTitle(`${screen.data?.title ?? 'Check-in'} · Hội`)

  // A refusal (the event was cancelled) hides the page; a lost connection does not.
  const isGone = isRefused(screen.error, CODE.notFound)
  if (!screen.data || isGone || (loggedIn && own.isPending)) {
    return (
      <Center className={classes.page} p="md">
        {screen.error ? (
          <ErrorState error={screen.error} onRetry={() => void screen.refetch()} />
        ) : (
          <Loader role="status" aria-label={t('checkin.loading')} />
        )}
      </Center>
    )
  }
  const ofAccount = loggedIn && own.isSuccess && hasRight(own.data, 'door') ? own.data : null
  if (!key && !ofAccount) return <Unpaired eventId={eventId} screen={screen.data} />
  // The account's login permits more than a key and does not end with it.
  const door = { eventId, key: ofAccount ? null : key, deviceName }
  return view === 'display' ? (
    <WelcomeDisplay door={door} screen={screen.data} />
  ) : (
    <DoorScreen
      door={door}
      screen={screen.data}
      changesGuests={ofAccount !== null && hasRight(ofAccount, 'guests')}
    />
  )
}
