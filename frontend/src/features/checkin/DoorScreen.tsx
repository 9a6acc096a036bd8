import { Button, Text, VisuallyHidden } from '@mantine/core'
import { IconCamera, IconScan } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { components } from '~/api/schema'
import { wakeSound } from '~/lib/audio'
import { useWakeLock } from '~/lib/wakeLock'
import { CameraView } from './CameraView'
import { CodeField } from './CodeField'
import { openReader } from './codeReader'
import { DoorBar } from './DoorBar'
import classes from './DoorScreen.module.css'
import { Followups } from './Followups'
import { GuestSearch } from './GuestSearch'
import { settle } from './offlineScans'
import { PracticeFrame } from './PracticeFrame'
import { usePractice } from './practice'
import { deviceQuery } from './queries'
import { RecentScans } from './RecentScans'
import { ResultPanel } from './ResultPanel'
import type { Door } from './scan'
import { useDoor } from './useDoor'
import { useLiveDoor } from './useLiveDoor'
import { useMarkPaid } from './useMarkPaid'
import { useReplay } from './useReplay'
import { useScannerKeys } from './useScannerKeys'
import { WaitingScans } from './WaitingScans'

interface DoorScreenProps {
  door: Door
  screen: components['schemas']['WelcomeScreen']
  /** The account that is logged in may change participants, and so take back a payment. */
  changesGuests: boolean
}

/** The check-in screen: three ways to read a code, and the result over the whole screen. */
export function DoorScreen({ door, screen, changesGuests }: DoorScreenProps) {
  const { t } = useTranslation()
  const { eventId } = door
  const [camera, setCamera] = useState(isHandHeld)
  const practice = usePractice(eventId, screen.eventStartDate)
  const { current, recent, isAsking, read, letIn, dismiss, setPaid } = useDoor(
    door,
    screen.waitingTime,
    practice,
  )
  const resend = useReplay(door)
  const link = useLiveDoor({ eventId, key: door.key, onResync: resend })
  const isDevice = door.key !== null
  const device = useQuery({ ...deviceQuery(door), enabled: isDevice })
  const servesGuests = !isDevice || (device.data?.servesGuests ?? false)
  const note = useMarkPaid(door, changesGuests, ({ attendanceId }) => {
    dismiss()
    setPaid(attendanceId)
    settle(eventId, ({ result }) => result.kind === 'unpaid' && result.person?.attendanceId === attendanceId)
  })
  const markPaid = servesGuests ? note : undefined
  // Cash is real, whatever else is practised.
  const payNow = practice.isOn ? undefined : markPaid
  useScannerKeys(read)
  useWakeLock()
  useSoundOnFirstTouch()
  useEscape(dismiss)
  useReaderInStock()

  return (
    <div className={classes.page} data-practice={practice.isOn || undefined}>
      {practice.isOn && <PracticeFrame onEnd={practice.end} />}
      <DoorBar
        eventId={eventId}
        screen={screen}
        gate={door.deviceName}
        link={link}
        isPaired={isDevice}
        practice={practice}
      />
      <Followups eventId={eventId} onPaid={markPaid} />
      <div className={classes.door}>
        <div className={classes.inputs}>
          {camera ? (
            <CameraView onCode={read} onClose={() => setCamera(false)} />
          ) : (
            <div className={classes.ready}>
              <IconScan size={96} stroke={1.25} aria-hidden />
              <p className={classes.readyWord}>{t(isAsking ? 'checkin.asking' : 'checkin.ready')}</p>
              <Text maw={440}>{t('checkin.readyHint')}</Text>
              <Button size="lg" leftSection={<IconCamera size={22} />} onClick={() => setCamera(true)}>
                {t('checkin.camera.open')}
              </Button>
            </div>
          )}
          <CodeField onCode={read} />
        </div>
        <aside className={classes.side} aria-label={t('checkin.side')}>
          <WaitingScans eventId={eventId} onReplay={resend} />
          {servesGuests && <GuestSearch door={door} onCheckIn={letIn} onPaid={payNow} />}
          <RecentScans outcomes={recent} onPaid={payNow} />
        </aside>
      </div>
      {current && (
        <ResultPanel
          key={current.id}
          outcome={current}
          waitingTime={screen.waitingTime}
          sponsorLogos={screen.sponsorLogos}
          onDismiss={dismiss}
          onPaid={payNow}
        />
      )}
      <VisuallyHidden role="alert">
        {current &&
          `${current.isPractice ? t('checkin.practice.word') : ''} ${t(`checkin.word.${current.result.kind}`)} ${current.result.person?.fullName ?? ''}`}
      </VisuallyHidden>
    </div>
  )
}

/** A phone or tablet at the door is there for its camera; a desk has a scanner, or is asked. */
const isHandHeld = () => window.matchMedia('(pointer: coarse)').matches

/** Loads the reader in advance, so that the camera also works offline. */
function useReaderInStock() {
  useEffect(() => {
    openReader().catch(() => undefined)
  }, [])
}

function useSoundOnFirstTouch() {
  useEffect(() => {
    const gestures = ['pointerdown', 'keydown'] as const
    const wake = () => {
      wakeSound()
      for (const gesture of gestures) window.removeEventListener(gesture, wake)
    }
    for (const gesture of gestures) window.addEventListener(gesture, wake)
    return () => {
      for (const gesture of gestures) window.removeEventListener(gesture, wake)
    }
  }, [])
}

function useEscape(onEscape: () => void) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') onEscape()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [onEscape])
}
