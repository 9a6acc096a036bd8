import { Checkbox, Group as Row, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconInbox } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '~/components/EmptyState'
import { ErrorState } from '~/components/ErrorState'
import { ReasonModal } from '~/components/ReasonModal'
import { SelectionBar } from '~/components/SelectionBar'
import { formatNumber } from '~/lib/numbers'
import { type Group, type JoinRequest, waitingQuery } from '../queries'
import { RequestCard } from './RequestCard'
import classes from './Requests.module.css'
import { SentInvitations } from './SentInvitations'
import { useDecisions } from './useDecisions'

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

function Requests({ group, requests, marked }: WaitingProps & { requests: readonly JoinRequest[] }) {
  const { t } = useTranslation()
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [rejected, setRejected] = useState<readonly JoinRequest[] | null>(null)
  const { decide, isDeciding } = useDecisions(group.id, () => setSelected(new Set()))
  // Another leader may have decided a selected request: it is then not in `requests` any more.
  const chosen = requests.filter(({ id }) => selected.has(id))
  const isReadOnly = group.archivedAt !== null
  const toggle = (id: string) => {
    const next = new Set(selected)
    if (!next.delete(id)) next.add(id)
    setSelected(next)
  }
  return (
    <section aria-labelledby="waiting-requests">
      <Title order={2} fz="h3" id="waiting-requests" mb="sm">
        {t('groups.waiting.requests', { count: requests.length, number: formatNumber(requests.length) })}
      </Title>
      {!isReadOnly && requests.length > 1 && (
        <Row mb="sm" mih={36}>
          <Checkbox
            label={t('groups.waiting.selectAll')}
            checked={chosen.length === requests.length}
            indeterminate={chosen.length > 0 && chosen.length < requests.length}
            onChange={({ currentTarget }) =>
              setSelected(new Set(currentTarget.checked ? requests.map(({ id }) => id) : []))
            }
          />
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
            selection={requests.length > 1 ? { isSelected: selected.has(request.id), toggle } : undefined}
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
