import { Button, Card, Skeleton } from '@mantine/core'
import { IconArrowLeft, IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '~/components/ErrorState'
import { Facts } from '~/components/Facts'
import { PageHeader } from '~/components/PageHeader'
import { formatDate } from '~/lib/dates'
import { formatLimit, formatMoney } from '~/lib/numbers'
import { PlanMenu } from './PlanMenu'
import { PlanModal } from './PlanModal'
import { PlanStatusBadge } from './PlanStatusBadge'
import { PlanUsers } from './PlanUsers'
import { type Plan, planQuery } from './queries'
import { SoldMeter } from './SoldMeter'

interface PlanScreenProps {
  planId: string
  /** The page of the list of accounts that have the plan, from 1. */
  page: number
  onPage: (page: number, replace?: boolean) => void
  /** Opens the list of plans. */
  onDeleted: () => void
}

/** One plan and the accounts that have it. */
export function PlanScreen({ planId, page, onPage, onDeleted }: PlanScreenProps) {
  const { t } = useTranslation()
  const { data: currentPlan, error, refetch } = useQuery(planQuery(planId))
  const [isEdited, setEdited] = useState(false)
  const back = (
    <Button
      variant="default"
      leftSection={<IconArrowLeft size={18} />}
      renderRoot={(props) => <Link {...props} to="/plan-management" />}
    >
      {t('plans.back')}
    </Button>
  )
  if (!currentPlan)
    return (
      <>
        <PageHeader title={t('shell.title.plan')}>{back}</PageHeader>
        {error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton height={320} radius="md" />
        )}
      </>
    )
  return (
    <>
      <PageHeader title={currentPlan.baseName} description={<PlanStatusBadge status={currentPlan.status} />}>
        {back}
        <Button variant="default" leftSection={<IconPencil size={18} />} onClick={() => setEdited(true)}>
          {t('common.edit')}
        </Button>
        <PlanMenu plan={currentPlan} onEdit={() => setEdited(true)} onDeleted={onDeleted} />
      </PageHeader>
      <Card withBorder>
        <PlanFacts plan={currentPlan} />
      </Card>
      <PlanUsers plan={currentPlan} page={page} onPage={onPage} />
      {isEdited && <PlanModal plan={currentPlan} onClose={() => setEdited(false)} />}
    </>
  )
}

function PlanFacts({ plan }: { plan: Plan }) {
  const { t } = useTranslation()
  const { price, startDate, expirationDate, duration, eventItem, groupItem } = plan
  return (
    <Facts
      facts={[
        [t('plans.field.soldPackages'), <SoldMeter key="sold" plan={plan} />],
        [t('plans.field.price'), formatMoney(price)],
        [t('plans.field.dates'), `${formatDate(startDate)} – ${formatDate(expirationDate)}`],
        [t('plans.field.duration'), t('plans.months', { count: duration })],
        [t('plans.field.numberOfEvents'), formatLimit(eventItem.numberOfEvents)],
        [t('plans.field.attendeesPerEvent'), formatLimit(eventItem.attendeesPerEvent)],
        [t('plans.field.eventPrice'), formatMoney(eventItem.price)],
        [t('plans.field.numberOfGroups'), formatLimit(groupItem.numberOfGroups)],
        [t('plans.field.usersPerGroup'), formatLimit(groupItem.usersPerGroup)],
        [t('plans.field.hasReport'), t(groupItem.hasReport ? 'plans.yes' : 'plans.no')],
        [t('plans.field.groupPrice'), formatMoney(groupItem.price)],
      ]}
    />
  )
}
