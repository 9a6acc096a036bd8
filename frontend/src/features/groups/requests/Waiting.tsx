import { Checkbox, Group as Row, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconInbox } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '~/components/EmptyState'
import { ErrorState } from '~/components/ErrorState'
import { ReasonModal } from '~/components/ReasonModal'
import { SelectionBar } from '~/components/SelectionBar'
import { toast } from '~/components/toast'
import { decideEach, useDecisions } from '~/components/useDecisions'
import { answer, api } from '~/lib/api'
import { formatNumber } from '~/lib/numbers'
import { type Group, type JoinRequest, refreshGroup, waitingQuery } from '../queries'
import { RequestCard } from './RequestCard'
import classes from './Requests.module.css'
import { SentInvitations } from './SentInvitations'

interface WaitingProps {
  group: Group
  /** The request that is scrolled to and marked. */
  marked: string | undefined
}

/** Pending requests, which leaders decide one by one or several at once, and pending invitations. */
export function Waiting({ group, marked }: WaitingProps) {
  const { t } = useTranslation()
  const requests = useQuery(waitingQuery(group.id, 'request'))
  const invitations = useQuery(waitingQuery(group.id, 'invitation'))
  if (!requests.data || !invitations.data) {
    const failed = [requests, invitations].find(({ error }) => error)
    if (failed) return <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />
    return <Skeleton height={320} radius="md" />
  }
  if (requests.data.total + invitations.data.total === 0)
    return (
      <EmptyState
        icon={IconInbox}
        order={2}
        title={t('groups.waiting.empty.title')}
        description={t('groups.waiting.empty.description')}
      />
    )
  return (
    <Stack gap="xl">
      {requests.data.total > 0 && <Requests group={group} requests={requests.data.items} marked={marked} />}
      {invitations.data.total > 0 && (
        <SentInvitations groupId={group.id} invitations={invitations.data.items} />
      )}
    </Stack>
  )
}

interface Decision {
  requests: readonly JoinRequest[]
  action: 'accept' | 'reject'
  /** The reason that applicants are told on a rejection. */
  reason?: string
}

function useRequestDecisions(groupId: string, items: readonly JoinRequest[]) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  return useDecisions({
    items,
    idOf: ({ id }) => id,
    send: ({ requests, action, reason }: Decision) =>
      decideEach(
        requests,
        ({ user }) => user.fullName,
        ({ id }) =>
          answer(
            api.PUT('/group/{groupId}/join-request/{id}', {
              params: { path: { groupId, id } },
              body: { action, reason },
            }),
          ),
      ),
    onDone: ({ done, failed }, { action }) => {
      const count = done.length
      if (count > 1) toast.done(t(`groups.waiting.done.${action}`, { count, number: formatNumber(count) }))
      else if (count === 1) toast.done(t(`groups.done.${action}`, { name: done[0]?.user.fullName }))
      if (failed.length > 0) toast.error(failed)
    },
    onSettled: () => void refreshGroup(queryClient, groupId),
  })
}

function Requests({ group, requests, marked }: WaitingProps & { requests: readonly JoinRequest[] }) {
  const { t } = useTranslation()
  const [rejected, setRejected] = useState<readonly JoinRequest[] | null>(null)
  const { chosen, toggle, all, decide, isDeciding } = useRequestDecisions(group.id, requests)
  const isReadOnly = group.archivedAt !== null
  return (
    <section aria-labelledby="waiting-requests">
      <Title order={2} fz="h3" id="waiting-requests" mb="sm">
        {t('groups.waiting.requests', { count: requests.length, number: formatNumber(requests.length) })}
      </Title>
      {!isReadOnly && requests.length > 1 && (
        <Row mb="sm" mih={36}>
          <Checkbox label={t('groups.waiting.selectAll')} {...all} />
          {chosen.length > 0 && (
            <SelectionBar
              text={t('groups.waiting.selected', {
                count: chosen.length,
                number: formatNumber(chosen.length),
              })}
              approve={t('groups.waiting.acceptSelected')}
              reject={t('groups.waiting.rejectSelected')}
              isBusy={isDeciding}
              onApprove={() => decide({ requests: chosen, action: 'accept' })}
              onReject={() => setRejected(chosen)}
            />
          )}
        </Row>
      )}
      <ul className={classes.list} aria-labelledby="waiting-requests">
        {requests.map((request) => (
          <RequestCard
            key={request.id}
            request={request}
            isReadOnly={isReadOnly}
            isBusy={isDeciding}
            isMarked={request.id === marked}
            selection={
              requests.length > 1
                ? { isSelected: chosen.includes(request), toggle: () => toggle(request) }
                : undefined
            }
            onAccept={() => decide({ requests: [request], action: 'accept' })}
            onReject={() => setRejected([request])}
          />
        ))}
      </ul>
      {rejected && (
        <ReasonModal
          about={`reject ${rejected.map(({ id }) => id).join(' ')}`}
          title={t('groups.reject.title', { count: rejected.length })}
          label={t('groups.reject.reason')}
          description={t('groups.reject.hint')}
          action={t('groups.waiting.reject')}
          onClose={() => setRejected(null)}
          onSend={(reason) => {
            decide({ requests: rejected, action: 'reject', reason: reason || undefined })
            setRejected(null)
          }}
        >
          <Text>{rejected.map(({ user }) => user.fullName).join(', ')}</Text>
        </ReasonModal>
      )}
    </section>
  )
}
