import { Menu } from '@mantine/core'
import { IconPencil, IconUserMinus } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ActionsMenu } from '~/components/ActionsMenu'
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
    <ActionsMenu label={t('plans.actionsOf', { name })} width={240} isPending={removal.isPending}>
      <Menu.Item leftSection={<IconPencil size={18} />} onClick={onEdit}>
        {t('plans.usage.action')}
      </Menu.Item>
      <Menu.Divider />
      <DangerItem leftSection={<IconUserMinus size={18} />} onClick={() => void remove()}>
        {t('plans.users.remove.action')}
      </DangerItem>
    </ActionsMenu>
  )
}
