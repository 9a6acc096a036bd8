import {
  ActionIcon,
  Button,
  Checkbox,
  Group,
  Menu,
  SegmentedControl,
  Skeleton,
  Text,
  Title,
} from '@mantine/core'
import { IconDots, IconQrcode } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '~/components/ErrorState'
import { Paging } from '~/components/Paging'
import { Pill } from '~/components/Pill'
import { toast } from '~/components/toast'
import { api, call } from '~/lib/api'
import { formatDateTime } from '~/lib/dates'
import { formatMoney, formatNumber } from '~/lib/numbers'
import { formatPhone } from '~/lib/phone'
import { ExportMenu } from './ExportMenu'
import classes from './Money.module.css'
import {
  PAGE,
  REFUND_STATES,
  type Refund,
  type RefundDecision,
  type RefundState,
  refreshMoney,
  refundsQuery,
} from './queries'
import { RefundCode, RefundModal, WaiveModal } from './RefundModals'
import { UndoBar } from './UndoBar'

type Opened = { kind: 'code' | 'edit'; refund: Refund } | { kind: 'waive'; refunds: Refund[] }

/** Money that goes back to people who do not come, or paid too much: transferred by the organiser, and noted here. */
export function Refunds({ eventId }: { eventId: string }) {
  const { t } = useTranslation()
  const heading = useId()
  const queryClient = useQueryClient()
  const [state, setState] = useState<RefundState>('owed')
  const [page, setPage] = useState(1)
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [undoable, setUndoable] = useState<string[]>([])
  const [opened, setOpened] = useState<Opened | null>(null)
  const refunds = useQuery(refundsQuery(eventId, state, page))
  const decision = useMutation({
    mutationFn: (body: RefundDecision) =>
      call(api.POST('/event/{eventId}/refunds/decide', { params: { path: { eventId } }, body })),
    onSuccess: ({ done, failed }, { action }) => {
      const count = failed.length
      if (count > 0) toast.error(t('money.refund.failed', { count, number: formatNumber(count) }))
      setUndoable(action === 'undo' ? [] : done)
      setSelected(new Set())
      setOpened(null)
      setPage(1)
      return refreshMoney(queryClient, eventId)
    },
  })
  const decide = (refunds: string[], how: Omit<RefundDecision, 'ids'>) =>
    decision.mutate({ ids: refunds, ...how })
  const items = refunds.data?.items ?? []
  // Earlier decisions about a person are final; only the last one can be changed.
  const open = items.filter(({ number, isLast }) => number === null || isLast)
  const chosen = open.filter(({ attendanceId }) => selected.has(attendanceId))
  const ids = chosen.map(({ attendanceId }) => attendanceId)
  const toggle = (id: string) => {
    const next = new Set(selected)
    if (!next.delete(id)) next.add(id)
    setSelected(next)
  }
  return (
    <section className={classes.review} aria-labelledby={heading}>
      <Group justify="space-between" gap="sm" mb={4}>
        <Title id={heading} order={2} fz="lg">
          {t('money.refund.title')}
        </Title>
        <Group gap="sm">
          <SegmentedControl
            size="sm"
            aria-label={t('money.refund.which')}
            value={state}
            data={REFUND_STATES.map((value) => ({ value, label: t(`money.refund.state.${value}`) }))}
            onChange={(value) => {
              setSelected(new Set())
              setPage(1)
              setState(REFUND_STATES.find((known) => known === value) ?? 'owed')
            }}
          />
          <ExportMenu
            path={`/event/${eventId}/refunds/export`}
            label={t('money.refund.export')}
            saved={t('money.refund.saved')}
            isSmall
          />
        </Group>
      </Group>
      <Text size="sm" c="dimmed" mb="sm">
        {t('money.refund.intro')}
      </Text>
      {undoable.length > 0 && (
        <UndoBar
          done={t('money.refund.done', { count: undoable.length, number: formatNumber(undoable.length) })}
          isPending={decision.isPending}
          onUndo={() => decide(undoable, { action: 'undo' })}
        />
      )}
      {!refunds.data ? (
        refunds.error ? (
          <ErrorState error={refunds.error} onRetry={() => void refunds.refetch()} />
        ) : (
          <Skeleton height={120} radius="md" />
        )
      ) : items.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t(`money.refund.empty.${state}`)}
        </Text>
      ) : (
        <>
          <Group justify="space-between" gap="sm" mb="xs">
            <Checkbox
              label={t('money.review.all')}
              checked={open.length > 0 && chosen.length === open.length}
              indeterminate={chosen.length > 0 && chosen.length < open.length}
              disabled={open.length === 0}
              onChange={() =>
                setSelected(
                  chosen.length === open.length
                    ? new Set()
                    : new Set(open.map(({ attendanceId }) => attendanceId)),
                )
              }
            />
            {chosen.length > 0 && (
              <Group gap="sm">
                {state === 'owed' ? (
                  <>
                    <Button
                      size="sm"
                      variant="default"
                      onClick={() => setOpened({ kind: 'waive', refunds: chosen })}
                    >
                      {t('money.refund.bulkWaive', { number: formatNumber(chosen.length) })}
                    </Button>
                    <Button
                      size="sm"
                      loading={decision.isPending}
                      onClick={() => decide(ids, { action: 'return', way: 'transfer' })}
                    >
                      {t('money.refund.bulkReturn', { number: formatNumber(chosen.length) })}
                    </Button>
                  </>
                ) : (
                  <Button
                    size="sm"
                    variant="default"
                    loading={decision.isPending}
                    onClick={() => decide(ids, { action: 'undo' })}
                  >
                    {t('money.refund.bulkUndo', { number: formatNumber(chosen.length) })}
                  </Button>
                )}
              </Group>
            )}
          </Group>
          <ul className={classes.transfers}>
            {items.map((refund) => (
              <RefundRow
                key={`${refund.attendanceId} ${refund.number}`}
                refund={refund}
                isSelected={chosen.includes(refund)}
                isDeciding={decision.isPending}
                onToggle={() => toggle(refund.attendanceId)}
                onDecide={(how) => decide([refund.attendanceId], how)}
                onOpen={setOpened}
              />
            ))}
          </ul>
          <Paging page={page} size={PAGE} total={refunds.data.total} onChange={setPage} />
        </>
      )}
      {opened?.kind === 'code' && (
        <RefundCode
          refund={opened.refund}
          isDeciding={decision.isPending}
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
          isDeciding={decision.isPending}
          onClose={() => setOpened(null)}
          onWaive={(reason) =>
            decide(
              opened.refunds.map(({ attendanceId }) => attendanceId),
              { action: 'waive', reason },
            )
          }
        />
      )}
    </section>
  )
}

interface RefundRowProps {
  refund: Refund
  isSelected: boolean
  isDeciding: boolean
  onToggle: () => void
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
