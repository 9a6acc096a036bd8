import { ActionIcon, Button, Checkbox, Group, Menu, Text } from '@mantine/core'
import { IconDots, IconQrcode } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Pill } from '~/components/Pill'
import { toast } from '~/components/toast'
import { useDecisions } from '~/components/useDecisions'
import { api, call } from '~/lib/api'
import { formatDateTime } from '~/lib/dates'
import { formatMoney, formatNumber } from '~/lib/numbers'
import { formatPhone } from '~/lib/phone'
import { DecisionList, type RowProps, useShownState } from './DecisionList'
import { ExportMenu } from './ExportMenu'
import classes from './Money.module.css'
import {
  REFUND_STATES,
  REFUNDS,
  type Refund,
  type RefundDecision,
  type RefundState,
  refreshMoney,
  refundsQuery,
} from './queries'
import { RefundCode, RefundModal, WaiveModal } from './RefundModals'

type Opened = { kind: 'code' | 'edit'; refund: Refund } | { kind: 'waive'; refunds: Refund[] }

/** Money that goes back to people who do not come, or paid too much: transferred by the organiser, and noted here. */
export function Refunds({ eventId }: { eventId: string }) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const shown = useShownState<RefundState>('owed')
  const { state, page, onPage } = shown
  const [opened, setOpened] = useState<Opened | null>(null)
  const refunds = useQuery(refundsQuery(eventId, state, page))
  const list = useDecisions({
    items: refunds.data?.items ?? [],
    idOf,
    // Earlier decisions about a person are final; only the last one can be changed.
    canChoose: ({ number, isLast }) => number === null || isLast,
    send: (body: RefundDecision) =>
      call(api.POST('/event/{eventId}/refunds/decide', { params: { path: { eventId } }, body })),
    onDone: ({ failed: { length: count } }) => {
      if (count > 0) toast.error(t('money.refund.failed', { count, number: formatNumber(count) }))
      setOpened(null)
      onPage(1)
      return refreshMoney(queryClient, eventId)
    },
  })
  const { chosen, isDeciding } = list
  const decide = (refunds: string[], how: Omit<RefundDecision, 'ids'>) =>
    list.decide({ ids: refunds, ...how })
  const number = formatNumber(chosen.length)
  return (
    <DecisionList
      id={REFUNDS}
      title={t('money.refund.title')}
      intro={t('money.refund.intro')}
      which={t('money.refund.which')}
      states={REFUND_STATES}
      nameOf={(value) => t(`money.refund.state.${value}`)}
      {...shown}
      tools={
        <ExportMenu
          path={`/event/${eventId}/refunds/export`}
          label={t('money.refund.export')}
          saved={t('money.refund.saved')}
          isSmall
        />
      }
      query={refunds}
      list={list}
      done={(counted) => t('money.refund.done', counted)}
      bulk={
        chosen.length > 0 && (
          <Group gap="sm">
            {state === 'owed' ? (
              <>
                <Button
                  size="sm"
                  variant="default"
                  onClick={() => setOpened({ kind: 'waive', refunds: chosen })}
                >
                  {t('money.refund.bulkWaive', { number })}
                </Button>
                <Button
                  size="sm"
                  loading={isDeciding}
                  onClick={() => decide(list.ids, { action: 'return', way: 'transfer' })}
                >
                  {t('money.refund.bulkReturn', { number })}
                </Button>
              </>
            ) : (
              <Button
                size="sm"
                variant="default"
                loading={isDeciding}
                onClick={() => decide(list.ids, { action: 'undo' })}
              >
                {t('money.refund.bulkUndo', { number })}
              </Button>
            )}
          </Group>
        )
      }
      row={(refund, props) => (
        <RefundRow
          key={`${refund.attendanceId} ${refund.number}`}
          refund={refund}
          {...props}
          onDecide={(how) => decide([refund.attendanceId], how)}
          onOpen={setOpened}
        />
      )}
      empty={
        <Text size="sm" c="dimmed">
          {t(`money.refund.empty.${state}`)}
        </Text>
      }
    >
      {opened?.kind === 'code' && (
        <RefundCode
          refund={opened.refund}
          isDeciding={isDeciding}
          onClose={() => setOpened(null)}
          onReturned={() => decide([opened.refund.attendanceId], { action: 'return', way: 'transfer' })}
        />
      )}
      {opened?.kind === 'edit' && (
        <RefundModal eventId={eventId} refund={opened.refund} onClose={() => setOpened(null)} />
      )}
      {opened?.kind === 'waive' && (
        <WaiveModal
          refunds={opened.refunds}
          isDeciding={isDeciding}
          onClose={() => setOpened(null)}
          onWaive={(reason) => decide(opened.refunds.map(idOf), { action: 'waive', reason })}
        />
      )}
    </DecisionList>
  )
}

