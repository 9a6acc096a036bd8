import { ActionIcon, Menu, Text, Tooltip } from '@mantine/core'
import { IconBell, IconBellOff, IconDoorExit, IconDotsVertical, IconHistory } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { confirm } from '~/components/confirm'
import { DangerItem } from '~/components/DangerItem'
import { DisabledWithReason } from '~/components/DisabledWithReason'
import { toast } from '~/components/toast'
import { preferencesQuery } from '~/features/notifications/queries'
import { answer, api } from '~/lib/api'
import { useSession } from '~/lib/session'
import { useMuting } from '../muting/useMuting'
import { forgetGroup, type Group } from '../queries'
import { rightsIn } from '../rights'
import { GroupLogDrawer } from './GroupLogDrawer'

interface MyMenuProps {
  group: Group
  onLeft: () => Promise<void>
}

/** The actions of a member on their own membership, and the log for the group's leaders. */
export function MyMenu({ group, onLeft }: MyMenuProps) {
  const { t } = useTranslation()
  const [isLogOpen, setLogOpen] = useState(false)
  const { leave, isLeaving } = useLeaving(group, onLeft)
  const { leads } = rightsIn(group)
  const role = group.details?.myRole
  // Asked before the menu opens, so that its entries do not move under the pointer.
  const { data: preferences } = useQuery({ ...preferencesQuery, enabled: Boolean(role) })
  const isMuted = preferences?.mutedGroups.includes(group.id)
  return (
    <>
      {isMuted && (
        <Tooltip label={t('groups.mute.isMuted')}>
          <IconBellOff size={18} role="img" aria-label={t('groups.mute.isMuted')} />
        </Tooltip>
      )}
      <Menu position="bottom-end" width={280}>
        <Menu.Target>
          <ActionIcon
            variant="default"
            size={36}
            aria-label={t('groups.actionsOf', { name: group.name })}
            loading={isLeaving}
          >
            <IconDotsVertical size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {leads && (
            <Menu.Item leftSection={<IconHistory size={18} />} onClick={() => setLogOpen(true)}>
              {t('groups.log.title')}
            </Menu.Item>
          )}
          {preferences && <MuteItem group={group} isMuted={isMuted === true} />}
          {role && (
            <DisabledWithReason reason={role === 'owner' ? t('groups.leave.ownerStays') : undefined}>
              <DangerItem leftSection={<IconDoorExit size={18} />} onClick={() => void leave()}>
                {t('groups.leave.action')}
              </DangerItem>
            </DisabledWithReason>
          )}
        </Menu.Dropdown>
      </Menu>
      {isLogOpen && <GroupLogDrawer groupId={group.id} onClose={() => setLogOpen(false)} />}
    </>
  )
}

/** Stops the notifications of the group, except those that concern the member alone, or lets them come again. */
function MuteItem({ group, isMuted }: { group: Group; isMuted: boolean }) {
  const { t } = useTranslation()
  const mute = useMuting(group)
  const Icon = isMuted ? IconBell : IconBellOff
  return (
    <Menu.Item leftSection={<Icon size={18} />} onClick={() => mute(!isMuted)}>
      {t(isMuted ? 'groups.mute.unmute' : 'groups.mute.mute')}
      {!isMuted && (
        <Text component="span" display="block" size="xs" c="dimmed">
          {t('groups.mute.hint')}
        </Text>
      )}
    </Menu.Item>
  )
}

function useLeaving({ id: groupId, name, joinPolicy }: Group, onLeft: () => Promise<void>) {
  const { t } = useTranslation()
  const { profile } = useSession()
  const queryClient = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: (userId: string) =>
      answer(api.DELETE('/group/{groupId}/member/{userId}', { params: { path: { groupId, userId } } })),
    onSuccess: async () => {
      toast.done(t('groups.done.left', { group: name }))
      await onLeft()
      void forgetGroup(queryClient, groupId)
    },
  })
  return {
    leave: async () => {
      const agreed = await confirm({
        title: t('groups.leave.title', { name }),
        message: t(joinPolicy === 'invite' ? 'groups.leave.untilInvited' : 'groups.leave.message'),
        confirm: t('groups.leave.action'),
        dangerous: true,
      })
      if (agreed && profile) mutate(profile.id)
    },
    isLeaving: isPending,
  }
}
