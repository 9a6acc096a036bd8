import { Anchor, Button, Text, Title } from '@mantine/core'
import { IconExternalLink, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { previewPath } from '~/lib/paths'
import { ownQuestions } from '~/lib/questions'
import { LOGGED_IN_TAB } from '~/lib/tokens'
import { FormPreview } from './FormPreview'
import { useWizardContext } from './fields'
import { QuestionCard } from './QuestionCard'
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
  const [opened, setOpened] = useState<string | null>(null)
  const [dragged, setDragged] = useState<string | null>(null)

  const move = (from: number, to: number) => {
    const moved = own[from]
    if (!moved || to < 0 || to >= own.length || from === to) return
    changeScheme(own.filter((_, at) => at !== from).toSpliced(to, 0, moved))
  }

  const add = () => {
    const question = newQuestion()
    changeScheme([...own, question])
    setOpened(question.id)
  }

  return (
    <>
      <ol className={classes.list} aria-label={t('events.form.questions')}>
        {FIXED_QUESTIONS.map((question, at) => (
          <QuestionCard key={question.id} question={question} number={at + 1} />
        ))}
        {own.map((question, at) => (
          <QuestionCard
            key={question.id}
            question={question}
            number={FIXED_QUESTIONS.length + at + 1}
            own={{
              path: `eventForm.scheme.${at}`,
              isOpened: opened === question.id,
              onToggle: () => setOpened(opened === question.id ? null : question.id),
              onChange: (next) => changeScheme(own.with(at, next)),
              onRemove: () => changeScheme(own.filter(({ id }) => id !== question.id)),
              onUp: at > 0 ? () => move(at, at - 1) : undefined,
              onDown: at < own.length - 1 ? () => move(at, at + 1) : undefined,
              isDragged: dragged === question.id,
              onDrag: (isDragged) => setDragged(isDragged ? question.id : null),
              onDraggedOver: () =>
                move(
                  own.findIndex(({ id }) => id === dragged),
                  at,
                ),
            }}
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
