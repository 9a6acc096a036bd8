import {
  ActionIcon,
  Button,
  Checkbox,
  Group,
  Menu,
  SegmentedControl,
  Skeleton,
  Stack,
  Text,
  TextInput,
  Title,
} from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconDots } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '~/components/ErrorState'
import { FormButtons } from '~/components/FormButtons'
import { FormModal } from '~/components/FormModal'
import { Paging } from '~/components/Paging'
import { Pill } from '~/components/Pill'
import { toast } from '~/components/toast'
import { useKeptForm } from '~/components/useKept'
import { InvoiceModal } from '~/features/invoices/InvoiceModal'
import {
  INVOICE_STATES,
  type InvoiceDecision,
  type InvoiceState,
  invoicesQuery,
  type ListedInvoice,
  PAGE,
  refreshInvoices,
} from '~/features/invoices/queries'
import { api, call } from '~/lib/api'
import { formatDateTime } from '~/lib/dates'
import { formatMoney, formatNumber } from '~/lib/numbers'
import { requiredText } from '~/lib/validators'
import { ExportMenu } from './ExportMenu'
import classes from './Money.module.css'
import { UndoBar } from './UndoBar'

/** As on the server. */
const MAX_NUMBER = 50

type Opened = { kind: 'edit' | 'number'; invoice: ListedInvoice }

interface InvoicesProps {
  eventId: string
  /** Shown although no participant has requested an invoice. */
  isOffered: boolean
}

/** The invoices that participants ask for: issued by the organiser elsewhere, and noted here. */
export function Invoices({ eventId, isOffered }: InvoicesProps) {
  const { t } = useTranslation()
  const heading = useId()
  const queryClient = useQueryClient()
  const [state, setState] = useState<InvoiceState>('waiting')
  const [page, setPage] = useState(1)
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [undoable, setUndoable] = useState<string[]>([])
  const [opened, setOpened] = useState<Opened | null>(null)
  const invoices = useQuery(invoicesQuery(eventId, state, page))
  const decision = useMutation({
    mutationFn: (body: InvoiceDecision) =>
      call(api.POST('/event/{eventId}/invoices/decide', { params: { path: { eventId } }, body })),
    onSuccess: ({ done, failed }, { action, number }) => {
      const count = failed.length
      if (count > 0) toast.error(t('invoices.failed', { count, number: formatNumber(count) }))
      // The number of an invoice that was issued already is no decision to take back here.
      if (!number) setUndoable(action === 'undo' ? [] : done)
      setSelected(new Set())
      setOpened(null)
      setPage(1)
      return refreshInvoices(queryClient, eventId)
    },
  })
  const { data } = invoices
  if (!isOffered && data && data.waiting + data.unpaid + data.issued === 0) return null
  const items = data?.items ?? []
  const chosen = items.filter(({ attendanceId }) => selected.has(attendanceId))
  const ids = chosen.map(({ attendanceId }) => attendanceId)
  const isAll = chosen.length === items.length
  const labelOf = (which: InvoiceState) => {
    const label = t(`invoices.state.${which}`)
    const count = data?.[which] ?? 0
    return count > 0 ? t('invoices.counted', { state: label, number: formatNumber(count) }) : label
  }
  const toggle = (id: string) => {
    const next = new Set(selected)
    if (!next.delete(id)) next.add(id)
    setSelected(next)
  }
  return (
    <section className={classes.review} aria-labelledby={heading}>
      <Group justify="space-between" gap="sm" mb={4}>
        <Title id={heading} order={2} fz="lg">
          {t('invoices.title')}
        </Title>
        <Group gap="sm">
          <SegmentedControl
            size="sm"
            aria-label={t('invoices.which')}
            value={state}
            data={INVOICE_STATES.map((value) => ({ value, label: labelOf(value) }))}
            onChange={(value) => {
              setSelected(new Set())
              setPage(1)
              setState(INVOICE_STATES.find((known) => known === value) ?? 'waiting')
            }}
          />
          <ExportMenu
            path={`/event/${eventId}/invoices/export`}
            label={t('invoices.export')}
            saved={t('invoices.saved')}
            isSmall
          />
        </Group>
      </Group>
      <Text size="sm" c="dimmed" mb="sm">
        {t('invoices.intro')}
      </Text>
      {undoable.length > 0 && (
        <UndoBar
          done={t('invoices.done', { count: undoable.length, number: formatNumber(undoable.length) })}
          isPending={decision.isPending}
          onUndo={() => decision.mutate({ action: 'undo', ids: undoable })}
        />
      )}
      {!data ? (
        invoices.error ? (
          <ErrorState error={invoices.error} onRetry={() => void invoices.refetch()} />
        ) : (
          <Skeleton height={120} radius="md" />
        )
      ) : items.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t(`invoices.empty.${state}`)}
        </Text>
      ) : (
        <>
          <Group justify="space-between" gap="sm" mb="xs">
            <Checkbox
              label={t('money.review.all')}
              checked={isAll}
              indeterminate={chosen.length > 0 && !isAll}
              onChange={() =>
                setSelected(isAll ? new Set() : new Set(items.map(({ attendanceId }) => attendanceId)))
              }
            />
            {chosen.length > 0 && (
              <Button
                size="sm"
                variant={state === 'issued' ? 'default' : 'filled'}
                loading={decision.isPending}
                onClick={() => decision.mutate({ action: state === 'issued' ? 'undo' : 'issue', ids })}
              >
                {t(state === 'issued' ? 'invoices.bulkUndo' : 'invoices.bulkIssue', {
                  number: formatNumber(chosen.length),
                })}
              </Button>
            )}
          </Group>
          <ul className={classes.transfers}>
            {items.map((invoice) => (
              <InvoiceRow
                key={invoice.attendanceId}
                invoice={invoice}
                isSelected={selected.has(invoice.attendanceId)}
                isDeciding={decision.isPending}
                onToggle={() => toggle(invoice.attendanceId)}
                onDecide={(action) => decision.mutate({ action, ids: [invoice.attendanceId] })}
                onOpen={setOpened}
              />
            ))}
          </ul>
          <Paging page={page} size={PAGE} total={data.total} onChange={setPage} />
        </>
      )}
      {opened?.kind === 'edit' && (
        <InvoiceModal
          eventId={eventId}
          person={{
            id: opened.invoice.attendanceId,
            fullName: opened.invoice.fullName,
            company: '',
            email: opened.invoice.participantEmail,
          }}
          invoice={opened.invoice}
          onClose={() => setOpened(null)}
        />
      )}
      {opened?.kind === 'number' && (
        <NumberModal
          invoice={opened.invoice}
          isDeciding={decision.isPending}
          onClose={() => setOpened(null)}
          onNoted={(number) =>
            decision.mutate({ action: 'issue', ids: [opened.invoice.attendanceId], number })
          }
        />
      )}
    </section>
  )
}

