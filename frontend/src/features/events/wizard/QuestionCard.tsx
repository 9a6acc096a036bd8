import { Badge, Group, SegmentedControl, Text } from '@mantine/core'
import { IconAdjustmentsHorizontal, IconLock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { components } from '~/api/schema'
import { confirm } from '~/components/confirm'
import { FixedCard, SortableCard } from '~/components/SortableCard'
import type { SortableEntry } from '~/components/useSortableList'
import { isRequired } from '~/lib/questions'
import { useField, useWizardContext } from './fields'
import { QuestionEditor } from './QuestionEditor'
import { ASKED_BY, isLeftOut, type Question, questionText } from './questions'
import classes from './steps.module.css'

interface QuestionCardProps {
  question: Question
  number: number
}

/** One of the questions that a form has by default. */
export function FixedQuestionCard({ question, number }: QuestionCardProps) {
  const { id } = question
  const Glyph = isLeftOut(id) ? IconAdjustmentsHorizontal : IconLock
  return (
    <FixedCard leading={<Glyph size={18} aria-hidden />}>
      <Text>
        {number}. {questionText(question)}
      </Text>
      {isLeftOut(id) ? (
        <AskedChoice field={ASKED_BY[id]} label={questionText(question)} />
      ) : (
        <Properties question={question} isFixed />
      )}
    </FixedCard>
  )
}

const ASKED = ['REQUIRED', 'OPTIONAL', 'OFF'] as const satisfies components['schemas']['Asked'][]

/** Whether the form has the question, and whether visitors must answer it. */
function AskedChoice({ field, label }: { field: 'phoneQuestion' | 'companyQuestion'; label: string }) {
  const { t } = useTranslation()
  const { value, onChange } = useField(field)
  return (
    <SegmentedControl
      mt={6}
      className={classes.asked}
      aria-label={label}
      data={ASKED.map((asked) => ({ value: asked, label: t(`events.form.asked.${asked}`) }))}
      value={value}
      onChange={onChange}
    />
  )
}

interface OwnQuestionCardProps extends QuestionCardProps {
  /** Its index in the request body, by which the server's error messages name it. */
  path: string
  entry: SortableEntry
  onChange: (question: Question) => void
  onRemove: () => void
}

export function OwnQuestionCard(props: OwnQuestionCardProps) {
  const { question, number, path, entry, onChange, onRemove } = props
  const { t } = useTranslation()
  const { errors } = useWizardContext()
  const text = questionText(question) || t('events.form.untitled')

  const remove = async () => {
    const isBlank = question.question.trim() === ''
    const agreed =
      isBlank ||
      (await confirm({
        title: t('events.form.remove.title'),
        message: t('events.form.remove.message', { question: text }),
        confirm: t('common.delete'),
        dangerous: true,
      }))
    if (agreed) onRemove()
  }

  return (
    <SortableCard
      entry={entry}
      title={`${number}. ${text}`}
      labels={{
        edit: t('events.form.editNamed', { number, question: text }),
        up: t('events.form.up', { question: text }),
        down: t('events.form.down', { question: text }),
        remove: t('events.form.removeNamed', { question: text }),
      }}
      isWrong={Object.keys(errors).some((field) => field.startsWith(`${path}.`))}
      onRemove={() => void remove()}
      meta={<Properties question={question} />}
    >
      <QuestionEditor question={question} path={path} onChange={onChange} />
    </SortableCard>
  )
}

function Properties({ question, isFixed = false }: { question: Question; isFixed?: boolean }) {
  const { t } = useTranslation()
  return (
    <Group gap="xs">
      <Text size="sm" c="dimmed">
        {t(`events.form.type.${question.type}`)}
      </Text>
      {isRequired(question) && (
        <Badge variant="default" tt="none" fw={500}>
          {t('events.form.required')}
        </Badge>
      )}
      {isFixed && (
        <Text size="sm" c="dimmed">
          {t('events.form.always')}
        </Text>
      )}
    </Group>
  )
}
