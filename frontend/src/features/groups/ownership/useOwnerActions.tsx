import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { confirm } from '~/components/confirm'
import { toast } from '~/components/toast'
import { answer, api } from '~/lib/api'
import type { GroupRow } from '../queries'
import { refreshGroup } from '../queries'
import { DeleteGroupModal } from './DeleteGroupModal'
import { TransferModal } from './TransferModal'

export type ManagedGroup = Pick<GroupRow, 'id' | 'name' | 'archivedAt'>

/** Actions of the owner and of administrators on a group as a whole. The caller renders `dialogs` beside its buttons. */
export function useOwnerActions(group: ManagedGroup, onDeleted?: () => Promise<void>) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const [dialog, setDialog] = useState<'transfer' | 'delete' | null>(null)
  const params = { path: { groupId: group.id } }
  const archiving = useMutation({
    mutationFn: (archived: boolean) =>
      answer(
        archived
          ? api.POST('/group/{groupId}/archive', { params })
          : api.POST('/group/{groupId}/restore', { params }),
      ),
    onSuccess: (_, archived) =>
      toast.done(t(`groups.done.${archived ? 'archived' : 'restored'}`, { group: group.name }), () =>
        archiving.mutate(!archived),
      ),
    // Also after a refusal, which may mean that the page is out of date.
    onSettled: () => void refreshGroup(queryClient, group.id),
  })
  const close = () => setDialog(null)
  const dialogs: ReactNode = (
    <>
      {dialog === 'transfer' && <TransferModal group={group} onClose={close} />}
      {dialog === 'delete' && <DeleteGroupModal group={group} onClose={close} onDeleted={onDeleted} />}
    </>
  )
  return {
    archive: async () => {
      const agreed = await confirm({
        title: t('groups.archive.title'),
        message: t('groups.archive.message', { name: group.name }),
        confirm: t('groups.archive.action'),
      })
      if (agreed) archiving.mutate(true)
    },
    restore: () => archiving.mutate(false),
    transfer: () => setDialog('transfer'),
    remove: () => setDialog('delete'),
    isBusy: archiving.isPending,
    dialogs,
  }
}
