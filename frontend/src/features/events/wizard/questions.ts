import type { components } from '~/api/schema'
import { t } from '~/lib/language'
import type { QuestionType } from '../queries'

/** A question as it stands in the draft: it always has an identifier, and a list of choices even where none is asked for. */
export type Question = components['schemas']['Question'] & { id: string; choices: string[] }

export const QUESTION_TYPES = [
  'TEXT',
  'EMAIL',
  'NUMBER',
  'ONE_CHOICE',
  'MULTIPLE_CHOICE',
  'IMAGE',
  'READ_ONLY',
] as const satisfies QuestionType[]

const FIXED = { fullName: 'TEXT', email: 'EMAIL', phone: 'NUMBER', company: 'TEXT' } as const

type FixedId = keyof typeof FIXED

const isFixedId = (id: string): id is FixedId => id in FIXED

/** What every form asks. Their words follow the visitor's language, see `wordsOf`. */
export const FIXED_QUESTIONS: Question[] = Object.entries(FIXED).map(([id, type]) => ({
  id,
  question: id,
  required: 'true',
  type,
  choices: [],
}))

export const isFixed = ({ id }: Question) => isFixedId(id)

/** A question as the server sends it. */
export const questionOf = (question: components['schemas']['Question']): Question => ({
  ...question,
  id: question.id ?? newId(),
  choices: question.choices ?? [],
})

export const ownQuestions = (scheme: readonly Question[]) => scheme.filter((question) => !isFixed(question))

export const wordsOf = ({ id, question }: Question) =>
  isFixedId(id) ? t(`events.form.fixed.${id}`) : question

export const hasChoices = (type: QuestionType) => type === 'ONE_CHOICE' || type === 'MULTIPLE_CHOICE'

export const isRequired = ({ required, type }: Question) => required === 'true' && type !== 'READ_ONLY'

/** Only has to be unique in its form; it stays with the question and with its answers. */
const newId = () =>
  `q-${Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(36)).join('')}`

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
