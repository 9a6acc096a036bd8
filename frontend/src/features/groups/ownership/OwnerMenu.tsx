import { Menu } from '@mantine/core'
import { IconArchive, IconArchiveOff, IconTrash, IconUserShare } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ActionsMenu } from '~/components/ActionsMenu'
import { DangerItem } from '~/components/DangerItem'
import { type ManagedGroup, useOwnerActions } from './useOwnerActions'

interface OwnerMenuProps {
  group: ManagedGroup
  /** Leaves the group's page, where the menu stands on one. */
  onDeleted?: () => Promise<void>
}

export function OwnerMenu({ group, onDeleted }: OwnerMenuProps) {
  const { t } = useTranslation()
  const { archive, restore, transfer, remove, isBusy, dialogs } = useOwnerActions(group, onDeleted)
  return (
    <>
      <ActionsMenu label={t('groups.actionsOf', { name: group.name })} width={240} isPending={isBusy}>
        {group.archivedAt ? (
          <Menu.Item leftSection={<IconArchiveOff size={18} />} onClick={restore}>
            {t('groups.restore')}
          </Menu.Item>
        ) : (
          <>
            <Menu.Item leftSection={<IconUserShare size={18} />} onClick={transfer}>
              {t('groups.transfer.action')}
            </Menu.Item>
            <Menu.Item leftSection={<IconArchive size={18} />} onClick={() => void archive()}>
              {t('groups.archive.action')}
            </Menu.Item>
          </>
        )}
        <Menu.Divider />
        <DangerItem leftSection={<IconTrash size={18} />} onClick={remove}>
          {t('groups.delete.action')}
        </DangerItem>
      </ActionsMenu>
      {dialogs}
    </>
  )
}
