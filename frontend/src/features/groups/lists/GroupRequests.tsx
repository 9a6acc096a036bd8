import { Button, Group as Row, Stack, Text, Title } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '~/components/ErrorState'
import { Paging } from '~/components/Paging'
import { PersonAvatar } from '~/components/PersonAvatar'
import { ReasonModal } from '~/components/ReasonModal'
import { toast } from '~/components/toast'
import { useExistingPage } from '~/components/useExistingPage'
import { answer, api } from '~/lib/api'
import { formatDateTime } from '~/lib/dates'
import { formatNumber } from '~/lib/numbers'
import { type GroupRequest, groupRequestsQuery, refreshGroups } from '../queries'
import classes from '../requests/Requests.module.css'
import { PAGE_SIZE } from '../search'

/** The requests of accounts for one more group, which administrators decide; nothing when none waits. */
export function GroupRequests() {
  const { t } = useTranslation()
  const [page, setPage] = useState(1)
  const requests = useQuery(groupRequestsQuery(page))
  useExistingPage(requests, page, PAGE_SIZE, setPage)
  const { data, error, refetch } = requests
  if (!data && error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data || data.total === 0) return null
  return (
    <section aria-labelledby="group-requests" style={{ marginBottom: 32 }}>
      <Title order={2} fz="h3" id="group-requests" mb="sm">
        {t('groups.asked.title', { count: data.total, number: formatNumber(data.total) })}
      </Title>
      <ul className={classes.list} aria-labelledby="group-requests">
        {data.items.map((request) => (
          <AskedGroup key={request.id} request={request} />
        ))}
      </ul>
      <Paging page={page} size={PAGE_SIZE} total={data.total} onChange={setPage} />
    </section>
  )
}

function AskedGroup({ request }: { request: GroupRequest }) {
  const { t } = useTranslation()
  const [isDeclining, setDeclining] = useState(false)
  const { id, fullName, email, company, avatar, name, message, createdAt } = request
  const about = { group: name, name: fullName }
  const { approve, decline, isBusy } = useGroupRequest(request)
  return (
    <li className={classes.card} aria-label={name}>
      <Row wrap="nowrap" align="flex-start" gap="sm">
        <PersonAvatar src={avatar} fullName={fullName} size={40} />
        <Stack gap="xs" flex={1} miw={0}>
          <div>
            <h3 className={classes.name}>{name}</h3>
            <Text size="sm" c="dimmed">
              {[fullName, company, email].filter(Boolean).join(' · ')}
            </Text>
            <Text size="sm" c="dimmed">
              {t('groups.waiting.sent', { date: formatDateTime(createdAt) })}
            </Text>
          </div>
          {message && <Text className={classes.message}>{message}</Text>}
          <Row gap="sm" mt={4}>
            <Button
              leftSection={<IconCheck size={16} />}
              disabled={isBusy}
              aria-label={t('groups.asked.approveNamed', about)}
              onClick={() => approve()}
            >
              {t('groups.asked.approve')}
            </Button>
            <Button
              variant="default"
              leftSection={<IconX size={16} />}
              disabled={isBusy}
              aria-label={t('groups.asked.declineNamed', about)}
              onClick={() => setDeclining(true)}
            >
              {t('groups.asked.decline')}
            </Button>
          </Row>
        </Stack>
      </Row>
      {isDeclining && (
        <ReasonModal
          about={`decline the group ${id}`}
          title={t('groups.asked.declineNamed', about)}
          label={t('groups.reject.reason')}
          description={t('groups.asked.reasonHint')}
          action={t('groups.asked.decline')}
          missing={t('common.invalid.required')}
          onClose={() => setDeclining(false)}
          onSend={(reason) => {
            decline(reason)
            setDeclining(false)
          }}
        />
      )}
    </li>
  )
}

function useGroupRequest({ id, name: group, fullName: name }: GroupRequest) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const params = { path: { id } }
  // Also after a refusal: another administrator has decided meanwhile.
  const onSettled = () => refreshGroups(queryClient)
  const approval = useMutation({
    mutationFn: () => answer(api.POST('/group-requests/{id}/approve', { params })),
    onSuccess: () => toast.done(t('groups.done.approved', { group, name })),
    onSettled,
  })
  const refusal = useMutation({
    mutationFn: (reason: string) =>
      answer(api.POST('/group-requests/{id}/decline', { params, body: { reason } })),
    onSuccess: () => toast.done(t('groups.done.refused', { group, name })),
    onSettled,
  })
  return {
    approve: () => approval.mutate(),
    decline: (reason: string) => refusal.mutate(reason),
    isBusy: approval.isPending || refusal.isPending,
  }
}
