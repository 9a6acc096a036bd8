import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { DisabledWithReason } from '~/components/DisabledWithReason'
import { useGroupLimit } from './GroupMeter'

export function AddGroupButton() {
  const { t } = useTranslation()
  const { isUsedUp } = useGroupLimit()
  return (
    <DisabledWithReason reason={isUsedUp ? t('common.atLimit') : undefined}>
      <Button
        leftSection={<IconPlus size={18} />}
        renderRoot={(props) => <Link {...props} to="/group-management/add-new" />}
      >
        {t('groups.add')}
      </Button>
    </DisabledWithReason>
  )
}
