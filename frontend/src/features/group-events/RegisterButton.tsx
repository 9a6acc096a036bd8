import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type GroupEvent, type Registrant, useOneStepRegistration } from './queries'

interface RegisterButtonProps {
  event: GroupEvent
  registrant: Registrant
  /** The event for screen readers; its title if absent. */
  name?: string
  /** The words on the button. */
  words?: 'register' | 'come'
  variant?: 'filled' | 'default'
}

/** Registers with one press, and is busy until the list shows the ticket in its place. */
export function RegisterButton(props: RegisterButtonProps) {
  const { event, registrant, name = event.title, words = 'register', variant } = props
  const { t } = useTranslation()
  const registration = useOneStepRegistration()
  return (
    <Button
      variant={variant}
      loading={registration.isPending || registration.isSuccess}
      aria-label={t(`groupEvents.${words}Named`, { title: name })}
      onClick={() => registration.mutate({ event, registrant })}
    >
      {t(`groupEvents.${words}`)}
    </Button>
  )
}
