import { UnstyledButton } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useIsPhone } from '~/components/useIsPhone'
import { formatNumber } from '~/lib/numbers'
import { burstsQuery, undeliveredQuery } from '../queries'
import { Bursts } from './Bursts'
import classes from './Notices.module.css'
import { Undelivered } from './Undelivered'

interface NoticesProps {
  eventId: string
  /** Shows the registrations of a burst alone. */
  onShow: (burst: string) => void
  /** The head of the list, which takes the button that unfolds the notices of a phone. */
  children: (button: ReactNode) => ReactNode
}

/** Problems of the participants, above the head of their list; on a phone below it, behind a button. */
export function Notices({ eventId, onShow, children }: NoticesProps) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const place = useId()
  const undelivered = useQuery(undeliveredQuery(eventId)).data?.total ?? 0
  const bursts = useQuery(burstsQuery(eventId)).data?.length ?? 0
  const isPhone = useIsPhone()
  const count = (undelivered > 0 ? 1 : 0) + bursts
  const notices = (
    <>
      <Undelivered eventId={eventId} />
      <Bursts eventId={eventId} onShow={onShow} />
    </>
  )
  if (!isPhone) {
    return (
      <>
        {notices}
        {children(null)}
      </>
    )
  }
  const button = count > 0 && (
    <UnstyledButton
      className={classes.button}
      aria-label={t('participants.notices', { count, number: formatNumber(count) })}
      aria-expanded={isOpen}
      aria-controls={place}
      onClick={() => setOpen(!isOpen)}
    >
      <IconAlertTriangle size={18} aria-hidden />
      {formatNumber(count)}
    </UnstyledButton>
  )
  return (
    <>
      {children(button)}
      <div id={place} hidden={!isOpen}>
        {notices}
      </div>
    </>
  )
}
