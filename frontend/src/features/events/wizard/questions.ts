import type { components } from '~/api/schema'
import { t } from '~/lib/language'
import { FIXED_TYPES, isFixedField, isRequired, type QuestionType } from '~/lib/questions'
import { randomKey } from '~/lib/randomKey'

/** A question as it stands in the draft: it always has an identifier, and a list of choices even where none is asked for. */
export type Question = components['schemas']['Question'] & { id: string; choices: string[] }

/** What every form asks. Their words follow the visitor's language, see `questionText`. */
export const FIXED_QUESTIONS: Question[] = Object.entries(FIXED_TYPES).map(([id, type]) => ({
  id,
  question: id,
  required: 'true',
  type,
  choices: [],
}))

/** A question as the server sends it. */
export const questionOf = (question: components['schemas']['Question']): Question => ({
  ...question,
  id: question.id ?? newId(),
  choices: question.choices ?? [],
})

export const questionText = ({ id, question }: Question) =>
  isFixedField(id) ? t(`events.form.fixed.${id}`) : question

export const hasChoices = (type: QuestionType) => type === 'ONE_CHOICE' || type === 'MULTIPLE_CHOICE'

/** Only has to be unique in its form; it stays with the question and with its answers. */
const newId = () => `q-${randomKey()}`

export const newQuestion = (): Question => ({
  id: newId(),
  question: '',
  required: '',
  type: 'TEXT',
  choices: [],
})

/** As it is sent: blank choices and what does not belong to the type are left out. */
export const tidied = (question: Question): Question => ({
  ...question,
  question: question.question.trim(),
  required: isRequired(question) ? 'true' : '',
  choices: hasChoices(question.type) ? filled(question.choices) : [],
})

export const filled = (choices: readonly string[]) => choices.map((choice) => choice.trim()).filter(Boolean)
