import { Button } from '@mantine/core'
import { IconTicket } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ownPagePath, registrationPath } from '~/lib/paths'
import { LOGGED_IN_TAB } from '~/lib/tokens'
import { type CallersGroup, canRegister } from './caller'
import type { GroupEvent, Registrant } from './queries'
import { RegisterButton } from './RegisterButton'
import { hasSeats, takesOnePress } from './seats'

export interface RegisteringProps {
  event: GroupEvent
  group: CallersGroup
  /** The data to register with, once it is known. */
  registrant: Registrant | undefined
  /** The event for screen readers; its title if absent. */
  name?: string
  /** The words on the button to register. */
  words?: 'register' | 'come'
  /** The look of that button; of several in a card none is the main one. */
  variant?: 'filled' | 'default'
}

/** The way to the own ticket, or to one. */
export function Registering(props: RegisteringProps) {
  const { event, group, registrant, words, variant = 'filled' } = props
  const { t } = useTranslation()
  const { id, registration } = event
  const title = props.name ?? event.title
  if (event.isCancelled) return null
  if (registration)
    return (
      <Button
        component="a"
        href={ownPagePath(id, registration.ownKey)}
        target="_blank"
        rel="noreferrer"
        variant={registration.confirmBy ? variant : 'default'}
        leftSection={<IconTicket size={16} />}
        aria-label={t(registration.confirmBy ? 'groupEvents.confirmNamed' : 'groupEvents.ticketNamed', {
          title,
        })}
      >
        {t(registration.confirmBy ? 'groupEvents.confirm' : 'groupEvents.ticket')}
      </Button>
    )
  if (!canRegister(group) || !hasSeats(event)) return null
  if (registrant && takesOnePress(event, registrant))
    return (
      <RegisterButton event={event} registrant={registrant} name={title} words={words} variant={variant} />
    )
  return (
    <Button
      component="a"
      href={registrationPath(id)}
      {...LOGGED_IN_TAB}
      variant={variant}
      aria-label={t('groupEvents.formNamed', { title })}
    >
      {t('groupEvents.form')}
    </Button>
  )
}
