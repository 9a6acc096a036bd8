import { Menu } from '@mantine/core'
import {
  IconBan,
  IconCircleCheck,
  IconHistory,
  IconKey,
  IconPencil,
  IconShieldOff,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ActionsMenu } from '~/components/ActionsMenu'
import { DangerItem } from '~/components/DangerItem'
import { useSession } from '~/lib/session'
import type { Committee } from './queries'
import type { CommitteeActions } from './useCommitteeActions'

interface CommitteeMenuProps {
  committee: Committee
  actions: CommitteeActions
  onEdit: () => void
  onActivity: () => void
  onResetSecondFactor: () => void
}

export function CommitteeMenu({
  committee,
  actions,
  onEdit,
  onActivity,
  onResetSecondFactor,
}: CommitteeMenuProps) {
  const { t } = useTranslation()
  const { profile } = useSession()
  const { id, fullName: name, isActive, hasSecondFactor } = committee
  const TurnItem = isActive ? DangerItem : Menu.Item
  return (
    <ActionsMenu label={t('committees.actionsOf', { name })} width={260}>
      <Menu.Item leftSection={<IconPencil size={18} />} onClick={onEdit}>
        {t('common.edit')}
      </Menu.Item>
      <Menu.Item leftSection={<IconHistory size={18} />} onClick={onActivity}>
        {t('system.activity.action')}
      </Menu.Item>
      <Menu.Item leftSection={<IconKey size={18} />} onClick={() => void actions.generatePassword(committee)}>
        {t('committees.password.action')}
      </Menu.Item>
      {hasSecondFactor && id !== profile?.id && (
        // The own one is turned off in the profile, with a code.
        <Menu.Item leftSection={<IconShieldOff size={18} />} onClick={onResetSecondFactor}>
          {t('committees.secondFactor.action')}
        </Menu.Item>
      )}
      <Menu.Divider />
      <TurnItem
        leftSection={isActive ? <IconBan size={18} /> : <IconCircleCheck size={18} />}
        onClick={() => void actions.turn(committee)}
      >
        {t(isActive ? 'committees.suspend.action' : 'committees.activate.action')}
      </TurnItem>
    </ActionsMenu>
  )
}
