import { Button, Group, Paper, SegmentedControl, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconShieldLock } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { confirm } from '~/components/confirm'
import { EmptyState } from '~/components/EmptyState'
import { ErrorState } from '~/components/ErrorState'
import { Paging } from '~/components/Paging'
import { Pill } from '~/components/Pill'
import { toast } from '~/components/toast'
import { EventHeader } from '~/features/events/EventHeader'
import { eventQuery, refreshEvent } from '~/features/events/queries'
import { answer, api } from '~/lib/api'
import { formatDate, formatDateTime } from '~/lib/dates'
import { formatNumber } from '~/lib/numbers'
import { type DataRequestAct, DataRequestModal } from './DataRequestModal'
import { nextDate } from './dataRequests'
import { type DataRequest, dataRequestsQuery, REQUESTS_PAGE } from './queries'

type Opened = { act: DataRequestAct; request: DataRequest }

/** What participants of an event ask about their personal data, with the legal dates. */
export function DataRequestsScreen({ eventId }: { eventId: string }) {
  const { t } = useTranslation()
  const [isClosed, setClosed] = useState(false)
  const [page, setPage] = useState(1)
  const [opened, setOpened] = useState<Opened | null>(null)
  const event = useQuery(eventQuery(eventId))
  const requests = useQuery(dataRequestsQuery(eventId, isClosed, page))
  const { data } = requests
  if (!event.data)
    return event.error ? (
      <ErrorState error={event.error} onRetry={() => void event.refetch()} />
    ) : (
      <Skeleton height={400} radius="md" />
    )
  return (
    <>
      <EventHeader event={event.data} entry="data" description={t('participants.requests.intro')} />
      <SegmentedControl
        mb="md"
        aria-label={t('participants.requests.which')}
        value={isClosed ? 'closed' : 'open'}
        data={[
          {
            value: 'open',
            label: data?.open
              ? t('participants.requests.openCount', { number: formatNumber(data.open) })
              : t('participants.requests.open'),
          },
          { value: 'closed', label: t('participants.requests.closed') },
        ]}
        onChange={(value) => {
          setPage(1)
          setClosed(value === 'closed')
        }}
      />
      {!data ? (
        requests.error ? (
          <ErrorState error={requests.error} onRetry={() => void requests.refetch()} />
        ) : (
          <Skeleton height={160} radius="md" />
        )
      ) : data.items.length === 0 ? (
        <EmptyState
          icon={IconShieldLock}
          title={t(isClosed ? 'participants.requests.noneClosed' : 'participants.requests.noneOpen')}
          description={t('participants.requests.noneText')}
        />
      ) : (
        <>
          <Stack component="ul" gap="sm" p={0} m={0}>
            {data.items.map((request) => (
              <Request
                key={request.id}
                eventId={eventId}
                request={request}
                onOpen={(act) => setOpened({ act, request })}
              />
            ))}
          </Stack>
          <Paging page={page} size={REQUESTS_PAGE} total={data.total} onChange={setPage} />
        </>
      )}
      {opened && (
        <DataRequestModal
          key={`${opened.request.id}${opened.act}`}
          eventId={eventId}
          {...opened}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  )
}

interface RequestProps {
  eventId: string
  request: DataRequest
  onOpen: (act: DataRequestAct) => void
}

function Request({ eventId, request, onOpen }: RequestProps) {
  const { t } = useTranslation()
  const { id, fullName, email, isErased, kind, content, askedAt, result } = request
  const queryClient = useQueryClient()
  const erasure = useMutation({
    mutationFn: () =>
      answer(
        api.POST('/event/{eventId}/data-requests/{id}/erase', { params: { path: { eventId, id } } }),
      ),
    onSuccess: () => toast.done(t('participants.erase.done')),
    onSettled: () => refreshEvent(queryClient, eventId),
  })
  const erase = async () => {
    const agreed = await confirm({
      title: t('participants.erase.title', { name: fullName }),
      message: t('participants.requests.eraseText'),
      confirm: t('participants.requests.erase'),
      dangerous: true,
    })
    if (agreed) erasure.mutate()
  }
  const name = isErased ? t('participants.erase.name') : fullName
  return (
    <Paper component="li" withBorder p="md" radius="md" style={{ listStyle: 'none' }}>
      <Group justify="space-between" align="flex-start" gap="sm">
        <div style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
          <Title order={2} fz="md">
            {t(`participants.requests.kind.${kind}`)}
          </Title>
          <Text size="sm" c="dimmed">
            {[name, email, formatDateTime(askedAt)].filter(Boolean).join(' · ')}
          </Text>
        </div>
        {result === null ? (
          <Due request={request} />
        ) : (
          <Pill color={result === 'done' ? 'green' : 'gray'}>
            {t(`participants.requests.result.${result}`)}
          </Pill>
        )}
      </Group>
      {content && <Words>{content}</Words>}
      <Record request={request} />
      {result === null && (
        <Group gap="xs" mt="sm">
          {kind === 'erasure' ? (
            <Button size="sm" color="red" loading={erasure.isPending} onClick={() => void erase()}>
              {t('participants.requests.erase')}
            </Button>
          ) : (
            <Button size="sm" onClick={() => onOpen('done')}>
              {t('participants.requests.done')}
            </Button>
          )}
          {request.answeredAt === null && (
            <Button size="sm" variant="default" onClick={() => onOpen('answer')}>
              {t('participants.requests.answer')}
            </Button>
          )}
          <Button size="sm" variant="default" onClick={() => onOpen('refused')}>
            {t('participants.requests.refuse')}
          </Button>
        </Group>
      )}
    </Paper>
  )
}

const Words = ({ children }: { children: string }) => (
  <Text mt="xs" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
    {children}
  </Text>
)

/** Until when something is to be done, in red once it is late. */
function Due({ request }: { request: DataRequest }) {
  const { t } = useTranslation()
  const { date, isAnswer, days } = nextDate(request, Date.now())
  const count = Math.abs(days)
  const left =
    days < 0
      ? t('participants.requests.overdue', { count, number: formatNumber(count) })
      : days === 0
        ? t('participants.requests.today')
        : t('participants.requests.left', { count, number: formatNumber(count) })
  return (
    <Stack gap={4} align="flex-end">
      <Pill color={days < 0 ? 'red' : days === 0 ? 'yellow' : 'blue'}>{left}</Pill>
      <Text size="xs" c="dimmed">
        {t(isAnswer ? 'participants.requests.answerBy' : 'participants.requests.doneBy', {
          date: formatDate(date),
        })}
      </Text>
    </Stack>
  )
}

/** What was done about it. */
function Record({ request }: { request: DataRequest }) {
  const { t } = useTranslation()
  const { answer: said, answeredAt, reason, closedAt, closedBy } = request
  return (
    <>
      {answeredAt && (
        <Text size="sm" c="dimmed" mt="xs">
          {t('participants.requests.answeredAt', { at: formatDateTime(answeredAt) })}
        </Text>
      )}
      {said && <Words>{said}</Words>}
      {closedAt && (
        <Text size="sm" c="dimmed" mt="xs">
          {[t('participants.requests.closedAt', { at: formatDateTime(closedAt) }), closedBy]
            .filter(Boolean)
            .join(' · ')}
        </Text>
      )}
      {reason && <Words>{reason}</Words>}
    </>
  )
}
