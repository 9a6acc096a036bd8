import { Alert, Anchor, Button, Card, SimpleGrid, Skeleton, Stack, Title } from '@mantine/core'
import { IconCircleCheck, IconDatabaseOff, IconMailOff, IconStackBack } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type Column, DataTable } from '~/components/DataTable'
import { ErrorState } from '~/components/ErrorState'
import { Facts } from '~/components/Facts'
import { formatDate, formatDateTime, formatRelative } from '~/lib/dates'
import { formatBytes, formatNumber } from '~/lib/numbers'
import { type LaneState, type SystemState, systemQuery } from './queries'

interface OverviewProps {
  onDeadJobs: () => void
}

/** The state of the platform, its problems and its free space; refreshed every ten seconds. */
export function Overview({ onDeadJobs }: OverviewProps) {
  const { t } = useTranslation()
  const { data: state, error, refetch } = useQuery(systemQuery)
  if (!state)
    return error ? (
      <ErrorState error={error} onRetry={() => void refetch()} />
    ) : (
      <Skeleton height={320} radius="md" />
    )
  const { database, disk, files } = state
  return (
    <Stack>
      <Findings state={state} onDeadJobs={onDeadJobs} />
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <Card withBorder>
          <Title order={2} fz="lg" mb="md">
            {t('system.overview.program')}
          </Title>
          <Facts
            facts={[
              [t('system.overview.version'), state.version],
              [t('system.overview.commit'), state.commit ?? t('system.overview.unknown')],
              [
                t('system.overview.builtOn'),
                state.builtOn ? formatDate(`${state.builtOn}T12:00:00Z`) : t('system.overview.unknown'),
              ],
              [
                t('system.overview.engines'),
                t('system.overview.enginesOf', { sqlite: state.sqlite, postgres: state.lowestPostgres }),
              ],
              [t('system.overview.startedAt'), formatDateTime(state.startedAt)],
              [t('system.overview.engine'), database.engine],
              [t('system.overview.sockets'), formatNumber(state.sockets)],
            ]}
          />
          <Anchor href="/licenses" target="_blank" display="inline-block" mt="xs" py="xs">
            {t('system.overview.licenses')}
          </Anchor>
        </Card>
        <Card withBorder>
          <Title order={2} fz="lg" mb="md">
            {t('system.overview.storage')}
          </Title>
          <Facts
            facts={[
              [
                t('system.overview.freeSpace'),
                disk.freeBytes === null ? t('system.overview.unknown') : formatBytes(disk.freeBytes),
              ],
              [t('system.overview.leastSpace'), formatBytes(disk.minFreeBytes)],
              [t('system.overview.databaseSize'), formatBytes(database.bytes)],
              [
                t('system.overview.files'),
                t('system.overview.filesOf', { count: files.count, size: formatBytes(files.bytes) }),
              ],
            ]}
          />
        </Card>
      </SimpleGrid>
      <Lanes lanes={state.lanes} />
    </Stack>
  )
}

/** The problems that an administrator has to solve, or a note that there are none. */
function Findings({ state, onDeadJobs }: { state: SystemState } & OverviewProps) {
  const { t } = useTranslation()
  const { outages, deadJobs, disk } = state
  const isSpaceLow = disk.freeBytes !== null && disk.freeBytes < disk.minFreeBytes
  if (outages.length === 0 && deadJobs === 0 && !isSpaceLow)
    return (
      <Alert color="jade" icon={<IconCircleCheck />} title={t('system.overview.allWell')}>
        {t('system.overview.allWellText')}
      </Alert>
    )
  return (
    <>
      {isSpaceLow && (
        <Alert color="red" icon={<IconDatabaseOff />} title={t('system.overview.spaceLow')}>
          {t('system.overview.spaceLowText', { least: formatBytes(disk.minFreeBytes) })}
        </Alert>
      )}
      {outages.map(({ service, since, reason }) => (
        <Alert
          key={service}
          color="red"
          icon={<IconMailOff />}
          title={
            service === 'mail'
              ? t('system.overview.outage.mail')
              : t('system.overview.outage.other', { service })
          }
        >
          {t('system.overview.outageText', { since: formatDateTime(since), reason })}
        </Alert>
      ))}
      {deadJobs > 0 && (
        <Alert
          color="marigold"
          icon={<IconStackBack />}
          title={t('system.overview.deadJobs', { count: deadJobs })}
        >
          <Stack align="flex-start" gap="sm">
            {t('system.overview.deadJobsText')}
            <Button variant="default" onClick={onDeadJobs}>
              {t('system.overview.showDeadJobs')}
            </Button>
          </Stack>
        </Alert>
      )}
    </>
  )
}

function Lanes({ lanes }: { lanes: readonly LaneState[] }) {
  const { t } = useTranslation()
  return (
    <>
      <Title order={2} fz="lg">
        {t('system.overview.queue')}
      </Title>
      <DataTable
        label={t('system.overview.queue')}
        query={{ data: { items: lanes, total: lanes.length }, error: null, refetch: () => undefined }}
        columns={useLaneColumns()}
        rowId={({ lane }) => lane}
        rowName={({ lane }) => t(`system.lane.${lane}`)}
        empty={null}
      />
    </>
  )
}

function useLaneColumns(): Column<LaneState>[] {
  const { t } = useTranslation()
  const count = (state: 'waiting' | 'running' | 'later' | 'dead'): Column<LaneState> => ({
    key: state,
    header: t(`system.jobState.${state}`),
    align: 'right',
    cell: (lane) => formatNumber(lane[state]),
  })
  return [
    { key: 'lane', header: t('system.overview.lane'), cell: ({ lane }) => t(`system.lane.${lane}`) },
    count('waiting'),
    count('running'),
    count('later'),
    count('dead'),
    {
      key: 'oldest',
      header: t('system.overview.oldest'),
      align: 'right',
      cell: ({ oldestDueAt }) => (oldestDueAt ? formatRelative(oldestDueAt, Date.now()) : '–'),
    },
  ]
}
