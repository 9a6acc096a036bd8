import { ActionIcon, Button, Checkbox, Group, Menu, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconDots } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as bounds from '~/api/bounds'
import { FormButtons } from '~/components/FormButtons'
import { FormModal } from '~/components/FormModal'
import { Pill } from '~/components/Pill'
import { toast } from '~/components/toast'
import { useDecisions } from '~/components/useDecisions'
import { useKeptForm } from '~/components/useKept'
import { InvoiceModal } from '~/features/invoices/InvoiceModal'
import {
  INVOICE_STATES,
  type InvoiceDecision,
  type InvoiceState,
  invoicesQuery,
  type ListedInvoice,
  refreshInvoices,
} from '~/features/invoices/queries'
import { api, call } from '~/lib/api'
import { formatDateTime } from '~/lib/dates'
import { formatMoney, formatNumber } from '~/lib/numbers'
import { requiredText } from '~/lib/validators'
import { DecisionList, type RowProps, useShownState } from './DecisionList'
import { ExportMenu } from './ExportMenu'
import classes from './Money.module.css'
import { INVOICES } from './queries'

/** As on the server. */
const MAX_NUMBER = bounds.InvoiceDecision_number_maxLength

type Opened = { kind: 'edit' | 'number'; invoice: ListedInvoice }

interface InvoicesProps {
  eventId: string
  /** Shown although no participant has requested an invoice. */
  isOffered: boolean
}

/** The invoices that participants ask for: issued by the organiser elsewhere, and noted here. */
export function Invoices({ eventId, isOffered }: InvoicesProps) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const shown = useShownState<InvoiceState>('waiting')
  const { state, page, onPage } = shown
  const [opened, setOpened] = useState<Opened | null>(null)
  const invoices = useQuery(invoicesQuery(eventId, state, page))
  const { data } = invoices
  const list = useDecisions({
    items: data?.items ?? [],
    idOf: ({ attendanceId }) => attendanceId,
    send: (body: InvoiceDecision) =>
      call(api.POST('/event/{eventId}/invoices/decide', { params: { path: { eventId } }, body })),
    // The number of an invoice that was issued already is no decision to take back here.
    isMinor: ({ number }) => Boolean(number),
    onDone: ({ failed: { length: count } }) => {
      if (count > 0) toast.error(t('invoices.failed', { count, number: formatNumber(count) }))
      setOpened(null)
      onPage(1)
      return refreshInvoices(queryClient, eventId)
    },
  })
  // The list of an event that offers none would go away again where no one has asked for one.
  if (!isOffered && invoices.isPending) return <div data-waiting />
  if (!isOffered && data && data.waiting + data.unpaid + data.issued === 0) return null
  const { chosen, decide, isDeciding } = list
  const labelOf = (which: InvoiceState) => {
    const label = t(`invoices.state.${which}`)
    const count = data?.[which] ?? 0
    return count > 0 ? t('invoices.counted', { state: label, number: formatNumber(count) }) : label
  }
  return (
    <DecisionList
      id={INVOICES}
      title={t('invoices.title')}
      intro={t('invoices.intro')}
      which={t('invoices.which')}
      states={INVOICE_STATES}
      nameOf={labelOf}
      {...shown}
      tools={
        <ExportMenu
          path={`/event/${eventId}/invoices/export`}
          label={t('invoices.export')}
          saved={t('invoices.saved')}
          isSmall
        />
      }
      query={invoices}
      list={list}
      done={(counted) => t('invoices.done', counted)}
      bulk={
        chosen.length > 0 && (
          <Button
            size="sm"
            variant={state === 'issued' ? 'default' : 'filled'}
            loading={isDeciding}
            onClick={() => decide({ action: state === 'issued' ? 'undo' : 'issue', ids: list.ids })}
          >
            {t(state === 'issued' ? 'invoices.bulkUndo' : 'invoices.bulkIssue', {
              number: formatNumber(chosen.length),
            })}
          </Button>
        )
      }
      row={(invoice, props) => (
        <InvoiceRow
          key={invoice.attendanceId}
          invoice={invoice}
          {...props}
          onDecide={(action) => decide({ action, ids: [invoice.attendanceId] })}
          onOpen={setOpened}
        />
      )}
      empty={
        <Text size="sm" c="dimmed">
          {t(`invoices.empty.${state}`)}
        </Text>
      }
    >
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
          isDeciding={isDeciding}
          onClose={() => setOpened(null)}
          onNoted={(number) => decide({ action: 'issue', ids: [opened.invoice.attendanceId], number })}
        />
      )}
    </DecisionList>
  )
}

interface InvoiceRowProps extends RowProps {
  invoice: ListedInvoice
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
