import { Box } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ReasonModal } from '~/components/ReasonModal'
import { SelectionBar } from '~/components/SelectionBar'
import { toast } from '~/components/toast'
import { decideEach, useDecisions } from '~/components/useDecisions'
import { refreshGroup } from '~/features/groups/queries'
import { answer, api } from '~/lib/api'
import { formatNumber } from '~/lib/numbers'
import type { Point } from './queries'

interface Decision {
  action: 'approved' | 'rejected'
  points: readonly Point[]
  /** Why they are rejected. */
  reason?: string
}

/** Decides points in the version that is shown. */
export function usePointDecisions(groupId: string, items: readonly Point[]) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  return useDecisions({
    items,
    idOf: ({ id }) => id,
    canChoose: ({ allowed }) => allowed.decide,
    send: ({ points, reason }: Decision) =>
      decideEach(
        points,
        ({ seller }) => seller.fullName,
        ({ id, version }) => {
          const params = { path: { groupId, id } }
          return reason === undefined
            ? answer(api.PUT('/group/{groupId}/point/{id}/approve', { params, body: { version } }))
            : answer(api.PUT('/group/{groupId}/point/{id}/reject', { params, body: { reason, version } }))
        },
      ),
    onDone: ({ done, failed }, { action }) => {
      const count = done.length
      if (count > 0) toast.done(t(`points.selection.${action}`, { count, number: formatNumber(count) }))
      if (failed.length > 0) toast.error(failed)
    },
    onSettled: () => void refreshGroup(queryClient, groupId),
  })
}

/** Approves or rejects the chosen points, with one reason for all. */
export function SelectedPoints({ decisions }: { decisions: ReturnType<typeof usePointDecisions> }) {
  const { t } = useTranslation()
  const [isRejecting, setRejecting] = useState(false)
  const { chosen: points, ids, decide, isDeciding } = decisions
  const count = points.length
  const number = formatNumber(count)
  return (
    <Box mb="sm">
      <SelectionBar
        text={t('points.selection.count', { count, number })}
        approve={t('points.selection.approve')}
        reject={t('points.selection.reject')}
        isBusy={isDeciding}
        onApprove={() => decide({ action: 'approved', points })}
        onReject={() => setRejecting(true)}
      />
      {isRejecting && (
        <ReasonModal
          about={`reject ${ids.join(' ')}`}
          title={t('points.selection.title', { count, number })}
          label={t('points.field.reason')}
          description={t('points.reasonHint')}
          action={t('points.reject.action')}
          missing={t('points.invalid.reason')}
          isBusy={isDeciding}
          onClose={() => setRejecting(false)}
          onSend={(reason) => {
            setRejecting(false)
            decide({ action: 'rejected', points, reason })
          }}
        />
      )}
    </Box>
  )
}
