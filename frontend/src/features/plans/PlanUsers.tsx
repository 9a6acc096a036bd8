import { Button, Group, Text, Title } from '@mantine/core'
import { IconUserPlus, IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Column, DataTable } from '~/components/DataTable'
import { DisabledWithReason } from '~/components/DisabledWithReason'
import { EmptyState } from '~/components/EmptyState'
import { useExistingPage } from '~/components/useExistingPage'
import { formatDate } from '~/lib/dates'
import { formatLimit, formatNumber } from '~/lib/numbers'
import { AddUsersModal } from './AddUsersModal'
import { PlanStatusBadge } from './PlanStatusBadge'
import { PlanUserMenu } from './PlanUserMenu'
import { type Plan, type PlanUser, planUsersQuery } from './queries'
import { PAGE_SIZE } from './search'
import { UsageModal } from './UsageModal'

interface PlanUsersProps {
  plan: Plan
  page: number
  onPage: (page: number, replace?: boolean) => void
}

/** The accounts that have the plan, those added last first. */
export function PlanUsers({ plan, page, onPage }: PlanUsersProps) {
  const { t } = useTranslation()
  const currentPlanUsers = useQuery(planUsersQuery(plan.id, page))
  const [isAdding, setAdding] = useState(false)
  const [edited, setEdited] = useState<PlanUser | null>(null)

  useExistingPage(currentPlanUsers, page, PAGE_SIZE, (last) => onPage(last, true))

  const add = (
    <DisabledWithReason reason={useReasonNotToSell(plan)}>
      <Button leftSection={<IconUserPlus size={18} />} onClick={() => setAdding(true)}>
        {t('plans.users.add')}
      </Button>
    </DisabledWithReason>
  )
  return (
    <section aria-labelledby="plan-users">
      <Group justify="space-between" mt={32} mb="md">
        <Title order={2} id="plan-users">
          {t('plans.users.title')}
        </Title>
        {add}
      </Group>
      <DataTable
        label={t('plans.users.title')}
        query={currentPlanUsers}
        columns={useUserColumns()}
        rowId={({ id }) => id}
        rowName={({ fullName }) => fullName}
        onOpen={setEdited}
        actions={(user) => <PlanUserMenu user={user} onEdit={() => setEdited(user)} />}
        empty={
          <EmptyState
            icon={IconUsers}
            title={t('plans.users.empty.title')}
            description={t('plans.users.empty.description')}
          />
        }
        paging={{ page, size: PAGE_SIZE, onChange: onPage }}
      />
      {isAdding && <AddUsersModal plan={plan} onClose={() => setAdding(false)} />}
      {edited && <UsageModal user={edited} onClose={() => setEdited(null)} />}
    </section>
  )
}

/** Returns why the plan cannot be given to more users now; undefined if it can. */
function useReasonNotToSell({ status, soldPackages, numberOfPackages }: Plan) {
  const { t } = useTranslation()
  if (status === 'expired') return t('plans.users.saleIsOver')
  if (numberOfPackages === -1 || soldPackages < numberOfPackages) return undefined
  return t('plans.users.soldOut', { count: numberOfPackages, number: formatNumber(numberOfPackages) })
}

function useUserColumns(): Column<PlanUser>[] {
  const { t } = useTranslation()
  return [
    {
      key: 'fullName',
      header: t('auth.fullName'),
      cell: ({ fullName, email, company }) => (
        <>
          {fullName}
          <Text component="span" display="block" size="sm" c="dimmed" fw={400}>
            {[company, email].filter(Boolean).join(' · ')}
          </Text>
        </>
      ),
    },
    {
      key: 'events',
      header: t('plans.usage.events'),
      cell: (user) =>
        t('plans.usage.eventsOf', {
          events: formatLimit(user.eventLimit),
          attendees: formatLimit(user.maxAttendeesPerEvent),
        }),
    },
    {
      key: 'groups',
      header: t('plans.usage.groups'),
      cell: (user) =>
        t('plans.usage.groupsOf', {
          groups: formatLimit(user.groupLimit),
          members: formatLimit(user.maxMembersPerGroup),
        }),
    },
    {
      key: 'hasReport',
      header: t('plans.field.hasReport'),
      cell: ({ hasReport }) => t(hasReport ? 'plans.yes' : 'plans.no'),
    },
    {
      key: 'dates',
      header: t('plans.usage.dates'),
      cell: ({ startDate, expirationDate }) => `${formatDate(startDate)} – ${formatDate(expirationDate)}`,
    },
    {
      key: 'status',
      header: t('plans.field.status'),
      cell: ({ status }) => <PlanStatusBadge status={status} />,
    },
  ]
}
