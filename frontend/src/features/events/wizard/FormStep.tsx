import { Anchor, Button, Text, Title } from '@mantine/core'
import { IconExternalLink, IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useSortableList } from '~/components/useSortableList'
import { previewPath } from '~/lib/paths'
import { ownQuestions } from '~/lib/questions'
import { LOGGED_IN_TAB } from '~/lib/tokens'
import { Embedding } from './Embedding'
import { FormPreview } from './FormPreview'
import { useWizardContext } from './fields'
import { FixedQuestionCard, OwnQuestionCard } from './QuestionCard'
import { FIXED_QUESTIONS, newQuestion } from './questions'
import { RegistrationLimits } from './RegistrationLimits'
import classes from './steps.module.css'

/** Questions of one form at most, as on the server. */
const MAX_QUESTIONS = 100

export function FormStep({ eventId }: { eventId: string | undefined }) {
  const { t } = useTranslation()
  return (
    <div className={classes.columns}>
      <div>
        <Text c="dimmed" mb="md">
          {t('events.form.description')}
        </Text>
        <Questions />
        <RegistrationLimits />
        <Embedding eventId={eventId} />
      </div>
      <aside className={classes.aside} aria-labelledby="preview-heading">
        <Title order={3} id="preview-heading" mb="xs">
          {t('events.form.preview')}
        </Title>
        <FormPreview />
        <Text size="sm" c="dimmed" mt="xs">
          {eventId ? (
            <Anchor href={previewPath(eventId)} {...LOGGED_IN_TAB}>
              {t('events.form.openPreview')} <IconExternalLink size={14} aria-hidden />
            </Anchor>
          ) : (
            t('events.form.previewAfterSave')
          )}
        </Text>
      </aside>
    </div>
  )
}

function Questions() {
  const { t } = useTranslation()
  const { state, changeScheme } = useWizardContext()
  const own = ownQuestions(state.formScheme)
  const { entryOf, open } = useSortableList(own, ({ id }) => id, changeScheme)

  const add = () => {
    const question = newQuestion()
    changeScheme([...own, question])
    open(question.id)
  }

  return (
    <>
      <ol className={classes.list} aria-label={t('events.form.questions')}>
        {FIXED_QUESTIONS.map((question, at) => (
          <FixedQuestionCard key={question.id} question={question} number={at + 1} />
        ))}
        {own.map((question, at) => (
          <OwnQuestionCard
            key={question.id}
            question={question}
            number={FIXED_QUESTIONS.length + at + 1}
            path={`eventForm.scheme.${at}`}
            entry={entryOf(question, at)}
            onChange={(next) => changeScheme(own.with(at, next))}
            onRemove={() => changeScheme(own.filter(({ id }) => id !== question.id))}
          />
        ))}
      </ol>
      <Button
        mt="md"
        variant="default"
        leftSection={<IconPlus size={16} />}
        disabled={own.length >= MAX_QUESTIONS}
        onClick={add}
      >
        {t('events.form.add')}
      </Button>
    </>
  )
}
