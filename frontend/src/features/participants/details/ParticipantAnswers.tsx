import { Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { PrivateImage } from '~/components/PrivateImage'
import type { Participant } from '../queries'
import classes from './ParticipantFacts.module.css'
import { SensitiveAnswer } from './SensitiveAnswer'

/** The participant's answers, with the questions as they stood then. */
export function ParticipantAnswers({ eventId, participant }: { eventId: string; participant: Participant }) {
  const { t } = useTranslation()
  const { id, answers } = participant
  if (answers.length === 0) return null
  return (
    <section aria-label={t('participants.group.answers')}>
      <Title order={3} fz="md">
        {t('participants.group.answers')}
      </Title>
      <dl className={classes.answers}>
        {answers.map(({ questionId, question, type, answer, sensitive }) => (
          <div key={questionId}>
            <dt>{question}</dt>
            <dd>
              {sensitive ? (
                // Another participant's answer must not stay open in the same place.
                <SensitiveAnswer
                  key={id}
                  eventId={eventId}
                  participantId={id}
                  questionId={questionId}
                  question={question}
                />
              ) : answer.length === 0 ? (
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
    </section>
  )
}
