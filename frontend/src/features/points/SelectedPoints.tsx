import { Box } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ReasonModal } from '~/components/ReasonModal'
import { SelectionBar } from '~/components/SelectionBar'
import { toast } from '~/components/toast'
import { refreshGroup } from '~/features/groups/queries'
import { answer, api } from '~/lib/api'
import { ApiError } from '~/lib/apiError'
import { formatNumber } from '~/lib/numbers'
import type { Point } from './queries'

interface SelectedPointsProps {
  groupId: string
  points: readonly Point[]
  onDone: () => void
}

/** Approves or rejects the chosen points, with one reason for all. */
export function SelectedPoints({ groupId, points, onDone }: SelectedPointsProps) {
  const { t } = useTranslation()
  const [isRejecting, setRejecting] = useState(false)
  const { mutate, isPending } = useDecisions(groupId, onDone)
  const count = points.length
  const number = formatNumber(count)
  return (
    <Box mb="sm">
      <SelectionBar
        text={t('points.selection.count', { count, number })}
        approve={t('points.selection.approve')}
        reject={t('points.selection.reject')}
        isBusy={isPending}
        onApprove={() => mutate({ points })}
        onReject={() => setRejecting(true)}
      />
      {isRejecting && (
        <ReasonModal
          about={`reject ${points.map(({ id }) => id).join(' ')}`}
          title={t('points.selection.title', { count, number })}
          label={t('points.field.reason')}
          description={t('points.reasonHint')}
          action={t('points.reject.action')}
          missing={t('points.invalid.reason')}
          isBusy={isPending}
          onClose={() => setRejecting(false)}
          onSend={(reason) => {
            setRejecting(false)
            mutate({ points, reason })
          }}
        />
      )}
    </Box>
  )
}

interface Decision {
  points: readonly Point[]
  /** Rejects the points; absent: approves them. */
  reason?: string
}

/** Decides points one after the other, in the version that is shown, also after one of the decisions was refused. */
function useDecisions(groupId: string, onDone: () => void) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ points, reason }: Decision) => {
      const refusals: string[] = []
      for (const { id, version, seller } of points) {
        const params = { path: { groupId, id } }
        const decided =
          reason === undefined
            ? answer(api.PUT('/group/{groupId}/point/{id}/approve', { params, body: { version } }))
            : answer(api.PUT('/group/{groupId}/point/{id}/reject', { params, body: { reason, version } }))
        await decided.catch((error: unknown) => {
          if (!(error instanceof ApiError)) throw error
          refusals.push(`${seller.fullName}: ${error.messages.join(' ')}`)
        })
      }
      return refusals
    },
    onSuccess: (refusals, { points, reason }) => {
      const count = points.length - refusals.length
      const done = reason === undefined ? 'points.selection.approved' : 'points.selection.rejected'
      if (count > 0) toast.done(t(done, { count, number: formatNumber(count) }))
      if (refusals.length > 0) toast.error(refusals)
      onDone()
    },
    onSettled: () => void refreshGroup(queryClient, groupId),
  })
}
