import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type GroupEvent, type Registrant, useOneStepRegistration } from './queries'

/** Registers with one press, and is busy until the list shows the ticket in its place. */
export function RegisterButton({ event, registrant }: { event: GroupEvent; registrant: Registrant }) {
  const { t } = useTranslation()
  const registration = useOneStepRegistration()
  return (
    <Button
      loading={registration.isPending || registration.isSuccess}
      aria-label={t('groupEvents.registerNamed', { title: event.title })}
      onClick={() => registration.mutate({ event, registrant })}
    >
      {t('groupEvents.register')}
    </Button>
  )
}
