import { Alert, Button, Checkbox, Group, MultiSelect, Select, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconInfoCircle, IconRefresh } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { StatementMapping_moreText_maxItems } from '~/api/bounds'
import { ErrorState } from '~/components/ErrorState'
import table from '~/components/table.module.css'
import { ApiError, CODE, isRefused, markShown } from '~/lib/apiError'
import { formatDate, formatDateInWords } from '~/lib/dates'
import { formatMoney, formatNumber } from '~/lib/numbers'
import classes from './Money.module.css'
import {
  type StatementMapping,
  type StatementReport,
  type StatementRow,
  sendStatement,
  statementForm,
  statementQuery,
  type TakenStatement,
} from './queries'
import type { NamedAccount } from './StatementAccount'

const NEEDED = ['date', 'text', 'credit'] as const
const OPTIONAL = ['debit', 'direction', 'number', 'balance'] as const
/** Doubts that a choice of columns may settle. */
const CHOSEN = ['columns', 'direction', 'dateOrder', 'balance', 'onlyLeft'] as const
type Chosen = (typeof CHOSEN)[number]
const isChosen = (doubt: NonNullable<StatementReport['doubt']>): doubt is Chosen =>
  CHOSEN.some((chosen) => chosen === doubt)
type MappedField = (typeof NEEDED)[number] | (typeof OPTIONAL)[number]

interface StatementPreviewProps {
  account: NamedAccount
  file: File
  onClose: () => void
  onTaken: (taken: TakenStatement) => void
}

/** A statement as it was understood, with what it leaves open, before it is taken in. */
export function StatementPreview({ account, file, onClose, onTaken }: StatementPreviewProps) {
  const { t } = useTranslation()
  const accountId = account.id
  const [chosen, setChosen] = useState<StatementMapping | null>(null)
  const [isOther, setOther] = useState(false)
  const [byHand, setByHand] = useState(false)
  const [sheet, setSheet] = useState<string | null>(null)
  const preview = useQuery(statementQuery(accountId, file, chosen, sheet))
  /** Two presses may come before the button shows that the first one counts. */
  const isSending = useRef(false)
  const takeIn = useMutation({
    mutationFn: (mapping: StatementMapping) =>
      sendStatement(accountId, statementForm(file, mapping, sheet, isOther)),
    onSuccess: ({ data }) => {
      onTaken({ accountId, file: file.name, arrived: data.arrived, new: data.new, since: data.takenInAt })
      onClose()
    },
    onSettled: () => {
      isSending.current = false
    },
  })
  const take = () => {
    if (!mapping || isSending.current) return
    isSending.current = true
    takeIn.mutate(mapping, { onError: markShown })
  }
  if (!preview.data) {
    if (preview.error) return <Refusal error={preview.error} onRetry={() => void preview.refetch()} />
    return <Text role="status">{t('money.statement.reading')}</Text>
  }
  const report = preview.data
  const { doubt, choices, proof, otherAccounts } = report
  /** Reads another sheet, to which no answer about this one applies. */
  const readSheet = (name: string | null) => {
    setSheet(name)
    setChosen(null)
    setByHand(false)
  }
  const mapping = chosen ?? report.mapping
  const isSettled = doubt === 'onlyLeft' || (doubt === null && proof !== null && proof.fitting === proof.rows)
  /** Nothing that a person chooses here mends it. */
  const isFinal = doubt !== null && !isChosen(doubt)
  const hasChoices = doubt !== null && choices.length > 0
  return (
    <Stack gap="md">
      {otherAccounts.length > 0 && (
        <Alert
          color="marigold"
          variant="light"
          icon={<IconAlertTriangle />}
          title={t('money.statement.otherAccount.title')}
        >
          <Text size="sm">
            {t('money.statement.otherAccount.text', {
              written: otherAccounts.join(', '),
              own: account.accountNumber,
            })}
          </Text>
          <Checkbox
            mt="sm"
            label={t('money.statement.otherAccount.accept', { own: account.accountNumber })}
            checked={isOther}
            onChange={(event) => setOther(event.currentTarget.checked)}
          />
        </Alert>
      )}
      <Sheets report={report} onChoose={readSheet} />
      {report.isRemembered && (
        <Text size="sm" c="dimmed">
          {t('money.statement.remembered')}
        </Text>
      )}
      {doubt && <Doubt report={report} byHand={byHand} onChoose={setChosen} onNone={() => setByHand(true)} />}
      {isSettled && !isFinal && (
        <Group>
          <Button variant="subtle" aria-expanded={byHand} onClick={() => setByHand(!byHand)}>
            {t('money.statement.changeColumns')}
          </Button>
        </Group>
      )}
      {!isFinal && (byHand || !(isSettled || hasChoices)) && (
        <Columns
          key={`${mapping ? 'whole' : 'open'} ${report.sheet}`}
          report={report}
          mapping={mapping}
          onChange={setChosen}
        />
      )}
      {chosen?.balance === null && !preview.isPlaceholderData && <KeptBalance report={report} />}
      {report.mapping && (
        <>
          <Proof report={report} />
          <OpenRow report={report} mapping={report.mapping} onChange={setChosen} />
          <States report={report} mapping={report.mapping} onChange={setChosen} />
          <Text role="status" fw={500}>
            {t('money.statement.found', {
              count: report.arrived,
              number: formatNumber(report.arrived),
              new: formatNumber(report.new),
            })}
          </Text>
          <LeftOut report={report} />
          <Sums report={report} />
          <Faults report={report} />
          {report.rows.length > 0 && <Rows label={t('money.statement.rows')} rows={report.rows} />}
          <LeftRows report={report} />
        </>
      )}
      {takeIn.error && <Refusal error={takeIn.error} />}
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button
          disabled={
            !mapping ||
            doubt !== null ||
            report.arrived === 0 ||
            (otherAccounts.length > 0 && !isOther) ||
            preview.isPlaceholderData
          }
          loading={takeIn.isPending}
          onClick={take}
        >
          {t('money.statement.take')}
        </Button>
      </Group>
    </Stack>
  )
}

