import { useTranslation } from 'react-i18next'
import { useChangePreferences } from '~/features/notifications/queries'
import type { Group } from '../queries'

/** Stops the notifications of a group, or lets them come again. */
export function useMuting({ id, name: group }: Pick<Group, 'id' | 'name'>) {
  const { t } = useTranslation()
  const { mutate } = useChangePreferences(({ groups }) =>
    t(`groups.done.${groups?.[0]?.isMuted ? 'muted' : 'unmuted'}`, { group }),
  )
  return (isMuted: boolean) => mutate({ groups: [{ id, isMuted }] })
}
