import { Button, Group, Text } from '@mantine/core'
import { IconCircleCheck, IconCircleOff, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '~/lib/numbers'
import { DownloadMenu } from './DownloadMenu'
import type { CodeSearch } from './search'
import type { CodeActions } from './useCodeActions'

interface SelectedCodesProps {
  actions: CodeActions
  search: CodeSearch
  selected: ReadonlySet<string>
  onClear: () => void
  onRemove: () => void
}

/** The actions on all selected codes at once. */
export function SelectedCodes({ actions, search, selected, onClear, onRemove }: SelectedCodesProps) {
  const { t } = useTranslation()
  const ids = [...selected]
  const count = ids.length
  return (
    <Group gap="sm" mb={count > 0 ? 'sm' : 0} role="status">
      {count > 0 && (
        <>
          <Text fw={500}>{t('invitationCodes.selected', { count, number: formatNumber(count) })}</Text>
          <DownloadMenu
            label={t('invitationCodes.download')}
            loading={actions.isDownloading}
            onChoose={(format) => actions.download({ format, search, ids })}
          />
          <Button
            variant="light"
            leftSection={<IconCircleCheck size={16} />}
            loading={actions.isBusy}
            onClick={() => actions.turn(ids, true)}
          >
            {t('invitationCodes.turnOn')}
          </Button>
          <Button
            variant="light"
            color="gray"
            leftSection={<IconCircleOff size={16} />}
            loading={actions.isBusy}
            onClick={() => actions.turn(ids, false)}
          >
            {t('invitationCodes.turnOff')}
          </Button>
          <Button
            color="red"
            variant="light"
            leftSection={<IconTrash size={16} />}
            loading={actions.isBusy}
            onClick={onRemove}
          >
            {t('common.delete')}
          </Button>
          <Button variant="subtle" onClick={onClear}>
            {t('common.unselect')}
          </Button>
        </>
      )}
    </Group>
  )
}
