import { Fieldset, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { PrivateImage } from '~/components/PrivateImage'
import classes from './ParticipantFacts.module.css'
import type { Participant } from './queries'

interface Answer {
  questionId: string
  question: string
  type: string
  answer: string | string[]
}

/** What they answered, with the questions as they stood then. */
export function ParticipantAnswers({ answers }: Pick<Participant, 'answers'>) {
  const { t } = useTranslation()
  const known = answers.map(read).filter((answer) => answer !== null)
  if (known.length === 0) return null
  return (
    <Fieldset legend={t('participants.group.answers')}>
      <dl className={classes.answers}>
        {known.map(({ questionId, question, type, answer }) => (
          <div key={questionId}>
            <dt>{question}</dt>
            <dd>
              {answer.length === 0 ? (
                <Text component="span" c="dimmed">
                  {t('participants.noAnswer')}
                </Text>
              ) : type === 'IMAGE' ? (
                <PrivateImage url={String(answer)} alt={question} />
              ) : (
                [answer].flat().join('\n')
              )}
            </dd>
          </div>
        ))}
      </dl>
    </Fieldset>
  )
}

/** The description of the API leaves the shape of an answer open. */
function read(value: Participant['answers'][number]): Answer | null {
  const { questionId, question, type, answer } = value as Partial<Answer>
  const isAnswer = typeof answer === 'string' || Array.isArray(answer)
  return questionId && question && type && isAnswer ? { questionId, question, type, answer } : null
}
