import { Button, Group, Text } from '@mantine/core'
import { IconPrinter, IconUserPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { DisabledWithReason } from '~/components/DisabledWithReason'
import classes from './StaffBar.module.css'

interface StaffBarProps {
  eventId: string
  /** Why no participant can be added; absent when they can. */
  disabledReason: string | undefined
  onAdd: () => void
}

/** The actions above the list of staff. */
export function StaffBar({ eventId, disabledReason, onAdd }: StaffBarProps) {
  const { t } = useTranslation()
  return (
    <Group className={classes.bar} justify="space-between" gap="sm">
      <Text size="sm">{t('participants.staff.hint')}</Text>
      <Group gap="xs">
        <DisabledWithReason reason={disabledReason}>
          <Button variant="light" leftSection={<IconUserPlus size={18} />} onClick={onAdd}>
            {t('participants.staff.add')}
          </Button>
        </DisabledWithReason>
        <Button
          variant="default"
          leftSection={<IconPrinter size={18} />}
          renderRoot={(props) => (
            <Link {...props} to="/participant-management/$eventId/staff" params={{ eventId }} />
          )}
        >
          {t('participants.staff.list')}
        </Button>
      </Group>
    </Group>
  )
}