/** Why the file was not read or taken in, and that nothing has to be done anew. */
function Refusal({ error, onRetry }: { error: Error; onRetry?: () => void }) {
  const { t } = useTranslation()
  if (isRefused(error, CODE.insufficientPermission)) return <ErrorState error={error} />
  const messages = error instanceof ApiError ? error.messages : []
  return (
    <Alert
      color="red"
      variant="light"
      icon={<IconAlertTriangle />}
      title={t(onRetry ? 'money.statement.notRead' : 'money.statement.notTaken')}
    >
      <Text size="sm">{messages.join(' ') || t('common.loadFailed.description')}</Text>
      {isRefused(error, CODE.resourceExceeded) && <Text size="sm">{t('money.statement.kept')}</Text>}
      {onRetry && (
        <Button mt="sm" variant="default" leftSection={<IconRefresh size={16} />} onClick={onRetry}>
          {t('common.retry')}
        </Button>
      )}
    </Alert>
  )
}

interface DoubtProps {
  report: StatementReport
  /** Whether none of the ways is right, and the columns are named one by one. */
  byHand: boolean
  onChoose: (mapping: StatementMapping) => void
  onNone: () => void
}

/** Why nothing can be imported yet, and the ways to read the file, each with rows that show its meaning. */
function Doubt({ report: { doubt, said, choices, columns, mapping }, byHand, onChoose, onNone }: DoubtProps) {
  const { t } = useTranslation()
  if (!doubt) return null
  const titleOf = (at: number) => columns[at]?.title || t('money.statement.column', { number: at + 1 })
  /** The text about the direction, where it has no column of its own. */
  const howOf = ({ byBalance, direction }: StatementMapping) => {
    if (direction !== null) return t('money.statement.choice.byWords', { column: titleOf(direction) })
    return byBalance ? t('money.statement.choice.byBalance') : ''
  }
  const isDateOrder = doubt === 'dateOrder'
  const kindOf = (doubt: Chosen) => {
    if (doubt === 'balance' && mapping) return 'misfits'
    const isByHand = byHand || (doubt === 'direction' && choices.length === 0)
    return doubt !== 'onlyLeft' && isByHand ? 'columns' : doubt
  }
  return (
    <Stack gap="sm" role="group" aria-label={t(`money.statement.doubt.${doubt}`)}>
      <Alert
        color={doubt === 'balance' ? 'red' : 'blue'}
        variant="light"
        icon={<IconAlertTriangle />}
        title={t(`money.statement.doubt.${doubt}`)}
      >
        <Text size="sm">{isChosen(doubt) ? t(`money.statement.doubtText.${kindOf(doubt)}`) : said}</Text>
      </Alert>
      {!byHand &&
        choices.map(({ mapping: choice, arrived, left }) => {
          const isAll =
            choice.debit === null && choice.direction === null && !choice.byBalance && left.length === 0
          const credit = titleOf(choice.credit)
          const how = howOf(choice)
          return (
            <section key={JSON.stringify(choice)} className={classes.choice}>
              <div>
                <Text size="sm" fw={600} c="jade">
                  {t(`money.statement.choice.${isAll ? 'all' : 'in'}`, { column: credit })} {how}
                </Text>
                <Rows label={t('money.statement.field.credit')} rows={arrived} isLong={isDateOrder} />
              </div>
              <div>
                <Text size="sm" fw={600}>
                  {isAll
                    ? t('money.statement.field.debit')
                    : t('money.statement.choice.out', {
                        column: choice.debit === null ? credit : titleOf(choice.debit),
                      })}{' '}
                  {how}
                </Text>
                <Rows label={t('money.statement.field.debit')} rows={left} isLong={isDateOrder} />
              </div>
              <Button variant="light" onClick={() => onChoose(choice)}>
                {t('money.statement.choice.take')}
              </Button>
            </section>
          )
        })}
      {!byHand && choices.length > 0 && (
        <Button variant="default" onClick={onNone}>
          {t('money.statement.choice.none')}
        </Button>
      )}
    </Stack>
  )
}

