import { Alert, Button, Group, Modal, Select, Stack, Table, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '~/components/ErrorState'
import { FileDrop } from '~/components/FileDrop'
import { toast } from '~/components/toast'
import { formatDate } from '~/lib/dates'
import { formatMoney, formatNumber } from '~/lib/numbers'
import classes from './Money.module.css'
import {
  type BankAccount,
  refreshMoney,
  type StatementMapping,
  type StatementReport,
  sendStatement,
  statementForm,
  statementQuery,
} from './queries'

const NEEDED = ['date', 'text', 'credit'] as const
const OPTIONAL = ['debit', 'number', 'balance'] as const
type MappedField = (typeof NEEDED)[number] | (typeof OPTIONAL)[number]

interface StatementModalProps {
  account: BankAccount
  onClose: () => void
}

/** A statement of an account: dropped, shown as it was understood, and only then taken in. */
export function StatementModal({ account, onClose }: StatementModalProps) {
  const { t } = useTranslation()
  const [file, setFile] = useState<File | null>(null)
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={t('money.statement.title', { number: account.accountNumber })}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <Stack gap="md">
        <FileDrop
          label={t('money.statement.file')}
          description={t('money.statement.hint')}
          accept=".csv,.xlsx,.xls"
          onFile={setFile}
        />
        {file && (
          <Preview
            key={`${file.name} ${file.size} ${file.lastModified}`}
            account={account}
            file={file}
            onClose={onClose}
          />
        )}
      </Stack>
    </Modal>
  )
}

function Preview({ account, file, onClose }: StatementModalProps & { file: File }) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const [chosen, setChosen] = useState<StatementMapping | null>(null)
  const preview = useQuery(statementQuery(account.id, file, chosen))
  const takeIn = useMutation({
    mutationFn: (mapping: StatementMapping) => sendStatement(account.id, statementForm(file, mapping)),
    onSuccess: ({ data }) => {
      toast.success(t('money.statement.taken', { count: data.new, number: formatNumber(data.new) }))
      onClose()
      return refreshMoney(queryClient)
    },
  })
  if (!preview.data) {
    if (preview.error) return <ErrorState error={preview.error} onRetry={() => void preview.refetch()} />
    return <Text role="status">{t('money.statement.reading')}</Text>
  }
  const report = preview.data
  const mapping = chosen ?? report.mapping
  return (
    <Stack gap="md">
      <Columns report={report} mapping={mapping} onChange={setChosen} />
      {mapping ? (
        <>
          <Text role="status" fw={500}>
            {t('money.statement.found', {
              arrived: formatNumber(report.arrived),
              new: formatNumber(report.new),
              left: formatNumber(report.left),
            })}
          </Text>
          {report.faultCount > 0 && (
            <Alert
              color="orange"
              variant="light"
              icon={<IconAlertTriangle />}
              title={t('money.statement.faults', {
                count: report.faultCount,
                number: formatNumber(report.faultCount),
              })}
            >
              {report.faults.slice(0, 5).map((fault) => (
                <Text key={fault} size="sm">
                  {fault}
                </Text>
              ))}
            </Alert>
          )}
          <Rows report={report} />
        </>
      ) : (
        <Text role="status">{t('money.statement.choose')}</Text>
      )}
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button
          disabled={!mapping || report.arrived === 0 || preview.isFetching}
          loading={takeIn.isPending}
          onClick={() => mapping && takeIn.mutate(mapping)}
        >
          {t('money.statement.take')}
        </Button>
      </Group>
    </Stack>
  )
}

interface ColumnsProps {
  report: StatementReport
  mapping: StatementMapping | null
  onChange: (mapping: StatementMapping) => void
}

/** Which column says what; can be corrected. */
function Columns({ report, mapping, onChange }: ColumnsProps) {
  const { t } = useTranslation()
  const data = report.columns.map(({ title, sample }, at) => ({
    value: String(at),
    label: title || sample[0] || t('money.statement.column', { number: at + 1 }),
  }))
  const [draft, setDraft] = useState<Partial<Record<MappedField, number>>>({})
  const columnOf = (field: MappedField) => {
    const at = draft[field] ?? mapping?.[field]
    return at === null || at === undefined ? null : String(at)
  }
  const choose = (field: MappedField, value: string | null) => {
    const next = { ...draft, [field]: value === null ? undefined : Number(value) }
    setDraft(next)
    const all = { ...mapping, ...next }
    const { date, text, credit } = all
    if (date === undefined || text === undefined || credit === undefined) return
    onChange({
      direction: null,
      currency: null,
      dateOrder: 'dayFirst',
      ...mapping,
      date,
      text,
      credit,
      debit: all.debit ?? null,
      number: all.number ?? null,
      balance: all.balance ?? null,
    })
  }
  return (
    <Group gap="sm" grow preventGrowOverflow={false}>
      {[...NEEDED, ...OPTIONAL].map((field) => (
        <Select
          key={field}
          miw={150}
          label={t(`money.statement.field.${field}`)}
          placeholder={t('money.statement.noColumn')}
          data={data}
          value={columnOf(field)}
          clearable={OPTIONAL.some((optional) => optional === field)}
          clearButtonProps={{ 'aria-label': t('money.statement.clear') }}
          onChange={(value) => choose(field, value)}
        />
      ))}
    </Group>
  )
}

function Rows({ report }: { report: StatementReport }) {
  const { t } = useTranslation()
  return (
    <Table.ScrollContainer minWidth={360} type="native">
      <Table aria-label={t('money.statement.rows')} verticalSpacing="xs">
        <Table.Tbody>
          {report.rows.map(({ arrivedAt, amount, content }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row of the file is its place.
            <Table.Tr key={at}>
              <Table.Td>{formatDate(arrivedAt)}</Table.Td>
              <Table.Td ta="right">{formatMoney(amount)}</Table.Td>
              <Table.Td className={classes.words}>{content}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}
