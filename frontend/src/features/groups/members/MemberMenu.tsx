import { Menu } from '@mantine/core'
import { IconPencil, IconShield, IconShieldOff, IconUserMinus } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ActionsMenu } from '~/components/ActionsMenu'
import { confirm } from '~/components/confirm'
import { DangerItem } from '~/components/DangerItem'
import { toast } from '~/components/toast'
import { answer, api } from '~/lib/api'
import { useSession } from '~/lib/session'
import { type GroupMember, refreshGroup } from '../queries'
import type { Rights } from '../rights'

interface MemberMenuProps {
  groupId: string
  member: GroupMember
  rights: Rights
  onEdit: () => void
}

export function MemberMenu({ groupId, member, rights, onEdit }: MemberMenuProps) {
  const { t } = useTranslation()
  const { profile } = useSession()
  const { changeRole, remove, isBusy } = useMemberActions(groupId, member)
  const { userId, fullName: name, role } = member
  const isOwner = role === 'owner'
  // The owner may remove all others, managers ordinary members. Members leave the group by the menu of its page.
  const mayRemove = userId !== profile?.id && !isOwner && (rights.owns || (rights.leads && role === 'member'))
  return (
    <ActionsMenu label={t('groups.actionsOf', { name })} width={240} isPending={isBusy}>
      <Menu.Item leftSection={<IconPencil size={18} />} onClick={onEdit}>
        {t('common.edit')}
      </Menu.Item>
      {rights.owns && role === 'member' && (
        <Menu.Item leftSection={<IconShield size={18} />} onClick={() => changeRole('manager')}>
          {t('groups.members.makeManager')}
        </Menu.Item>
      )}
      {rights.owns && role === 'manager' && (
        <Menu.Item leftSection={<IconShieldOff size={18} />} onClick={() => changeRole('member')}>
          {t('groups.members.makeMember')}
        </Menu.Item>
      )}
      {mayRemove && (
        <>
          <Menu.Divider />
          <DangerItem leftSection={<IconUserMinus size={18} />} onClick={() => void remove()}>
            {t('groups.members.remove.action')}
          </DangerItem>
        </>
      )}
    </ActionsMenu>
  )
}

function useMemberActions(groupId: string, { userId, fullName: name }: GroupMember) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const params = { path: { groupId, userId } }
  // Also after a refusal, which may mean that the list is out of date.
  const onSettled = () => void refreshGroup(queryClient, groupId)
  const change = useMutation({
    mutationFn: (role: 'manager' | 'member') =>
      answer(api.PUT('/group/{groupId}/member/{userId}', { params, body: { role, version: undefined } })),
    onSuccess: (_, role) =>
      toast.done(t(`groups.done.made.${role}`, { name }), () =>
        change.mutate(role === 'manager' ? 'member' : 'manager'),
      ),
    onSettled,
  })
  const removal = useMutation({
    mutationFn: () => answer(api.DELETE('/group/{groupId}/member/{userId}', { params })),
    onSuccess: () => toast.done(t('groups.done.removed', { name })),
    onSettled,
  })
  return {
    changeRole: change.mutate,
    remove: async () => {
      const agreed = await confirm({
        title: t('groups.members.remove.title'),
        message: t('groups.members.remove.message', { name }),
        confirm: t('groups.members.remove.action'),
        dangerous: true,
      })
      if (agreed) removal.mutate()
    },
    isBusy: change.isPending || removal.isPending,
  }
}
