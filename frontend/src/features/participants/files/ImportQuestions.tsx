import {
  Button,
  Group,
  Paper,
  Radio,
  SegmentedControl,
  Select,
  Stack,
  Switch,
  Text,
  VisuallyHidden,
} from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MoneyField } from '~/components/MoneyField'
import { ticketsQuery } from '~/features/tickets/queries'
import { formatDateInWords } from '~/lib/dates'
import { formatNumber } from '~/lib/numbers'
import { ImportPhones } from './ImportPhones'
import classes from './ImportQuestions.module.css'
import { AskedRows, ImportSection } from './ImportSection'
import type {
  ClassChoice,
  DateOrder,
  ImportChoices,
  ImportPreview,
  NameOrder,
  PaymentChoice,
  RowChoice,
} from './queries'

interface ImportQuestionsProps {
  eventId: string
  preview: ImportPreview
  choices: ImportChoices
  onChange: (change: Partial<ImportChoices>) => void
}

/** Questions about unclear parts of a file: classes, attendance, the order of names, identities. */
export function ImportQuestions(props: ImportQuestionsProps) {
  const { t } = useTranslation()
  const { preview, choices, onChange } = props
  return (
    <>
      {preview.classes.length > 0 && <Classes {...props} />}
      {preview.statuses.length > 0 && <Statuses {...props} />}
      {preview.lastRows.length > 0 && <LastRows {...props} />}
      {preview.names.length > 0 && <Names {...props} />}
      {preview.dates.length > 0 && <Dates {...props} />}
      {preview.oddPayments.count > 0 && <Payments {...props} />}
      <ImportPhones preview={preview} choices={choices} onChange={onChange} />
      {preview.otherEmailCount > 0 && <OtherEmails {...props} />}
      {(preview.renamed > 0 || preview.gone > 0) && (
        <ImportSection
          title={t('participants.files.people')}
          isOpen={preview.renamed > 0 && !choices.renames}
        >
          {preview.renamed > 0 && (
            <Switch
              label={t('participants.files.renames', {
                count: preview.renamed,
                number: formatNumber(preview.renamed),
              })}
              description={t('participants.files.renamesHint')}
              checked={choices.renames}
              onChange={({ currentTarget }) => onChange({ renames: currentTarget.checked })}
            />
          )}
          {preview.gone > 0 && (
            <Switch
              label={t('participants.files.addRemoved', {
                count: preview.gone,
                number: formatNumber(preview.gone),
              })}
              description={t('participants.files.addRemovedHint')}
              checked={choices.addRemoved}
              onChange={({ currentTarget }) => onChange({ addRemoved: currentTarget.checked })}
            />
          )}
        </ImportSection>
      )}
    </>
  )
}

/** Classes that the event does not have: make them, or say which of the event's they are. */
function Classes({ eventId, preview, choices, onChange }: ImportQuestionsProps) {
  const { t } = useTranslation()
  const known = useQuery(ticketsQuery(eventId)).data
  const tickets = known ?? []
  const isFirst = known?.length === 0
  // New classes whose price is still to be typed: nothing is said of them to the server.
  const [unpriced, setUnpriced] = useState<string[]>([])
  const isChosen = (name: string) =>
    unpriced.includes(name) || choices.classes.some((choice) => choice.name === name)
  const open = preview.classes.filter(({ name }) => !isChosen(name))
  const set = (chosen: ClassChoice[]) => {
    const isSet = (name: string) => chosen.some((choice) => choice.name === name)
    const undecided = chosen.filter(isUnpriced).map(({ name }) => name)
    setUnpriced([...unpriced.filter((name) => !isSet(name)), ...undecided])
    onChange({
      classes: [
        ...choices.classes.filter(({ name }) => !isSet(name)),
        ...chosen.filter((choice) => !isUnpriced(choice)),
      ],
    })
  }
  return (
    <ImportSection
      title={t('participants.files.newClasses', { count: preview.classes.length })}
      isOpen={preview.classes.some(({ isDecided }) => !isDecided)}
    >
      <Text size="sm" c="dimmed">
        {t('participants.files.newClassesHint')} {isFirst && t('participants.files.firstClassesHint')}
      </Text>
      {preview.classes.map(({ name, rows, price }) => (
        <ClassLine
          key={name}
          name={name}
          rows={rows}
          price={price}
          tickets={tickets}
          choice={
            unpriced.includes(name)
              ? { name, price: null }
              : choices.classes.find((choice) => choice.name === name)
          }
          onChange={(choice) => set([choice])}
        />
      ))}
      {open.length > 0 && (
        <Group>
          <Button variant="light" onClick={() => set(open.map(({ name, price }) => ({ name, price })))}>
            {t('participants.files.makeClasses', { count: open.length, name: open[0]?.name })}
          </Button>
        </Group>
      )}
    </ImportSection>
  )
}

