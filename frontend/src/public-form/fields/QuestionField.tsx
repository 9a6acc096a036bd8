import { smaller } from '~/lib/pictureSizes'
import { isRequired } from '~/lib/questions'
import type { AnswerValue, Question } from '../contract'
import { ChoiceField } from './ChoiceField'
import type { Fault } from './faults'
import classes from './form.module.css'
import { ImageField } from './ImageField'
import { TextField } from './TextField'
import { answerField } from './validation'

interface QuestionFieldProps {
  eventId: string
  ownKey?: string
  /** Returns the headers that open an event for members to this visitor. */
  access?: () => Promise<Record<string, string>>
  question: Question
  answer: AnswerValue | undefined
  /** A small picture of the image that was uploaded. */
  preview: string | undefined
  onAnswer: (answer: AnswerValue, preview?: string) => void
  onLeave: () => void
  fault: Fault | undefined
  isPreview: boolean
}

/** One of the organiser's own questions, of whichever of the seven types. */
export function QuestionField({ question, answer, onAnswer, onLeave, fault, ...rest }: QuestionFieldProps) {
  const { type, image } = question
  const frame = {
    field: answerField(question.id),
    label: question.question,
    isOptional: !isRequired(question),
    image,
    fault,
  }
  const chosen = typeof answer === 'string' ? [answer].filter(Boolean) : (answer ?? [])
  const text = { ...frame, value: chosen.join(), onChange: onAnswer, onLeave }
  const choices = question.choices.map((choice) => ({ value: choice, text: choice }))

  switch (type) {
    case 'TEXT':
      return <TextField {...text} isMultiline />
    case 'EMAIL':
      return <TextField {...text} type="email" inputMode="email" autoComplete="off" autoCapitalize="none" />
    case 'NUMBER':
      return <TextField {...text} inputMode="numeric" autoComplete="off" />
    case 'ONE_CHOICE':
      return (
        <ChoiceField
          {...frame}
          choices={choices}
          chosen={chosen}
          onChange={([choice = '']) => onAnswer(choice)}
        />
      )
    case 'MULTIPLE_CHOICE':
      return <ChoiceField {...frame} choices={choices} chosen={chosen} onChange={onAnswer} isMultiple />
    case 'IMAGE':
      return <ImageField {...frame} {...rest} url={chosen[0]} onChange={onAnswer} />
    case 'READ_ONLY':
      return (
        <div className={classes.field}>
          <p className={classes.reading}>{question.question}</p>
          {image && <img className={classes.illustration} src={smaller(image, 1600)} alt="" loading="lazy" />}
        </div>
      )
  }
}