/** Names the column of balances that is compared although none is chosen. */
function KeptBalance({ report: { columns, mapping } }: { report: StatementReport }) {
  const { t } = useTranslation()
  const at = mapping?.balance ?? null
  if (at === null) return null
  const column = columns[at]?.title || t('money.statement.column', { number: at + 1 })
  return (
    <Text size="sm" c="dimmed" className={classes.words}>
      {t('money.statement.balanceKept', { column })}
    </Text>
  )
}

interface SheetsProps {
  report: StatementReport
  onChoose: (sheet: string | null) => void
}

/** Names the sheets with transfers that are not read, and reads another one. */
function Sheets({ report: { sheet, otherSheets }, onChoose }: SheetsProps) {
  const { t } = useTranslation()
  if (sheet === null || otherSheets.length === 0) return null
  return (
    <Alert
      color="marigold"
      variant="light"
      icon={<IconInfoCircle />}
      title={t('money.statement.sheets.title')}
    >
      <Text size="sm" className={classes.words}>
        {t('money.statement.sheets.text', { sheet, others: otherSheets.join(', ') })}
      </Text>
      <Select
        mt="sm"
        label={t('money.statement.sheets.label')}
        allowDeselect={false}
        data={[sheet, ...otherSheets]}
        value={sheet}
        onChange={onChoose}
      />
    </Alert>
  )
}

/** The rows left out because the bank did not carry them out or they are of another account, and the hidden rows. */
function LeftOut({ report }: { report: StatementReport }) {
  const { t } = useTranslation()
  const { unsettled, unsettledAmount, leftOut, leftOutAccounts, hiddenRows } = report
  const lines = [
    unsettled > 0 &&
      t('money.statement.unsettled', {
        count: unsettled,
        number: formatNumber(unsettled),
        amount: formatMoney(unsettledAmount),
      }),
    leftOut > 0 &&
      t('money.statement.leftOut', {
        count: leftOut,
        number: formatNumber(leftOut),
        accounts: leftOutAccounts.join(', '),
      }),
    hiddenRows > 0 &&
      t('money.statement.hiddenRows', { count: hiddenRows, number: formatNumber(hiddenRows) }),
  ]
  return lines.map(
    (line) =>
      line && (
        <Text key={line} size="sm" className={classes.words}>
          {line}
        </Text>
      ),
  )
}

/** Asks about states that are not known; without an answer their rows are left out. */
function States({ report: { states }, mapping, onChange }: OpenRowProps) {
  const { t } = useTranslation()
  const { settled, unsettled } = mapping
  const shown = (word: string) => word || t('money.statement.state.none')
  const say = (word: string, field: 'settled' | 'unsettled') =>
    onChange({ ...mapping, [field]: [...mapping[field], word] })
  const isSaid = settled.length + unsettled.length > 0
  return (
    <>
      {isSaid && (
        <Group gap="sm">
          <Text size="sm" c="dimmed" className={classes.words}>
            {[
              settled.length > 0 &&
                t('money.statement.state.saidYes', { words: settled.map(shown).join(', ') }),
              unsettled.length > 0 &&
                t('money.statement.state.saidNo', { words: unsettled.map(shown).join(', ') }),
            ]
              .filter(Boolean)
              .join(' ')}
          </Text>
          <Button
            size="compact-sm"
            variant="subtle"
            onClick={() => onChange({ ...mapping, settled: [], unsettled: [] })}
          >
            {t('money.statement.openRow.again')}
          </Button>
        </Group>
      )}
      {states.length > 0 && (
        <Alert
          color="marigold"
          variant="light"
          icon={<IconInfoCircle />}
          title={t('money.statement.state.title')}
        >
          <Text size="sm">{t('money.statement.state.text')}</Text>
          {states.map(({ word, count, amount }) => (
            <section key={word} aria-label={shown(word)}>
              <Text size="sm" fw={500} mt="sm" className={classes.words}>
                {t('money.statement.state.rows', {
                  word: shown(word),
                  count,
                  number: formatNumber(count),
                  amount: formatMoney(amount),
                })}
              </Text>
              <Group gap="sm" mt={4}>
                <Button variant="default" onClick={() => say(word, 'settled')}>
                  {t('money.statement.state.yes')}
                </Button>
                <Button variant="default" onClick={() => say(word, 'unsettled')}>
                  {t('money.statement.state.no')}
                </Button>
              </Group>
            </section>
          ))}
        </Alert>
      )}
    </>
  )
}

