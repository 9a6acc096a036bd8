import { Alert, Button, Group as Row, Text } from '@mantine/core'
import { IconArchive, IconArchiveOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { formatDate } from '~/lib/dates'
import { useOwnerActions } from '../ownership/useOwnerActions'
import type { Group } from '../queries'
import { rightsIn } from '../rights'

/** Says that nothing in the group can be changed, and lets its owner restore it; nothing for other groups. */
export function ArchivedAlert({ group }: { group: Group }) {
  const { t } = useTranslation()
  const { restore, isBusy } = useOwnerActions(group)
  if (!group.archivedAt) return null
  const { owns } = rightsIn(group)
  return (
    <Alert
      color="gray"
      icon={<IconArchive />}
      mb="lg"
      title={t('groups.archived.title', { date: formatDate(group.archivedAt) })}
    >
      <Row justify="space-between" gap="sm">
        <Text size="sm">{t(owns ? 'groups.archived.forOwner' : 'groups.archived.readOnly')}</Text>
        {owns && (
          <Button
            variant="default"
            leftSection={<IconArchiveOff size={16} />}
            loading={isBusy}
            onClick={restore}
          >
            {t('groups.restore')}
          </Button>
        )}
      </Row>
    </Alert>
  )
}
