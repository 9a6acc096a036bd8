import { useTranslation } from 'react-i18next'
import type { components } from '~/api/schema'

export type ParticipationType = components['schemas']['ParticipationType']

export const PARTICIPATION_TYPES = [
  'ORDINARY',
  'VIP',
  'SPONSOR',
  'INVITED',
  'COMMITTEE',
  'TICKET_OWNER',
] as const satisfies readonly ParticipationType[]

/** Returns the kinds of participation with their names, as the `data` of a `Select`. */
export function useParticipationTypes() {
  const { t } = useTranslation()
  return PARTICIPATION_TYPES.map((value) => ({ value, label: t(`common.participationType.${value}`) }))
}