/** Whether it is a new class without a price. One that is not made at all has no such field. */
const isUnpriced = ({ price }: ClassChoice) => price === null

const NEW = 'new'
const NONE = 'none'

interface ClassLineProps {
  name: string
  rows: number
  /** The price in the file, if it is clear. */
  price: number | null
  tickets: { id: string; name: string }[]
  choice: ClassChoice | undefined
  onChange: (choice: ClassChoice) => void
}

function ClassLine({ name, rows, price, tickets, choice, onChange }: ClassLineProps) {
  const { t } = useTranslation()
  const isNew = choice?.price !== undefined
  const [typed, setTyped] = useState<number | null>(choice?.price ?? price)
  const value = !choice ? null : isNew ? NEW : (choice.ticketId ?? NONE)
  const choose = (chosen: string | null) => {
    if (chosen === NEW) {
      setTyped(price)
      onChange({ name, price })
    } else if (chosen) onChange(chosen === NONE ? { name } : { name, ticketId: chosen })
  }
  const none = tickets.length === 0 ? [{ value: NONE, label: t('participants.files.noClass') }] : []
  const isOfFile = price !== null && typed === price
  return (
    <div className={classes.line}>
      <div>
        <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
          {name}
        </Text>
        <Text size="xs" c="dimmed">
          {t('participants.files.rowsWith', { count: rows, number: formatNumber(rows) })}
        </Text>
      </div>
      <Select
        aria-label={t('participants.files.classOf', { name })}
        placeholder={t('participants.files.choose')}
        data={[
          { value: NEW, label: t('participants.files.newClass') },
          ...tickets.map((ticket) => ({ value: ticket.id, label: ticket.name })),
          ...none,
        ]}
        value={value}
        onChange={choose}
        allowDeselect={false}
      />
      {isNew && (
        <MoneyField
          aria-label={t('participants.files.priceOf', { name })}
          description={isOfFile ? t('participants.files.priceOfFile') : undefined}
          error={typed === null ? t('participants.files.priceNeeded') : undefined}
          required
          value={typed}
          onChange={setTyped}
          onBlur={() => onChange({ name, price: typed })}
        />
      )}
    </div>
  )
}

/** The words of the file that say whether a person takes part. */
function Statuses({ preview, choices, onChange }: ImportQuestionsProps) {
  const { t } = useTranslation()
  const set = (word: string, takesPart: boolean) =>
    onChange({
      statuses: [...choices.statuses.filter((choice) => choice.word !== word), { word, takesPart }],
    })
  return (
    <ImportSection
      title={t('participants.files.statuses')}
      isOpen={preview.statuses.some(({ takesPart }) => takesPart === null)}
    >
      {preview.statuses.map(({ word, rows, takesPart }) => (
        <Group key={word} justify="space-between" gap="xs">
          <div>
            <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
              {word || t('participants.files.emptyStatus')}
            </Text>
            <Text size="xs" c="dimmed">
              {t('participants.files.rowsWith', { count: rows, number: formatNumber(rows) })}
            </Text>
          </div>
          <SegmentedControl
            aria-label={t('participants.files.statusOf', {
              word: word || t('participants.files.emptyStatus'),
            })}
            value={takesPart === null ? '' : String(takesPart)}
            onChange={(value) => set(word, value === 'true')}
            data={[
              { value: 'true', label: t('participants.files.takesPart') },
              { value: 'false', label: t('participants.files.isLeftOut') },
            ]}
          />
        </Group>
      ))}
    </ImportSection>
  )
}

/** Rows at the end of the list that may be a signature or a remark. */
function LastRows({ preview: { lastRows }, choices, onChange }: ImportQuestionsProps) {
  const { t } = useTranslation()
  const count = lastRows.length
  const title = t('participants.files.lastRows', { count, number: formatNumber(count) })
  const text = t('participants.files.nothingElse')
  return (
    <ImportSection title={title} isOpen={!choices.lastRows}>
      <AskedRows rows={lastRows.map((line) => ({ ...line, text }))} count={count} />
      <SegmentedControl
        aria-label={title}
        value={choices.lastRows ?? ''}
        onChange={(choice) => onChange({ lastRows: choice as RowChoice })}
        data={[
          { value: 'keep', label: t('participants.files.takesPart') },
          { value: 'leaveOut', label: t('participants.files.isLeftOut') },
        ]}
      />
    </ImportSection>
  )
}

