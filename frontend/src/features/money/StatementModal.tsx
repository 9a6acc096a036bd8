import { Alert, Anchor, Button, Group, Modal, Select, Stack, Table, Text } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconInfoCircle } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '~/components/ErrorState'
import { FileDrop } from '~/components/FileDrop'
import { formatDate, formatLongDate } from '~/lib/dates'
import { formatMoney, formatNumber } from '~/lib/numbers'
import classes from './Money.module.css'
import {
  accountsQuery,
  type BankAccount,
  STATEMENT_FILES,
  type StatementMapping,
  type StatementReport,
  type StatementRow,
  sendStatement,
  statementForm,
  statementQuery,
  type TakenStatement,
} from './queries'

const NEEDED = ['date', 'text', 'credit'] as const
const OPTIONAL = ['debit', 'direction', 'number', 'balance'] as const
type MappedField = (typeof NEEDED)[number] | (typeof OPTIONAL)[number]
type NamedAccount = Pick<BankAccount, 'id' | 'accountNumber'>

interface StatementModalProps {
  /** Whose statement it is; asked without one. */
  account: NamedAccount | null
  /** The file that was dropped or chosen before. */
  initial?: File
  onClose: () => void
  onTaken: (taken: TakenStatement) => void
}

/** A statement of an account: dropped, shown as it was understood, and only then taken in. */
export function StatementModal({ account, initial, onClose, onTaken }: StatementModalProps) {
  const { t } = useTranslation()
  const [file, setFile] = useState(initial ?? null)
  const [chosen, setChosen] = useState<NamedAccount | null>(null)
  const of = account ?? chosen
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={of ? t('money.statement.title', { number: of.accountNumber }) : t('money.statement.action')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <Stack gap="md">
        {!account && <ChooseAccount chosen={chosen} onChoose={setChosen} />}
        {!initial && (
          <FileDrop
            label={t('money.statement.file')}
            description={t('money.statement.hint')}
            accept={STATEMENT_FILES}
            onFile={setFile}
          />
        )}
        {file && of && (
          <Preview
            key={`${of.id} ${file.name} ${file.size} ${file.lastModified}`}
            accountId={of.id}
            file={file}
            onClose={onClose}
            onTaken={onTaken}
          />
        )}
      </Stack>
    </Modal>
  )
}

interface ChooseAccountProps {
  chosen: NamedAccount | null
  onChoose: (account: NamedAccount | null) => void
}

/** Which account a statement is of, where the event does not say it. */
function ChooseAccount({ chosen, onChoose }: ChooseAccountProps) {
  const { t } = useTranslation()
  const accounts = useQuery(accountsQuery)
  if (!accounts.data) {
    if (accounts.error) return <ErrorState error={accounts.error} onRetry={() => void accounts.refetch()} />
    return <Text role="status">{t('money.statement.reading')}</Text>
  }
  const own = accounts.data.accounts
  if (own.length === 0) {
    return (
      <Alert variant="light" icon={<IconInfoCircle />}>
        <Text size="sm">{t('money.statement.noAccount')}</Text>
        <Anchor
          c="inherit"
          underline="always"
          size="sm"
          renderRoot={(props) => <Link to="/money" hash="accounts" {...props} />}
        >
          {t('money.setUp.action')}
        </Anchor>
      </Alert>
    )
  }
  return (
    <Select
      label={t('money.statement.whose')}
      placeholder={t('money.statement.chooseAccount')}
      data={own.map(({ id, bankName, accountNumber }) => ({
        value: id,
        label: `${bankName} · ${accountNumber}`,
      }))}
      value={chosen?.id ?? null}
      onChange={(id) => onChoose(own.find((account) => account.id === id) ?? null)}
    />
  )
}

interface PreviewProps {
  accountId: string
  file: File
  onClose: () => void
  onTaken: (taken: TakenStatement) => void
}

