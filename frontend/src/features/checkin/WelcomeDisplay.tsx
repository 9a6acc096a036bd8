import { ActionIcon, Menu, Tooltip } from '@mantine/core'
import { useFullscreenDocument } from '@mantine/hooks'
import { IconArrowLeft, IconMaximize, IconMinimize, IconSettings } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { components } from '~/api/schema'
import { LanguageItems } from '~/components/LanguageItems'
import { StageFrame } from '~/components/StageFrame'
import { useStageKeys } from '~/components/stageKeys'
import { StageNotes } from '~/components/Toasts'
import { useWakeLock } from '~/lib/wakeLock'
import { Counters } from './DoorBar'
import type { Arrival } from './doorSocket'
import { Greeting, SponsorLogos } from './Greeting'
import { IdleSlides } from './IdleSlides'
import type { Door } from './scan'
import { useLiveDoor } from './useLiveDoor'
import classes from './WelcomeDisplay.module.css'

/** Guests within one greeting's time from which on they are greeted together, as when a bus has arrived. */
const GROUP = 4
/** Names of a group that fit on the screen; the others are counted. */
const GROUP_NAMES = 12

interface WelcomeDisplayProps {
  door: Door
  screen: components['schemas']['WelcomeScreen']
}

/** The welcome screen for a projector: greets everyone who is checked in at any device; does not scan. */
export function WelcomeDisplay({ door, screen }: WelcomeDisplayProps) {
  const { t } = useTranslation()
  const { guests, greet } = useGuests(screen.waitingTime)
  const [guest, ...also] = guests
  const link = useLiveDoor({ eventId: door.eventId, key: door.key, onArrival: greet })
  useWakeLock()
  const navigate = useNavigate()
  useStageKeys({
    onBack: () =>
      void navigate({
        to: '/event-management/checkin/$eventId',
        params: { eventId: door.eventId },
        search: {},
      }),
  })

  return (
    <StageFrame
      className={classes.display}
      backgroundColor={screen.backgroundColor}
      coverImage={screen.coverImage}
    >
      <div className={classes.stage}>
        {!guest && <IdleSlides eventId={door.eventId} screen={screen} />}
        <div aria-live="polite" className={classes.live}>
          {guest && guests.length >= GROUP && <GroupGreeting guests={guests} />}
          {guest && guests.length < GROUP && (
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
          )}
        </div>
      </div>
      <footer className={classes.foot}>
        <Counters screen={screen} />
        <SponsorLogos logos={screen.sponsorLogos} />
        <DisplaySwitches eventId={door.eventId} isLost={link === 'lost'} />
      </footer>
    </StageFrame>
  )
}

/** Several guests at once, the newest first, so that none of them waits for the greetings of the others. */
function GroupGreeting({ guests }: { guests: readonly Arrival[] }) {
  const { t } = useTranslation()
  const unnamed = guests.length - GROUP_NAMES
  return (
    <div className={classes.guest}>
      <p className={classes.welcome}>{t('checkin.display.welcome')}</p>
      <ul className={classes.group}>
        {guests.slice(0, GROUP_NAMES).map(({ attendanceId, fullName, participationType }) => (
          <li key={attendanceId} data-vip={participationType === 'VIP' || undefined}>
            {fullName}
          </li>
        ))}
      </ul>
      {unnamed > 0 && (
        <p className={classes.also}>{t('checkin.display.more', { count: unnamed, number: unnamed })}</p>
      )}
    </div>
  )
}

/**
 * The guests who arrived within the configured seconds before the newest one, which is first. They are shown until that
 * time has passed without another guest.
 */
function useGuests(waitingTime: number) {
  const [guests, setGuests] = useState<readonly (Arrival & { greetedAt: number })[]>([])
  const greet = useCallback(
    (arrival: Arrival) => {
      const greetedAt = Date.now()
      const isRecent = (guest: { greetedAt: number }) => guest.greetedAt > greetedAt - waitingTime * 1000
      setGuests((earlier) => [
        { ...arrival, greetedAt },
        ...earlier.filter((guest) => guest.attendanceId !== arrival.attendanceId && isRecent(guest)),
      ])
    },
    [waitingTime],
  )
  useEffect(() => {
    if (guests.length === 0) return
    const timer = setTimeout(() => setGuests([]), waitingTime * 1000)
    return () => clearTimeout(timer)
  }, [guests, waitingTime])
  return { guests, greet }
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

function DisplaySwitches({ eventId, isLost }: { eventId: string; isLost: boolean }) {
  const { t } = useTranslation()
  const { fullscreen, toggle } = useFullscreenDocument()
  return (
    <div className={classes.side}>
      {isLost && (
        <span className={classes.offline} role="status">
          {t('checkin.offline')}
        </span>
      )}
      <div className={classes.switches} data-control>
        <StageNotes className={classes.note} />
        <Tooltip label={`${t('checkin.openDoor')} (Esc)`}>
          <ActionIcon
            variant="subtle"
            color="gray.0"
            size={44}
            aria-label={t('checkin.openDoor')}
            aria-keyshortcuts="Escape"
            renderRoot={(props) => (
              <Link {...props} to="/event-management/checkin/$eventId" params={{ eventId }} search={{}} />
            )}
          >
            <IconArrowLeft size={22} />
          </ActionIcon>
        </Tooltip>
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
            <LanguageItems />
          </Menu.Dropdown>
        </Menu>
      </div>
    </div>
  )
}
