import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { useFullscreenDocument } from '@mantine/hooks'
import {
  IconArrowLeft,
  IconDeviceMobile,
  IconMaximize,
  IconMinimize,
  IconSettings,
  IconVolume,
  IconVolumeOff,
  IconX,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { GuideLink } from '~/components/GuideLink'
import { LanguageButton } from '~/components/LanguageButton'
import { wakeSound } from '~/lib/audio'
import { formatNumber } from '~/lib/numbers'
import { registrationPath } from '~/lib/paths'
import classes from './DrawBar.module.css'
import { isMuted, mute } from './drawSound'
import type { Draw } from './queries'

interface DrawBarProps {
  eventId: string
  draw: Draw
  isLive: boolean
  /** Absent for viewers without control. */
  onSetUp?: () => void
  /** Absent for viewers without control, and on a remote. */
  onRemote?: () => void
  /** Ends a remote, which has no hall of its own to sound and shine in. */
  onLeave?: () => void
}

/** The event, how many take part, and the switches of this screen. */
export function DrawBar({ eventId, draw, isLive, onSetUp, onRemote, onLeave }: DrawBarProps) {
  const { t } = useTranslation()
  return (
    <header className={classes.bar}>
      <img src={draw.logo} alt="" className={classes.logo} />
      <div className={classes.head}>
        <h1 className={classes.title}>{draw.title}</h1>
        {(draw.isOpen || onSetUp) && (
          <p className={classes.count}>
            {t(`luckyDraw.bar.${draw.source}`, { count: draw.total, total: formatNumber(draw.total) })}
          </p>
        )}
        {!draw.isOpen && onSetUp && (
          <p className={classes.count} data-control>
            {t('luckyDraw.bar.onlyYou')}
          </p>
        )}
      </div>
      {!isLive && (
        <span className={classes.offline} role="status">
          {t('luckyDraw.bar.offline')}
        </span>
      )}
      {onLeave ? (
        <Button variant="white" h={56} leftSection={<IconX size={18} />} onClick={onLeave}>
          {t('luckyDraw.remote.leave')}
        </Button>
      ) : (
        <>
          <Tooltip label={`${t('luckyDraw.bar.back')} (Esc)`}>
            <ActionIcon
              variant="white"
              size={40}
              aria-label={t('luckyDraw.bar.back')}
              aria-keyshortcuts="Escape"
              data-control
              renderRoot={(props) =>
                onSetUp ? (
                  <Link {...props} to="/event-management/$eventId" params={{ eventId }} />
                ) : (
                  <a {...props} href={registrationPath(eventId)}>
                    {props.children}
                  </a>
                )
              }
            >
              <IconArrowLeft size={20} />
            </ActionIcon>
          </Tooltip>
          <Switches />
        </>
      )}
      {onRemote && (
        <Button variant="white" leftSection={<IconDeviceMobile size={18} />} data-control onClick={onRemote}>
          {t('luckyDraw.remote.open')}
        </Button>
      )}
      {onSetUp && (
        <span data-control>
          <GuideLink task="organiser.draw" variant="white" />
        </span>
      )}
      {onSetUp && (
        <Button variant="white" leftSection={<IconSettings size={18} />} data-control onClick={onSetUp}>
          {t('luckyDraw.setup.open')}
        </Button>
      )}
    </header>
  )
}

/** Sound, full screen, language. */
export function Switches() {
  const { t } = useTranslation()
  const { fullscreen, toggle } = useFullscreenDocument()
  const [muted, setMuted] = useState(isMuted)
  const sound = t(muted ? 'luckyDraw.bar.soundOn' : 'luckyDraw.bar.soundOff')
  const size = t(fullscreen ? 'luckyDraw.bar.smallScreen' : 'luckyDraw.bar.fullScreen')
  return (
    <div className={classes.switches} data-control>
      <Tooltip label={sound}>
        <ActionIcon
          variant="white"
          size={40}
          aria-label={sound}
          onClick={() => {
            wakeSound()
            mute(!muted)
            setMuted(!muted)
          }}
        >
          {muted ? <IconVolumeOff size={20} /> : <IconVolume size={20} />}
        </ActionIcon>
      </Tooltip>
      <Tooltip label={size}>
        <ActionIcon variant="white" size={40} aria-label={size} onClick={() => void toggle()}>
          {fullscreen ? <IconMinimize size={20} /> : <IconMaximize size={20} />}
        </ActionIcon>
      </Tooltip>
      <LanguageButton variant="white" />
    </div>
  )
}
