import { IconCircleCheck, IconHourglass } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Pill } from '~/components/Pill'
import type { GroupEvent } from './queries'

/** Says that the caller has a seat, or has to confirm it; nothing without one. */
export function RegistrationPill({ registration }: Pick<GroupEvent, 'registration'>) {
  const { t } = useTranslation()
  if (!registration) return null
  return registration.confirmBy ? (
    <Pill color="yellow" icon={IconHourglass}>
      {t('groupEvents.unconfirmed')}
    </Pill>
  ) : (
    <Pill color="jade" icon={IconCircleCheck}>
      {t('groupEvents.registered')}
    </Pill>
  )
}