/** People who are known by name and phone number, and have another address in the file. */
function OtherEmails({ preview, choices, onChange }: ImportQuestionsProps) {
  const { t } = useTranslation()
  const counted = { count: preview.otherEmailCount, number: formatNumber(preview.otherEmailCount) }
  return (
    <ImportSection title={t('participants.files.otherEmails', counted)}>
      <AskedRows
        rows={preview.otherEmails.map(({ row, name, onList, inFile }) => ({
          row,
          name,
          text: t('participants.files.otherEmail', { onList, inFile }),
        }))}
        count={preview.otherEmailCount}
      />
      <Switch
        label={t('participants.files.replaceEmails', counted)}
        description={t('participants.files.replaceEmailsHint')}
        checked={choices.replaceEmails}
        onChange={({ currentTarget }) => onChange({ replaceEmails: currentTarget.checked })}
      />
    </ImportSection>
  )
}

/** Dates of birth in both orders, because neither they nor their title say which is right. */
function Dates({ preview, onChange }: ImportQuestionsProps) {
  const { t } = useTranslation()
  const shown = (day: string | null) =>
    day === null ? t('participants.files.noDate') : formatDateInWords(day)
  const orders: DateOrder[] = ['dayFirst', 'monthFirst']
  return (
    <ImportSection title={t('participants.files.dateOrder')} isOpen={preview.dateOrder === null}>
      <Radio.Group
        label={<VisuallyHidden>{t('participants.files.dateOrder')}</VisuallyHidden>}
        value={preview.dateOrder}
        onChange={(order) => onChange({ dateOrder: order as DateOrder })}
      >
        <Stack gap="xs">
          {orders.map((order) => (
            <Radio
              key={order}
              value={order}
              label={t(`participants.files.date.${order}`)}
              description={preview.dates.map((date) => `${date.text} → ${shown(date[order])}`).join(' · ')}
            />
          ))}
        </Stack>
      </Radio.Group>
    </ImportSection>
  )
}

const PAYMENT_CHOICES = ['staysDue', 'isEnough', 'leaveOut'] as const

/** People who paid another amount than their tickets cost: one answer for all of them, with their rows. */
function Payments({ preview: { oddPayments }, choices, onChange }: ImportQuestionsProps) {
  const { t } = useTranslation()
  const { listed, count } = oddPayments
  const title = t('participants.files.oddPayments', { count, number: formatNumber(count) })
  return (
    <ImportSection title={title} isOpen={!choices.oddPayments}>
      <AskedRows rows={listed.map(({ row, name, reason }) => ({ row, name, text: reason }))} count={count} />
      <Radio.Group
        label={<VisuallyHidden>{title}</VisuallyHidden>}
        value={choices.oddPayments ?? null}
        onChange={(choice) => onChange({ oddPayments: choice as PaymentChoice })}
      >
        <Stack gap="xs">
          {PAYMENT_CHOICES.map((choice) => (
            <Radio key={choice} value={choice} label={t(`participants.files.payment.${choice}`)} />
          ))}
        </Stack>
      </Radio.Group>
    </ImportSection>
  )
}

/** The names in each order: a look at them shows which one is right. */
function Names({ preview, onChange }: ImportQuestionsProps) {
  const { t } = useTranslation()
  const all: { order: NameOrder; names: string }[] = (['byName', 'familyFirst', 'givenFirst'] as const).map(
    (order) => ({
      order,
      names: preview.names.map((name) => name[order]).join(' · '),
    }),
  )
  const orders = all.filter(({ names }, at) => all.findIndex((other) => other.names === names) === at)
  const chosen = all.find(({ order }) => order === preview.nameOrder)
  const value = orders.find(({ names }) => names === chosen?.names)?.order
  return (
    <Paper withBorder p="md" radius="md" component="section" aria-label={t('participants.files.nameOrder')}>
      <Radio.Group
        label={t('participants.files.nameOrder')}
        labelProps={{ fw: 600, mb: 'xs', fz: 'md' }}
        value={value ?? null}
        onChange={(order) => onChange({ nameOrder: order as NameOrder })}
      >
        <Stack gap="xs">
          {orders.map(({ order, names }) => (
            <Radio key={order} value={order} label={names} />
          ))}
        </Stack>
      </Radio.Group>
    </Paper>
  )
}
