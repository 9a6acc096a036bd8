import { Card, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconPackage } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '~/components/EmptyState'
import { ErrorState } from '~/components/ErrorState'
import { Facts } from '~/components/Facts'
import { UsageMeter } from '~/components/UsageMeter'
import { meQuery } from '~/features/accounts/queries'
import { formatDate } from '~/lib/dates'
import { formatLimit, formatNumber } from '~/lib/numbers'
import type { Session } from '~/lib/session'
import { PlanStatusBadge } from './PlanStatusBadge'
import type { PersonalPlan } from './queries'

/** The limits that the caller's account and plans set together, how much of them is used, and the plans. */
export function OwnPlans() {
  const { t } = useTranslation()
  const me = useQuery(meQuery)
  if (!me.data) {
    if (me.error) return <ErrorState error={me.error} onRetry={() => void me.refetch()} />
    return <Skeleton height={320} radius="md" />
  }
  const { planSummary, personalPlans } = me.data
  return (
    <Stack gap="lg" maw={880}>
      <section aria-labelledby="plan-summary">
        <Title order={2} id="plan-summary" mb="md">
          {t('plans.own.summary')}
        </Title>
        <Card withBorder>
          <Summary {...planSummary} />
        </Card>
      </section>
      <section aria-labelledby="personal-plans">
        <Title order={2} id="personal-plans" mb="md">
          {t('plans.own.plans')}
        </Title>
        {personalPlans.length === 0 ? (
          <EmptyState
            order={3}
            icon={IconPackage}
            title={t('plans.own.empty.title')}
            description={t('plans.own.empty.description')}
          />
        ) : (
          <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: 'none' }}>
            {personalPlans.map((plan) => (
              <OwnPlan key={plan.id} plan={plan} />
            ))}
          </Stack>
        )}
      </section>
    </Stack>
  )
}

function Summary(summary: NonNullable<Session['planSummary']>) {
  const { t } = useTranslation()
  const { eventLimit, eventsUsed, groupLimit, groupsUsed } = summary
  const meter = (used: number, limit: number) => (
    <UsageMeter
      text={
        limit === 0
          ? t('plans.own.none', { count: used, used: formatNumber(used) })
          : t('plans.own.used', { used: formatNumber(used), limit: formatLimit(limit) })
      }
      used={used}
      limit={limit}
    />
  )
  return (
    <Facts
      facts={[
        [t('plans.limit.eventLimit'), meter(eventsUsed, eventLimit)],
        [t('plans.limit.maxAttendeesPerEvent'), formatLimit(summary.maxAttendeesPerEvent)],
        [t('plans.limit.groupLimit'), meter(groupsUsed, groupLimit)],
        [t('plans.limit.maxMembersPerGroup'), formatLimit(summary.maxMembersPerGroup)],
        [t('plans.field.hasReport'), t(summary.reportFeature ? 'plans.yes' : 'plans.no')],
      ]}
    />
  )
}

function OwnPlan({ plan }: { plan: PersonalPlan }) {
  const { t } = useTranslation()
  return (
    <Card withBorder component="li">
      <Group justify="space-between" mb="sm">
        <Text fw={500} style={{ overflowWrap: 'anywhere' }}>
          {plan.planName}
        </Text>
        <PlanStatusBadge status={plan.status} />
      </Group>
      <Facts
        facts={[
          [t('plans.usage.dates'), `${formatDate(plan.startDate)} – ${formatDate(plan.expirationDate)}`],
          [t('plans.limit.eventLimit'), formatLimit(plan.eventLimit)],
          [t('plans.limit.maxAttendeesPerEvent'), formatLimit(plan.maxAttendeesPerEvent)],
          [t('plans.limit.groupLimit'), formatLimit(plan.groupLimit)],
          [t('plans.limit.maxMembersPerGroup'), formatLimit(plan.maxMembersPerGroup)],
          [t('plans.field.hasReport'), t(plan.hasReport ? 'plans.yes' : 'plans.no')],
        ]}
      />
    </Card>
  )
}