const idOf = ({ attendanceId }: Refund) => attendanceId

interface RefundRowProps extends RowProps {
  refund: Refund
  onDecide: (how: Omit<RefundDecision, 'ids'>) => void
  onOpen: (opened: Opened) => void
}

function RefundRow({ refund, isSelected, isDeciding, onToggle, onDecide, onOpen }: RefundRowProps) {
  const { t } = useTranslation()
  const { fullName, reference, phone, amount, received, account, state, way, reason } = refund
  const isOpen = refund.number === null || refund.isLast
  return (
    <li className={classes.transfer}>
      <Checkbox
        checked={isSelected}
        disabled={!isOpen}
        onChange={onToggle}
        aria-label={t('common.table.select', { name: fullName })}
      />
      <div className={classes.sent}>
        <Text fw={600} className={classes.words}>
          {fullName}
        </Text>
        <Text size="xs" c="dimmed">
          {[reference, phone && formatPhone(phone)].filter(Boolean).join(' · ')}
        </Text>
      </div>
      <div className={classes.meant}>
        <Text fw={600}>
          {formatMoney(amount)}{' '}
          {(refund.isSurplus || amount < received) && (
            <Text component="span" size="xs" c="dimmed">
              {refund.isSurplus
                ? t('money.refund.surplus', { price: formatMoney(refund.price) })
                : t('money.refund.part', { whole: formatMoney(received) })}
            </Text>
          )}
        </Text>
        {account ? (
          <Text
            size="xs"
            c="dimmed"
            className={classes.words}
            title={t(account.isTyped ? 'money.refund.typed' : 'money.refund.payer')}
          >
            {[account.bankName, account.accountNumber, account.holderName].filter(Boolean).join(' · ')}
          </Text>
        ) : (
          state === 'owed' && <Pill color="marigold">{t('money.refund.noAccount')}</Pill>
        )}
        {state !== 'owed' && (
          <Text size="xs" c="dimmed" className={classes.words}>
            {[
              way && t(`money.refund.way.${way}`),
              reason,
              refund.decidedByName,
              refund.decidedAt && formatDateTime(refund.decidedAt),
            ]
              .filter(Boolean)
              .join(' · ')}
          </Text>
        )}
      </div>
      <Group gap="xs" className={classes.actions}>
        {state === 'owed' ? (
          <>
            {refund.vietQr && (
              <Button
                size="sm"
                variant="default"
                leftSection={<IconQrcode size={16} />}
                onClick={() => onOpen({ kind: 'code', refund })}
              >
                {t('money.refund.qr')}
              </Button>
            )}
            {!account && (
              <Button size="sm" variant="default" onClick={() => onOpen({ kind: 'edit', refund })}>
                {t('money.refund.account')}
              </Button>
            )}
            <Button
              size="sm"
              loading={isDeciding}
              onClick={() => onDecide({ action: 'return', way: 'transfer' })}
            >
              {t('money.refund.transferred')}
            </Button>
            <Menu position="bottom-end">
              <Menu.Target>
                <ActionIcon
                  size="lg"
                  variant="default"
                  aria-label={t('money.refund.more', { name: fullName })}
                >
                  <IconDots size={18} />
                </ActionIcon>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Item onClick={() => onOpen({ kind: 'edit', refund })}>
                  {t('money.refund.edit')}
                </Menu.Item>
                <Menu.Item onClick={() => onDecide({ action: 'return', way: 'cash' })}>
                  {t('money.refund.cash')}
                </Menu.Item>
                <Menu.Item onClick={() => onOpen({ kind: 'waive', refunds: [refund] })}>
                  {t('money.refund.waive')}
                </Menu.Item>
              </Menu.Dropdown>
            </Menu>
          </>
        ) : (
          isOpen && (
            <Button
              size="sm"
              variant="default"
              loading={isDeciding}
              onClick={() => onDecide({ action: 'undo' })}
            >
              {t('money.action.undo')}
            </Button>
          )
        )}
      </Group>
    </li>
  )
}
