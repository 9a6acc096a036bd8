import { Menu } from '@mantine/core'
import { IconCircleCheck, IconCircleOff, IconLink, IconPencil, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ActionsMenu } from '~/components/ActionsMenu'
import { DangerItem } from '~/components/DangerItem'
import { toast } from '~/components/toast'
import type { Code } from './queries'

interface CodeMenuProps {
  code: Code
  onEdit: () => void
  onTurn: (isActive: boolean) => void
  onRemove: () => void
}

export function CodeMenu({
  code: { code, link, isActive, timesUsed },
  onEdit,
  onTurn,
  onRemove,
}: CodeMenuProps) {
  const { t } = useTranslation()
  const copy = () =>
    navigator.clipboard.writeText(link).then(
      () => toast.success([t('common.copied')]),
      () => toast.error(t('common.copyFailed')),
    )
  return (
    <ActionsMenu label={t('invitationCodes.actionsOf', { code })} width={240}>
      <Menu.Item leftSection={<IconPencil size={18} />} onClick={onEdit}>
        {t('common.edit')}
      </Menu.Item>
      <Menu.Item leftSection={<IconLink size={18} />} onClick={() => void copy()}>
        {t('invitationCodes.copyLink')}
      </Menu.Item>
      <Menu.Item
        leftSection={isActive ? <IconCircleOff size={18} /> : <IconCircleCheck size={18} />}
        onClick={() => onTurn(!isActive)}
      >
        {t(isActive ? 'invitationCodes.turnOff' : 'invitationCodes.turnOn')}
      </Menu.Item>
      {timesUsed === 0 && (
        <>
          <Menu.Divider />
          <DangerItem leftSection={<IconTrash size={18} />} onClick={onRemove}>
            {t('common.delete')}
          </DangerItem>
        </>
      )}
    </ActionsMenu>
  )
}
