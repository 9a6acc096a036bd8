import { ActionIcon, Menu } from '@mantine/core'
import { useFullscreenDocument } from '@mantine/hooks'
import { IconMaximize, IconMinimize, IconScan, IconSettings } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { components } from '~/api/schema'
import { LanguageItems } from '~/components/LanguageItems'
import { useWakeLock } from '~/lib/wakeLock'
import { Counters } from './DoorBar'
import type { Arrival } from './doorSocket'
import { Greeting, SponsorLogos } from './Greeting'
import type { Door } from './scan'
import { useLiveDoor } from './useLiveDoor'
import classes from './WelcomeDisplay.module.css'

/** Names listed below the large one when guests arrive faster than greetings last. */
const ALSO = 4

interface WelcomeDisplayProps {
  door: Door
  screen: components['schemas']['WelcomeScreen']
}

/** The welcome screen for a projector: greets everyone who is checked in at any device; does not scan. */
export function WelcomeDisplay({ door, screen }: WelcomeDisplayProps) {
  const { t } = useTranslation()
  const { guest, also, greet } = useGuests(screen.waitingTime)
  const isLive = useLiveDoor({ eventId: door.eventId, key: door.key, onArrival: greet })
  useWakeLock()

  return (
    <div className={classes.display}>
      {screen.coverImage && <img src={screen.coverImage} alt="" className={classes.backdrop} />}
      <div className={classes.stage} aria-live="polite">
        {guest ? (
          <div
            key={guest.attendanceId + guest.checkedInTime}
            className={classes.guest}
            data-vip={guest.participationType === 'VIP' || undefined}
          >
            <Sparks />
            <p className={classes.welcome}>{t('checkin.display.welcome')}</p>
            <Greeting person={guest} isByGivenName />
            {also.length > 0 && (
              <p className={classes.also}>
                {t('checkin.display.also', { names: also.map(({ fullName }) => fullName).join(', ') })}
              </p>
            )}
          </div>
        ) : (
          <div className={classes.idle}>
            <img src={screen.logo} alt="" className={classes.logo} />
            <p className={classes.welcome}>{t('checkin.display.welcomeTo')}</p>
            <h1 className={classes.title}>{screen.title}</h1>
          </div>
        )}
      </div>
      <footer className={classes.foot}>
        <Counters screen={screen} />
        <SponsorLogos logos={screen.sponsorLogos} />
        <DisplaySwitches eventId={door.eventId} isLive={isLive} />
      </footer>
    </div>
  )
}

/** The newest guest, shown at once for the configured seconds; earlier guests stay listed until their time is over. */
function useGuests(waitingTime: number) {
  const [guests, setGuests] = useState<Arrival[]>([])
  const greet = useCallback((arrival: Arrival) => {
    setGuests((earlier) => [
      arrival,
      ...earlier.filter(({ attendanceId }) => attendanceId !== arrival.attendanceId).slice(0, ALSO),
    ])
  }, [])
  useEffect(() => {
    if (guests.length === 0) return
    const timer = setTimeout(() => setGuests([]), waitingTime * 1000)
    return () => clearTimeout(timer)
  }, [guests, waitingTime])
  const [guest, ...also] = guests
  return { guest, also, greet }
}

const SPARKS = Array.from({ length: 18 }, (_, index) => index)

/** A confetti animation; none with reduced motion. */
function Sparks() {
  return (
    <div className={classes.sparks} aria-hidden>
      {SPARKS.map((index) => (
        <i
          key={index}
          style={{
            left: `${(index * 37 + 11) % 100}%`,
            animationDelay: `${(index * 53) % 700}ms`,
            animationDuration: `${1600 + ((index * 29) % 11) * 90}ms`,
          }}
        />
      ))}
    </div>
  )
}

function DisplaySwitches({ eventId, isLive }: { eventId: string; isLive: boolean }) {
  const { t } = useTranslation()
  const { fullscreen, toggle } = useFullscreenDocument()
  return (
    <div className={classes.switches}>
      {!isLive && (
        <span className={classes.offline} role="status">
          {t('checkin.offline')}
        </span>
      )}
      <ActionIcon
        variant="subtle"
        color="gray.0"
        size={44}
        aria-label={t(fullscreen ? 'checkin.smallScreen' : 'checkin.fullScreen')}
        onClick={() => void toggle()}
      >
        {fullscreen ? <IconMinimize size={22} /> : <IconMaximize size={22} />}
      </ActionIcon>
      <Menu position="top-end">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray.0" size={44} aria-label={t('checkin.settings')}>
            <IconSettings size={22} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconScan size={18} />}
            renderRoot={(props) => (
              <Link {...props} to="/event-management/checkin/$eventId" params={{ eventId }} search={{}} />
            )}
          >
            {t('checkin.openDoor')}
          </Menu.Item>
          <LanguageItems />
        </Menu.Dropdown>
      </Menu>
    </div>
  )
}
