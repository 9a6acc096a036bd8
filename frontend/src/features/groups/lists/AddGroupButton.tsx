import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { AskForGroup } from './AskForGroup'
import { useGroupLimit } from './GroupMeter'

/** Creates a group, or asks for one where the plans allow no further one; nothing while a request waits. */
export function AddGroupButton() {
  const { t } = useTranslation()
  const { isUsedUp, request } = useGroupLimit()
  if (isUsedUp) return request?.status === 'pending' ? null : <AskForGroup />
  return (
    <Button
      leftSection={<IconPlus size={18} />}
      renderRoot={(props) => <Link {...props} to="/group-management/add-new" />}
    >
      {t('groups.add')}
    </Button>
  )
}