function Preview({ accountId, file, onClose, onTaken }: PreviewProps) {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState<StatementMapping | null>(null)
  const preview = useQuery(statementQuery(accountId, file, chosen))
  const takeIn = useMutation({
    mutationFn: (mapping: StatementMapping) => sendStatement(accountId, statementForm(file, mapping)),
    onSuccess: ({ data }) => {
      onTaken({ accountId, file: file.name, arrived: data.arrived, new: data.new, since: data.takenInAt })
      onClose()
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
      {report.doubt && <Doubt report={report} onChoose={setChosen} />}
      <Columns key={mapping ? 'whole' : 'open'} report={report} mapping={mapping} onChange={setChosen} />
      {report.mapping && (
        <>
          <Proof report={report} />
          <Text role="status" fw={500}>
            {t('money.statement.found', {
              arrived: formatNumber(report.arrived),
              new: formatNumber(report.new),
              left: formatNumber(report.left),
            })}
          </Text>
          <Sums report={report} />
          <Faults report={report} />
          {report.rows.length > 0 && <Rows label={t('money.statement.rows')} rows={report.rows} />}
        </>
      )}
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button
          disabled={!mapping || report.doubt !== null || report.arrived === 0 || preview.isPlaceholderData}
          loading={takeIn.isPending}
          onClick={() => mapping && takeIn.mutate(mapping)}
        >
          {t('money.statement.take')}
        </Button>
      </Group>
    </Stack>
  )
}

interface DoubtProps {
  report: StatementReport
  onChoose: (mapping: StatementMapping) => void
}

/** Why nothing can be taken in yet, and the ways to read the file, each with rows that show what it means. */
function Doubt({ report: { doubt, choices, columns, mapping }, onChoose }: DoubtProps) {
  const { t } = useTranslation()
  if (!doubt) return null
  const titleOf = (at: number | null) => {
    const column = at === null ? undefined : columns[at]
    return column?.title || (at === null ? '' : t('money.statement.column', { number: at + 1 }))
  }
  const isDateOrder = doubt === 'dateOrder'
  return (
    <Stack gap="sm" role="group" aria-label={t(`money.statement.doubt.${doubt}`)}>
      <Alert
        color={doubt === 'balance' ? 'red' : 'blue'}
        variant="light"
        icon={<IconAlertTriangle />}
        title={t(`money.statement.doubt.${doubt}`)}
      >
        <Text size="sm">
          {t(`money.statement.doubtText.${doubt === 'balance' && mapping ? 'misfits' : doubt}`)}
        </Text>
      </Alert>
      {choices.map(({ mapping: choice, arrived, left }) => (
        <section key={JSON.stringify(choice)} className={classes.choice}>
          <div>
            <Text size="sm" fw={600} c="jade">
              {choice.debit === null && choice.direction === null
                ? t('money.statement.field.credit')
                : t('money.statement.choice.in', { column: titleOf(choice.credit) })}
            </Text>
            <Rows label={t('money.statement.field.credit')} rows={arrived} isLong={isDateOrder} />
          </div>
          <div>
            <Text size="sm" fw={600}>
              {choice.debit === null
                ? t('money.statement.field.debit')
                : t('money.statement.choice.out', { column: titleOf(choice.debit) })}
            </Text>
            <Rows label={t('money.statement.field.debit')} rows={left} isLong={isDateOrder} />
          </div>
          <Button variant="light" onClick={() => onChoose(choice)}>
            {t('money.statement.choice.take')}
          </Button>
        </section>
      ))}
    </Stack>
  )
}

/** Whether the balances of the file confirm the columns. */
function Proof({ report: { proof } }: { report: StatementReport }) {
  const { t } = useTranslation()
  if (!proof) {
    return (
      <Text size="sm" c="dimmed">
        {t('money.statement.proof.none')}
      </Text>
    )
  }
  const isWhole = proof.fitting === proof.rows
  return (
    <Alert
      color={isWhole ? 'jade' : 'red'}
      variant="light"
      icon={isWhole ? <IconCheck /> : <IconAlertTriangle />}
      title={t('money.statement.proof.matches', {
        fitting: formatNumber(proof.fitting),
        rows: formatNumber(proof.rows),
      })}
    >
      {!isWhole &&
        proof.misfits.slice(0, 5).map((misfit) => (
          <Text key={misfit} size="sm">
            {misfit}
          </Text>
        ))}
    </Alert>
  )
}

/** What arrived and left, and the balances before and after it. */
function Sums({ report: { arrivedAmount, leftAmount, proof } }: { report: StatementReport }) {
  const { t } = useTranslation()
  const sums = [
    { key: 'opening', amount: proof?.opening },
    { key: 'in', amount: arrivedAmount },
    { key: 'out', amount: leftAmount },
    { key: 'closing', amount: proof?.closing },
  ] as const
  return (
    <dl className={classes.sums}>
      {sums.map(
        ({ key, amount }) =>
          amount !== undefined && (
            <div key={key}>
              <dt>{t(`money.statement.sum.${key}`)}</dt>
              <dd>{formatMoney(amount)}</dd>
            </div>
          ),
      )}
    </dl>
  )
}

function Faults({ report: { faults, faultCount } }: { report: StatementReport }) {
  const { t } = useTranslation()
  if (faultCount === 0) return null
  return (
    <Alert
      color="marigold"
      variant="light"
      icon={<IconAlertTriangle />}
      title={t('money.statement.faults', { count: faultCount, number: formatNumber(faultCount) })}
    >
      {faults.slice(0, 5).map((fault) => (
        <Text key={fault} size="sm">
          {fault}
        </Text>
      ))}
    </Alert>
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
  // Where the file leaves a choice, the day and the text are the same in all of them.
  const known = mapping ?? report.choices[0]?.mapping
  const [draft, setDraft] = useState<Partial<StatementMapping>>(() =>
    known && !mapping ? { date: known.date, text: known.text } : {},
  )
  const columnOf = (field: MappedField) => {
    const at = draft[field] === undefined ? mapping?.[field] : draft[field]
    return at === null || at === undefined ? null : String(at)
  }
  const choose = (part: Partial<StatementMapping>) => {
    const next = { ...draft, ...part }
    const { date, text, credit, ...others } = { ...mapping, ...next }
    if (date === undefined || text === undefined || credit === undefined) return setDraft(next)
    setDraft({})
    onChange({
      moreText: [],
      debit: null,
      direction: null,
      number: null,
      balance: null,
      currency: null,
      dateOrder: known?.dateOrder ?? 'dayFirst',
      ...others,
      date,
      text,
      credit,
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
          onChange={(value) => choose({ [field]: value === null ? null : Number(value) })}
        />
      ))}
      <Select
        miw={150}
        label={t('money.statement.dateOrder')}
        allowDeselect={false}
        data={(['dayFirst', 'monthFirst'] as const).map((value) => ({
          value,
          label: t(`money.statement.${value}`),
        }))}
        value={draft.dateOrder ?? mapping?.dateOrder ?? null}
        placeholder={t('money.statement.noColumn')}
        onChange={(value) => choose({ dateOrder: value === 'monthFirst' ? 'monthFirst' : 'dayFirst' })}
      />
    </Group>
  )
}

interface RowsProps {
  label: string
  rows: StatementRow[]
  /** Whether the month is written as a word. */
  isLong?: boolean
}

function Rows({ label, rows, isLong }: RowsProps) {
  const { t } = useTranslation()
  if (rows.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {t('money.statement.noRows')}
      </Text>
    )
  }
  return (
    <Table.ScrollContainer minWidth={320} type="native">
      <Table aria-label={label} verticalSpacing="xs">
        <Table.Tbody>
          {rows.map(({ arrivedAt, amount, content }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row of the file is its place.
            <Table.Tr key={at}>
              <Table.Td>{isLong ? formatLongDate(arrivedAt) : formatDate(arrivedAt)}</Table.Td>
              <Table.Td ta="right">{formatMoney(amount)}</Table.Td>
              <Table.Td className={classes.words}>{content}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}