interface OpenRowProps {
  report: StatementReport
  mapping: StatementMapping
  onChange: (mapping: StatementMapping) => void
}

/** Asks about the one row whose direction no balance tells; without an answer it is left out. */
function OpenRow({ report: { openRows }, mapping, onChange }: OpenRowProps) {
  const { t } = useTranslation()
  const say = (openArrived: boolean | null) => onChange({ ...mapping, openArrived })
  if (mapping.openArrived !== null) {
    return (
      <Group gap="sm">
        <Text size="sm" c="dimmed">
          {t(`money.statement.openRow.${mapping.openArrived ? 'saidIn' : 'saidOut'}`)}
        </Text>
        <Button size="compact-sm" variant="subtle" onClick={() => say(null)}>
          {t('money.statement.openRow.again')}
        </Button>
      </Group>
    )
  }
  if (openRows.length !== 1) return null
  return (
    <Alert
      color="marigold"
      variant="light"
      icon={<IconInfoCircle />}
      title={t('money.statement.openRow.title')}
    >
      <Text size="sm">{t('money.statement.openRow.text')}</Text>
      <Rows label={t('money.statement.openRow.title')} rows={openRows} />
      <Group gap="sm" mt="sm">
        <Button variant="default" onClick={() => say(true)}>
          {t('money.statement.openRow.in')}
        </Button>
        <Button variant="default" onClick={() => say(false)}>
          {t('money.statement.openRow.out')}
        </Button>
      </Group>
    </Alert>
  )
}

/** The ignored outgoing transfers, folded. */
function LeftRows({ report: { left, leftRows } }: { report: StatementReport }) {
  const { t } = useTranslation()
  if (left === 0) return null
  const more = left - leftRows.length
  return (
    <details className={classes.folded}>
      <summary>{t('money.statement.leftRows', { count: left, number: formatNumber(left) })}</summary>
      <Rows
        label={t('money.statement.leftRows', { count: left, number: formatNumber(left) })}
        rows={leftRows}
      />
      {more > 0 && (
        <Text size="sm" c="dimmed">
          {t('money.statement.leftMore', { count: more, number: formatNumber(more) })}
        </Text>
      )}
    </details>
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

/** The incoming and outgoing sums, and the balances before and after. */
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

/** The meaning of each column; can be corrected. */
function Columns({ report, mapping, onChange }: ColumnsProps) {
  const { t } = useTranslation()
  const data = report.columns.map(({ title, sample }, at) => ({
    value: String(at),
    label: title || sample[0] || t('money.statement.column', { number: at + 1 }),
  }))
  const [draft, setDraft] = useState<Partial<StatementMapping>>(mapping ? {} : (report.known ?? {}))
  const columnOf = (field: MappedField) => {
    const at = draft[field] === undefined ? mapping?.[field] : draft[field]
    return at === null || at === undefined ? null : String(at)
  }
  const choose = (part: Partial<StatementMapping>) => {
    const next = { ...draft, ...part }
    const { date, text, credit, moreText = [], ...others } = { ...mapping, ...next }
    if (date === undefined || text === undefined || credit === undefined) return setDraft(next)
    setDraft({})
    onChange({
      debit: null,
      direction: null,
      number: null,
      balance: null,
      byBalance: false,
      openArrived: null,
      currency: null,
      status: null,
      time: null,
      settled: [],
      unsettled: [],
      dateOrder: 'dayFirst',
      ...others,
      date,
      text,
      moreText: moreText.filter((at) => at !== text),
      credit,
    })
  }
  const moreText = (draft.moreText ?? mapping?.moreText ?? []).map(String)
  const isNoText = (column: string) => column !== columnOf('text')
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
      <MultiSelect
        miw={150}
        label={t('money.statement.moreText')}
        placeholder={moreText.length === 0 ? t('money.statement.noColumn') : undefined}
        data={data.filter(({ value }) => isNoText(value))}
        value={moreText.filter(isNoText)}
        onChange={(columns) => choose({ moreText: columns.map(Number).sort((one, other) => one - other) })}
        maxValues={StatementMapping_moreText_maxItems}
        hidePickedOptions
        clearable
        clearButtonProps={{ 'aria-label': t('money.statement.clear') }}
      />
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
    <table className={`${table.table} ${classes.rows}`} aria-label={label}>
      <tbody>
        {rows.map(({ arrivedAt, amount, content }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row of the file is its place.
          <tr key={at}>
            <td>{isLong ? formatDateInWords(arrivedAt) : formatDate(arrivedAt)}</td>
            <td style={{ textAlign: 'right' }}>{formatMoney(amount)}</td>
            <td>{content}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
