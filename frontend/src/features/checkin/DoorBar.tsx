import { ActionIcon, Menu, Text, Tooltip } from '@mantine/core'
import { useFullscreenDocument } from '@mantine/hooks'
import {
  IconArrowLeft,
  IconDeviceProjector,
  IconHelp,
  IconMaximize,
  IconMinimize,
  IconSchool,
  IconSettings,
  IconUnlink,
  IconVolume,
  IconVolumeOff,
  IconWifi,
  IconWifiOff,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { components } from '~/api/schema'
import { confirm } from '~/components/confirm'
import { DangerItem } from '~/components/DangerItem'
import { guideAddress } from '~/components/GuideLink'
import { LanguageItems } from '~/components/LanguageItems'
import { formatNumber } from '~/lib/numbers'
import { LOGGED_IN_TAB } from '~/lib/tokens'
import { DeviceNameForm } from './DeviceNameForm'
import classes from './DoorBar.module.css'
import type { Link as Connection } from './doorSocket'
import { unpair } from './pairing'
import type { Practice } from './practice'
import { isMuted, mute, signal } from './sound'

const WORDS = {
  connecting: 'checkin.connecting',
  live: 'checkin.live',
  lost: 'checkin.offline',
} as const satisfies Record<Connection, string>

interface DoorBarProps {
  eventId: string
  screen: components['schemas']['WelcomeScreen']
  /** The name of this device, such as that of its gate. */
  gate: string | null
  link: Connection
  isPaired: boolean
  practice: Practice
}

/** The title, the counters, the state of the connection, and the screen's switches. */
export function DoorBar({ eventId, screen, gate, link, isPaired, practice }: DoorBarProps) {
  const { t } = useTranslation()
  return (
    <header className={classes.bar}>
      <img src={screen.logo} alt="" className={classes.logo} />
      <div className={classes.names}>
        <h1 className={classes.title}>{screen.title}</h1>
        {gate && <p className={classes.gate}>{gate}</p>}
      </div>
      <Counters screen={screen} />
      <Text className={classes.link} data-link={link} component="span" role="status">
        {link === 'lost' ? <IconWifiOff size={18} aria-hidden /> : <IconWifi size={18} aria-hidden />}
        <span className={classes.word}>{t(WORDS[link])}</span>
      </Text>
      <Switches eventId={eventId} isPaired={isPaired} practice={practice} />
    </header>
  )
}

export function Counters({ screen: { checkedIn, total } }: Pick<DoorBarProps, 'screen'>) {
  const { t } = useTranslation()
  return (
    <p className={classes.counters}>
      <strong>{formatNumber(checkedIn)}</strong>
      <span aria-hidden>/</span>
      <span>{formatNumber(total)}</span>
      <small>{t('checkin.inside')}</small>
    </p>
  )
}

function Switches({ eventId, isPaired, practice }: Pick<DoorBarProps, 'eventId' | 'isPaired' | 'practice'>) {
  const { t } = useTranslation()
  const { fullscreen, toggle } = useFullscreenDocument()
  const [muted, setMuted] = useState(isMuted)

  const switchSound = () => {
    mute(!muted)
    setMuted(!muted)
    if (muted) signal('ok')
  }
  const forget = async () => {
    const question = { title: t('checkin.unpair.title'), message: t('checkin.unpair.message') }
    if (await confirm({ ...question, confirm: t('checkin.unpair.action'), dangerous: true })) unpair(eventId)
  }

  return (
    <div className={classes.switches}>
      <Tool label={t(muted ? 'checkin.soundOn' : 'checkin.soundOff')} onClick={switchSound}>
        {muted ? <IconVolumeOff size={20} /> : <IconVolume size={20} />}
      </Tool>
      <Tool
        label={t(fullscreen ? 'checkin.smallScreen' : 'checkin.fullScreen')}
        onClick={() => void toggle()}
      >
        {fullscreen ? <IconMinimize size={20} /> : <IconMaximize size={20} />}
      </Tool>
      <Menu position="bottom-end" width={300}>
        <Menu.Target>
          <ActionIcon variant="default" size={44} aria-label={t('checkin.settings')}>
            <IconSettings size={20} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <DeviceNameForm />
          <Menu.Divider />
          <Menu.Item
            leftSection={<IconSchool size={18} />}
            onClick={practice.isOn ? practice.end : practice.begin}
          >
            {t(practice.isOn ? 'checkin.practice.end' : 'checkin.practice.begin')}
            {!practice.isOn && (
              <Text component="span" display="block" size="xs" c="dimmed">
                {t('checkin.practice.stored')}
              </Text>
            )}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconDeviceProjector size={18} />}
            renderRoot={(props) => (
              <Link
                {...props}
                to="/event-management/checkin/$eventId"
                params={{ eventId }}
                search={{ view: 'display' }}
              />
            )}
          >
            {t('checkin.openDisplay')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconHelp size={18} />}
            renderRoot={(props) => <Link {...props} {...guideAddress('door.scan')} {...LOGGED_IN_TAB} />}
          >
            {t('guides.open', { task: t('guides.task.door.scan') })}
          </Menu.Item>
          <LanguageItems />
          {!isPaired && (
            <Menu.Item
              leftSection={<IconArrowLeft size={18} />}
              renderRoot={(props) => <Link {...props} to="/event-management/$eventId" params={{ eventId }} />}
            >
              {t('checkin.backToEvent')}
            </Menu.Item>
          )}
          {isPaired && (
            <DangerItem leftSection={<IconUnlink size={18} />} onClick={() => void forget()}>
              {t('checkin.unpair.action')}
            </DangerItem>
          )}
        </Menu.Dropdown>
      </Menu>
    </div>
  )
}

function Tool({
  label,
  onClick,
  children,
}: {
  label: string
  onClick: () => void
  children: React.ReactNode
}) {
  return (
    <Tooltip label={label}>
      <ActionIcon variant="default" size={44} aria-label={label} onClick={onClick}>
        {children}
      </ActionIcon>
    </Tooltip>
  )
}
