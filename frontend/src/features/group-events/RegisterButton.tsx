import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { randomKey } from '~/lib/randomKey'
import { type GroupEvent, type Registrant, useOneStepRegistration } from './queries'

/** Registers with one press, and is busy until the list shows the ticket in its place. */
export function RegisterButton({ event, registrant }: { event: GroupEvent; registrant: Registrant }) {
  const { t } = useTranslation()
  const registration = useOneStepRegistration()
  // A second press, or one after a lost answer, brings the same seat back.
  const [key] = useState(randomKey)
  return (
    <Button
      loading={registration.isPending || registration.isSuccess}
      aria-label={t('groupEvents.registerNamed', { title: event.title })}
      onClick={() => registration.mutate({ event, registrant, key })}
    >
      {t('groupEvents.register')}
    </Button>
  )
}
