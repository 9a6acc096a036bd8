import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { isAdmin } from '~/lib/permissions'
import { useSession } from '~/lib/session'

/** The event's owner, shown to administrators only. */
export function OwnerLine({ ownerId, ownerName }: { ownerId: string; ownerName: string }) {
  const { t } = useTranslation()
  const { profile } = useSession()
  if (!isAdmin(profile) || ownerId === profile?.id) return null
  return (
    <Text component="span" size="sm" c="dimmed">
      {t('common.owner', { name: ownerName })}
    </Text>
  )
}
