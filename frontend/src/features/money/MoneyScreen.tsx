import { Alert, Anchor, Group, Progress, Skeleton, Text } from '@mantine/core'
import { IconBuildingBank } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '~/components/ErrorState'
import { InOrder } from '~/components/InOrder'
import { Panel } from '~/components/Panel'
import { useIsPhone } from '~/components/useIsPhone'
import { EventHeader } from '~/features/events/EventHeader'
import { eventQuery } from '~/features/events/queries'
import { formatMoney } from '~/lib/numbers'
import { ByWay } from './ByWay'
import { DayChart } from './DayChart'
import { ExportMenu } from './ExportMenu'
import { Invoices } from './Invoices'
import classes from './Money.module.css'
import { type EventMoney, eventMoneyQuery, type TakenStatement } from './queries'
import { Refunds } from './Refunds'
import { RemindButton } from './RemindButton'
import { ReviewList } from './ReviewList'
import { StatementDrop } from './StatementDrop'
import { StatementModal } from './StatementModal'
import { StatementResult } from './StatementResult'
import { foldedMoney, SumTiles } from './SumTiles'
import type { ReviewSearch } from './search'

interface MoneyScreenProps {
  eventId: string
  search: ReviewSearch
  onSearch: (search: ReviewSearch) => void
}

/** The money of an event: the amounts due and received, and the transfers that wait for a decision. */
export function MoneyScreen({ eventId, search, onSearch }: MoneyScreenProps) {
  const { t } = useTranslation()
  const event = useQuery(eventQuery(eventId))
  const money = useQuery(eventMoneyQuery(eventId))
  const [statement, setStatement] = useState<File | null>(null)
  const isPhone = useIsPhone()
  const [taken, setTaken] = useState<TakenStatement | null>(null)
  const error = event.data ? money.error : event.error
  if (!event.data || !money.data) {
    if (error)
      return <ErrorState error={error} onRetry={() => void Promise.all([event.refetch(), money.refetch()])} />
    return <Skeleton height={400} radius="md" />
  }
  const { received, refunds, refundsDecided, account, byClass, byDay } = money.data
  const note = !event.data.turnOffPayment && <AccountNote account={account} />
  const tools = (
    <>
      {!event.data.isCancelled && <RemindButton eventId={eventId} />}
      <ExportMenu
        path={`/event/${eventId}/money/export`}
        label={t('money.ledger.export')}
        saved={t('money.ledger.saved')}
      />
      {!event.data.turnOffPayment && <StatementDrop isOpen={statement === null} onFile={setStatement} />}
    </>
  )
  return (
    <>
      <EventHeader event={event.data} entry="money" description={!isPhone && t('money.intro')}>
        {!isPhone && tools}
      </EventHeader>
      {taken && <StatementResult taken={taken} eventId={eventId} onClose={() => setTaken(null)} />}
      {statement && (
        <StatementModal
          account={account}
          namedNumber={event.data.accountNumber}
          initial={statement}
          onClose={() => setStatement(null)}
          onTaken={setTaken}
        />
      )}
      {!isPhone && <SumTiles sums={money.data} />}
      {!isPhone && note}
      <InOrder>
        <ReviewList
          event={event.data}
          search={search}
          onSearch={onSearch}
          folded={isPhone ? foldedMoney(t('money.tools'), money.data, tools) : undefined}
        />
        {isPhone && note}
        {refunds.count + refundsDecided > 0 && <Refunds eventId={eventId} />}
        <Invoices eventId={eventId} isOffered={event.data.offersInvoices && !event.data.turnOffPayment} />
        <div className={classes.columns}>
          {byDay.length > 0 && <DayChart days={byDay} />}
          <div className={classes.aside}>
            {byClass.length > 0 && <ByClass classes_={byClass} />}
            {received.count > 0 && <ByWay ways={money.data.byWay} />}
          </div>
        </div>
      </InOrder>
    </>
  )
}

/** How transfers become known, or how to set that up. */
function AccountNote({ account }: Pick<EventMoney, 'account'>) {
  const { t } = useTranslation()
  if (account?.service) return null
  return (
    <Alert
      variant="light"
      icon={<IconBuildingBank />}
      mb="lg"
      title={t(account ? 'money.connect.title' : 'money.setUp.title')}
    >
      <Text size="sm">{t(account ? 'money.connect.text' : 'money.setUp.text')}</Text>
      <Anchor
        c="inherit"
        underline="always"
        mt={4}
        display="inline-block"
        size="sm"
        renderRoot={(props) => <Link to="/money" hash="accounts" {...props} />}
      >
        {t(account ? 'money.connect.action' : 'money.setUp.action')}
      </Anchor>
    </Alert>
  )
}

function ByClass({ classes_ }: { classes_: EventMoney['byClass'] }) {
  const { t } = useTranslation()
  return (
    <Panel title={t('money.byClass')}>
      <ul className={classes.list}>
        {classes_.map(({ ticketId, name, due, received, surplus }) => {
          const whole = due.amount + received.amount
          return (
            <li key={ticketId ?? ''}>
              <Group justify="space-between" gap="sm" wrap="nowrap">
                <Text size="sm" className={classes.words}>
                  {name || t('money.noClass')}
                </Text>
                <Text size="sm" fw={500} ta="right">
                  {t('money.of', { part: formatMoney(received.amount), whole: formatMoney(whole) })}
                </Text>
              </Group>
              <Progress
                mt={4}
                value={(received.amount / Math.max(whole, 1)) * 100}
                aria-label={t('money.received', { name: name || t('money.noClass') })}
              />
              {surplus.count > 0 && (
                <Text size="xs" c="dimmed" mt={4}>
                  {t('money.classSurplus', { amount: formatMoney(surplus.amount) })}
                </Text>
              )}
            </li>
          )
        })}
      </ul>
    </Panel>
  )
}
