import { ActionIcon, Menu } from '@mantine/core'
import { IconDotsVertical, IconPencil, IconUserMinus } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { confirm } from '~/components/confirm'
import { DangerItem } from '~/components/DangerItem'
import { toast } from '~/components/toast'
import { answer, api } from '~/lib/api'
import { type PlanUser, refreshPlans } from './queries'

interface PlanUserMenuProps {
  user: PlanUser
  onEdit: () => void
}

export function PlanUserMenu({ user, onEdit }: PlanUserMenuProps) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const { planId, planName: plan, userId, fullName: name } = user
  const removal = useMutation({
    mutationFn: () =>
      answer(api.DELETE('/plan/{planId}/users/{userId}', { params: { path: { planId, userId } } })),
    onSuccess: () => toast.done(t('plans.done.userRemoved', { name, plan })),
    onSettled: () => void refreshPlans(queryClient),
  })

  const remove = async () => {
    const agreed = await confirm({
      title: t('plans.users.remove.title'),
      message: t('plans.users.remove.message', { name, plan }),
      confirm: t('plans.users.remove.action'),
      dangerous: true,
    })
    if (agreed) removal.mutate()
  }

  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          aria-label={t('plans.actionsOf', { name })}
          loading={removal.isPending}
        >
          <IconDotsVertical size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPencil size={18} />} onClick={onEdit}>
          {t('plans.usage.action')}
        </Menu.Item>
        <Menu.Divider />
        <DangerItem leftSection={<IconUserMinus size={18} />} onClick={() => void remove()}>
          {t('plans.users.remove.action')}
        </DangerItem>
      </Menu.Dropdown>
    </Menu>
  )
}
