import { Menu } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ActionsMenu } from '~/components/ActionsMenu'
import { confirm } from '~/components/confirm'
import { DangerItem } from '~/components/DangerItem'
import { DisabledWithReason } from '~/components/DisabledWithReason'
import { toast } from '~/components/toast'
import { answer, api } from '~/lib/api'
import { type Plan, refreshPlans } from './queries'

interface PlanMenuProps {
  plan: Plan
  onEdit: () => void
  /** Leaves the plan's page, where the menu stands on one. */
  onDeleted?: () => void
}

export function PlanMenu({ plan, onEdit, onDeleted }: PlanMenuProps) {
  const { t } = useTranslation()
  const deletion = usePlanDeletion(onDeleted)
  const { baseName: name, soldPackages: count } = plan

  const remove = async () => {
    const agreed = await confirm({
      title: t('plans.delete.title'),
      message: t('plans.delete.message', { name }),
      confirm: t('plans.delete.action'),
      dangerous: true,
    })
    if (agreed) deletion.mutate(plan)
  }

  return (
    <ActionsMenu label={t('plans.actionsOf', { name })} width={220} isPending={deletion.isPending}>
      <Menu.Item leftSection={<IconPencil size={18} />} onClick={onEdit}>
        {t('common.edit')}
      </Menu.Item>
      <Menu.Divider />
      <DisabledWithReason reason={count > 0 ? t('plans.delete.hasUsers', { count }) : undefined}>
        <DangerItem leftSection={<IconTrash size={18} />} onClick={() => void remove()}>
          {t('plans.delete.action')}
        </DangerItem>
      </DisabledWithReason>
    </ActionsMenu>
  )
}

/** Deletes a plan. `onDeleted` leaves the plan's page, where it was shown on one. */
function usePlanDeletion(onDeleted?: () => void) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id: planId }: Plan) =>
      answer(api.DELETE('/plan/{planId}', { params: { path: { planId } } })),
    onSuccess: (_, { baseName: name }) => {
      toast.done(t('plans.done.deleted', { name }))
      onDeleted?.()
    },
    // Also after a refusal, which may mean that the plan was sold meanwhile.
    onSettled: () => refreshPlans(queryClient),
  })
}
