import { Button, Tooltip } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'

/** `disabled` when the plan allows no further event; it can still be reached, so that everyone learns why. */
export function AddEventButton({ disabled }: { disabled: boolean }) {
  const { t } = useTranslation()
  if (!disabled) {
    return (
      <Button
        leftSection={<IconPlus size={16} />}
        renderRoot={(props) => <Link to="/event-management/add-new" {...props} />}
      >
        {t('events.add')}
      </Button>
    )
  }
  return (
    <Tooltip label={t('events.atLimit')}>
      <Button
        leftSection={<IconPlus size={16} />}
        data-disabled
        aria-disabled
        aria-description={t('events.atLimit')}
        onClick={(event) => event.preventDefault()}
      >
        {t('events.add')}
      </Button>
    </Tooltip>
  )
}
