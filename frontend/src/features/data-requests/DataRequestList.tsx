import { Anchor, Button, Group, Paper, SegmentedControl, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconShieldLock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '~/components/EmptyState'
import { ErrorState } from '~/components/ErrorState'
import { Paging } from '~/components/Paging'
import { Pill } from '~/components/Pill'
import { formatDate, formatDateTime } from '~/lib/dates'
import { formatNumber } from '~/lib/numbers'
import { type DataRequestAct, DataRequestModal } from './DataRequestModal'
import { nextDate } from './dataRequests'
import { EraseModal } from './EraseModal'
import { type DataRequest, dataRequestsQuery, type Keeper, PAGE } from './queries'
import type { DataRequestSearch } from './search'

type Opened = { act: DataRequestAct | 'erase'; request: DataRequest }

interface DataRequestListProps {
  keeper: Keeper
  /** The values in the address. */
  search: DataRequestSearch
  onSearch: (next: DataRequestSearch) => void
  /** Refreshes other data that showed the erased person. */
  onErased?: () => Promise<unknown>
}

/** The requests of people about their personal data, with the legal dates and the outcomes. */
export function DataRequestList({ keeper, search, onSearch, onErased }: DataRequestListProps) {
  const { t } = useTranslation()
  const { state, page = 1 } = search
  const isClosed = state === 'closed'
  const [opened, setOpened] = useState<Opened | null>(null)
  const requests = useQuery(dataRequestsQuery(keeper, isClosed, page))
  const { data } = requests
  return (
    <>
      <SegmentedControl
        mb="md"
        aria-label={t('dataRequests.which')}
        value={isClosed ? 'closed' : 'open'}
        data={[
          {
            value: 'open',
            label: data?.open
              ? t('dataRequests.openCount', { number: formatNumber(data.open) })
              : t('dataRequests.open'),
          },
          { value: 'closed', label: t('dataRequests.closed') },
        ]}
        onChange={(value) => onSearch({ state: value === 'closed' ? 'closed' : undefined })}
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
          title={t(isClosed ? 'dataRequests.noneClosed' : 'dataRequests.noneOpen')}
          description={t(keeper === null ? 'dataRequests.noneAccounts' : 'dataRequests.noneText')}
        />
      ) : (
        <>
          <Stack component="ul" gap="sm" p={0} m={0}>
            {data.items.map((request) => (
              <RequestCard
                key={request.id}
                keeper={keeper}
                request={request}
                onOpen={(act) => setOpened({ act, request })}
              />
            ))}
          </Stack>
          <Paging page={page} size={PAGE} total={data.total} onChange={(page) => onSearch({ state, page })} />
        </>
      )}
      {opened?.act === 'erase' && (
        <EraseModal
          keeper={keeper}
          request={opened.request}
          onErased={onErased}
          onClose={() => setOpened(null)}
        />
      )}
      {opened && opened.act !== 'erase' && (
        <DataRequestModal
          key={`${opened.request.id}${opened.act}`}
          keeper={keeper}
          act={opened.act}
          request={opened.request}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  )
}

interface RequestCardProps extends Pick<DataRequestListProps, 'keeper'> {
  request: DataRequest
  onOpen: (act: Opened['act']) => void
}

function RequestCard({ keeper, request, onOpen }: RequestCardProps) {
  const { t } = useTranslation()
  const { email, kind, content, askedAt, result } = request
  return (
    <Paper component="li" withBorder p="md" radius="md" style={{ listStyle: 'none' }}>
      <Title order={2} fz="md" style={{ overflowWrap: 'anywhere' }}>
        <Name keeper={keeper} request={request} />
      </Title>
      <Group gap="xs" mt={4}>
        <Text fw={500}>{t(`dataRequests.kind.${kind}`)}</Text>
        {result === null ? (
          <Due request={request} />
        ) : (
          <Pill color={result === 'done' ? 'green' : 'gray'}>{t(`dataRequests.result.${result}`)}</Pill>
        )}
      </Group>
      <Text size="sm" c="dimmed" mt={4} style={{ overflowWrap: 'anywhere' }}>
        {[email, t('dataRequests.askedAt', { at: formatDateTime(askedAt) })].filter(Boolean).join(' · ')}
      </Text>
      {content && <Words>{content}</Words>}
      <Outcome request={request} />
      {result === null && (
        <Group gap="xs" mt="sm">
          {kind === 'erasure' ? (
            <Button size="sm" px="sm" color="red" onClick={() => onOpen('erase')}>
              {t('dataRequests.erase')}
            </Button>
          ) : (
            <Button size="sm" px="sm" onClick={() => onOpen('done')}>
              {t('dataRequests.done')}
            </Button>
          )}
          {request.answeredAt === null && (
            <Button size="sm" px="sm" variant="default" onClick={() => onOpen('answer')}>
              {t('dataRequests.answer')}
            </Button>
          )}
          <Button size="sm" px="sm" variant="default" onClick={() => onOpen('refused')}>
            {t('dataRequests.refuse')}
          </Button>
        </Group>
      )}
    </Paper>
  )
}

/** The requester, as a link to their registration; accounts have no page of their own. */
function Name({ keeper, request }: Omit<RequestCardProps, 'onOpen'>) {
  const { t } = useTranslation()
  const { attendanceId, fullName, isErased } = request
  if (isErased) return t('dataRequests.nobody')
  if (keeper === null || attendanceId === null) return fullName
  return (
    <Anchor
      inherit
      renderRoot={(props) => (
        <Link
          {...props}
          to="/participant-management/$eventId/$"
          params={{ eventId: keeper, _splat: '' }}
          search={{ person: attendanceId }}
        />
      )}
    >
      {fullName}
    </Anchor>
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
      ? t('dataRequests.overdue', { count, number: formatNumber(count) })
      : days === 0
        ? t('dataRequests.today')
        : t('dataRequests.left', { count, number: formatNumber(count) })
  return (
    <>
      <Pill color={days < 0 ? 'red' : days === 0 ? 'yellow' : 'blue'}>{left}</Pill>
      <Text size="sm" c="dimmed">
        {t(isAnswer ? 'dataRequests.answerBy' : 'dataRequests.doneBy', {
          date: formatDate(date),
        })}
      </Text>
    </>
  )
}

/** The outcome of the request. */
function Outcome({ request }: { request: DataRequest }) {
  const { t } = useTranslation()
  const { answer: said, answeredAt, reason, closedAt, closedBy } = request
  return (
    <>
      {answeredAt && (
        <Text size="sm" c="dimmed" mt="xs">
          {t('dataRequests.answeredAt', { at: formatDateTime(answeredAt) })}
        </Text>
      )}
      {said && <Words>{said}</Words>}
      {closedAt && (
        <Text size="sm" c="dimmed" mt="xs">
          {[t('dataRequests.closedAt', { at: formatDateTime(closedAt) }), closedBy]
            .filter(Boolean)
            .join(' · ')}
        </Text>
      )}
      {reason && <Words>{reason}</Words>}
    </>
  )
}
