import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { DisabledWithReason } from '~/components/DisabledWithReason'

interface AddEventButtonProps {
  label: string
  /** The plan allows no further event. */
  disabled: boolean
  /** The group to which the event is to belong. */
  groupId?: string
}

export function AddEventButton({ label, disabled, groupId }: AddEventButtonProps) {
  const { t } = useTranslation()
  return (
    <DisabledWithReason reason={disabled ? t('common.atLimit') : undefined}>
      <Button
        leftSection={<IconPlus size={16} />}
        renderRoot={(props) => <Link to="/event-management/add-new" search={{ group: groupId }} {...props} />}
      >
        {label}
      </Button>
    </DisabledWithReason>
  )
}
