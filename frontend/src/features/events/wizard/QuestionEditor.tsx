import { NativeSelect, Stack, Switch, Textarea } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Uploader } from '~/components/Uploader'
import { QUESTION_TYPES, type QuestionType } from '~/lib/questions'
import { ChoicesEditor } from './ChoicesEditor'
import { useWizardContext } from './fields'
import { hasChoices, maySeal, type Question } from './questions'

interface QuestionEditorProps {
  question: Question
  path: string
  onChange: (question: Question) => void
}

export function QuestionEditor({ question, path, onChange }: QuestionEditorProps) {
  const { t } = useTranslation()
  const { errors } = useWizardContext()
  const isText = question.type === 'READ_ONLY'

  const changeType = (type: QuestionType) =>
    onChange({
      ...question,
      type,
      // An empty choice to start with shows where to type.
      choices: hasChoices(type) && !question.choices?.length ? [''] : question.choices,
    })

  return (
    <Stack gap="md" p="md" pt="xs">
      <Textarea
        label={isText ? t('events.form.text') : t('events.form.question')}
        withAsterisk
        autosize
        minRows={1}
        autoFocus={question.question === ''}
        value={question.question}
        onChange={(event) => onChange({ ...question, question: event.currentTarget.value })}
        error={errors[`${path}.question`]}
        data-path={`${path}.question`}
      />
      <NativeSelect
        label={t('events.form.typeLabel')}
        description={t(`events.form.typeHint.${question.type}`)}
        data={QUESTION_TYPES.map((type) => ({ value: type, label: t(`events.form.type.${type}`) }))}
        value={question.type}
        onChange={(event) => changeType(event.currentTarget.value as QuestionType)}
      />
      {hasChoices(question.type) && (
        <ChoicesEditor
          choices={question.choices ?? []}
          onChange={(choices) => onChange({ ...question, choices })}
          error={errors[`${path}.choices`]}
          path={`${path}.choices`}
        />
      )}
      {!isText && (
        <Switch
          label={t('events.form.requiredSwitch')}
          checked={question.required === 'true'}
          onChange={(event) => onChange({ ...question, required: event.currentTarget.checked ? 'true' : '' })}
        />
      )}
      {maySeal(question.type) && (
        <Switch
          label={t('events.form.sensitiveSwitch')}
          description={t('events.form.sensitiveHint')}
          checked={question.sensitive ?? false}
          onChange={(event) => onChange({ ...question, sensitive: event.currentTarget.checked })}
        />
      )}
      <Uploader
        label={t('events.form.illustration')}
        description={t('events.form.illustrationHint')}
        purpose="attachment"
        ratio={16 / 9}
        value={question.image ?? null}
        onChange={(image) => onChange({ ...question, image })}
        error={errors[`${path}.image`]}
        data-path={`${path}.image`}
      />
    </Stack>
  )
}
