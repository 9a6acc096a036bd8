import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { DisabledWithReason } from '~/components/DisabledWithReason'

/** `disabled`: the plan allows no further event. */
export function AddEventButton({ label, disabled }: { label: string; disabled: boolean }) {
  const { t } = useTranslation()
  return (
    <DisabledWithReason reason={disabled ? t('common.atLimit') : undefined}>
      <Button
        leftSection={<IconPlus size={16} />}
        renderRoot={(props) => <Link to="/event-management/add-new" {...props} />}
      >
        {label}
      </Button>
    </DisabledWithReason>
  )
}