interface InvoiceRowProps {
  invoice: ListedInvoice
  isSelected: boolean
  isDeciding: boolean
  onToggle: () => void
  onDecide: (action: InvoiceDecision['action']) => void
  onOpen: (opened: Opened) => void
}

function InvoiceRow({ invoice, isSelected, isDeciding, onToggle, onDecide, onOpen }: InvoiceRowProps) {
  const { t } = useTranslation()
  const { fullName, name, taxNumber, address, email, participantEmail, amount, reference, state } = invoice
  const { issuedAt, issuedByName, invoiceNumber } = invoice
  return (
    <li className={classes.transfer}>
      <Checkbox
        checked={isSelected}
        onChange={onToggle}
        aria-label={t('common.table.select', { name: fullName })}
      />
      <div className={classes.sent}>
        <Text fw={600} className={classes.words}>
          {name}
        </Text>
        {[taxNumber, address, email ?? participantEmail].filter(Boolean).map((line) => (
          <Text key={line} size="xs" c="dimmed" className={classes.words}>
            {line}
          </Text>
        ))}
      </div>
      <div className={classes.meant}>
        <Text fw={600}>{formatMoney(amount)}</Text>
        <Text size="xs" c="dimmed" className={classes.words}>
          {[fullName, invoice.class, reference].filter(Boolean).join(' · ')}
        </Text>
        {invoice.isRemoved && <Pill color="gray">{t('invoices.removed')}</Pill>}
        {issuedAt && (
          <Text size="xs" c="dimmed" className={classes.words}>
            {[
              invoiceNumber && t('invoices.numbered', { number: invoiceNumber }),
              formatDateTime(issuedAt),
              issuedByName,
            ]
              .filter(Boolean)
              .join(' · ')}
          </Text>
        )}
      </div>
      <Group gap="xs" className={classes.actions}>
        {state === 'issued' ? (
          <>
            <Button size="sm" variant="default" onClick={() => onOpen({ kind: 'number', invoice })}>
              {t('invoices.noteNumber')}
            </Button>
            <Button size="sm" variant="default" loading={isDeciding} onClick={() => onDecide('undo')}>
              {t('money.action.undo')}
            </Button>
          </>
        ) : (
          <>
            <Button size="sm" loading={isDeciding} onClick={() => onDecide('issue')}>
              {t('invoices.issue')}
            </Button>
            <Menu position="bottom-end">
              <Menu.Target>
                <ActionIcon size="lg" variant="default" aria-label={t('invoices.more', { name: fullName })}>
                  <IconDots size={18} />
                </ActionIcon>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Item onClick={() => onOpen({ kind: 'number', invoice })}>
                  {t('invoices.issueWithNumber')}
                </Menu.Item>
                {!invoice.isRemoved && (
                  <Menu.Item onClick={() => onOpen({ kind: 'edit', invoice })}>
                    {t('invoices.edit')}
                  </Menu.Item>
                )}
              </Menu.Dropdown>
            </Menu>
          </>
        )}
      </Group>
    </li>
  )
}

interface NumberModalProps {
  invoice: ListedInvoice
  isDeciding: boolean
  onClose: () => void
  onNoted: (number: string) => void
}

/** Notes the number of an issued invoice. */
function NumberModal({ invoice, isDeciding, onClose, onNoted }: NumberModalProps) {
  const { t } = useTranslation()
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { number: invoice.invoiceNumber ?? '' },
    validate: { number: requiredText(MAX_NUMBER) },
  })
  useKeptForm(form, `invoice number ${invoice.attendanceId}`)
  return (
    <FormModal opened onClose={onClose} title={t('invoices.of', { name: invoice.fullName })}>
      <form noValidate onSubmit={form.onSubmit(({ number }) => onNoted(number.trim()))}>
        <Stack gap="md">
          <TextInput
            label={t('invoices.number')}
            withAsterisk
            data-autofocus
            key={form.key('number')}
            {...form.getInputProps('number')}
          />
          <FormButtons onCancel={onClose} isPending={isDeciding} />
        </Stack>
      </form>
    </FormModal>
  )
}
