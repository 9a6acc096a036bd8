import type { components } from '~/api/schema'
import { t } from '~/lib/language'
import { FIXED_TYPES, isFixedField, isRequired, type QuestionType } from '~/lib/questions'
import { randomKey } from '~/lib/randomKey'

/** A question in the wizard: always with an identifier and a list of choices, which may be empty. */
export type Question = components['schemas']['Question'] & { id: string; choices: string[] }

/** The questions of every form. Their text depends on the visitor's language, see `questionText`. */
export const FIXED_QUESTIONS: Question[] = Object.entries(FIXED_TYPES).map(([id, type]) => ({
  id,
  question: id,
  required: 'true',
  type,
  choices: [],
}))

/** Completes a question of the server. */
export const questionOf = (question: components['schemas']['Question']): Question => ({
  ...question,
  id: question.id ?? newId(),
  choices: question.choices ?? [],
})

export const questionText = ({ id, question }: Question) =>
  isFixedField(id) ? t(`events.form.fixed.${id}`) : question

export const hasChoices = (type: QuestionType) => type === 'ONE_CHOICE' || type === 'MULTIPLE_CHOICE'

/** Must be unique within the form; stored with the question and its answers. */
const newId = () => `q-${randomKey()}`

export const newQuestion = (): Question => ({
  id: newId(),
  question: '',
  required: '',
  type: 'TEXT',
  choices: [],
})

/** The question as it is sent: without blank choices and without what its type does not have. */
export const tidied = (question: Question): Question => ({
  ...question,
  question: question.question.trim(),
  required: isRequired(question) ? 'true' : '',
  choices: hasChoices(question.type) ? filled(question.choices) : [],
})

export const filled = (choices: readonly string[]) => choices.map((choice) => choice.trim()).filter(Boolean)
