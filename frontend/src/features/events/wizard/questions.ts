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

/** The default questions that the organiser can leave out, with the field that says so. */
export const ASKED_BY = { phone: 'phoneQuestion', company: 'companyQuestion' } as const

export const isLeftOut = (id: string): id is keyof typeof ASKED_BY => Object.hasOwn(ASKED_BY, id)

/** The questions of a form as visitors get them. */
export const shownQuestions = (scheme: readonly Question[], event: AskedOf): Question[] =>
  scheme.flatMap((question) => {
    if (!isLeftOut(question.id)) return [question]
    const asked = event[ASKED_BY[question.id]]
    return asked === 'OFF' ? [] : [{ ...question, required: asked === 'REQUIRED' ? 'true' : '' }]
  })

/** Whether phone and company are asked for. */
type AskedOf = Record<(typeof ASKED_BY)[keyof typeof ASKED_BY], components['schemas']['Asked']>

/** Completes a question of the server. */
export const questionOf = (question: components['schemas']['Question']): Question => ({
  ...question,
  id: question.id ?? newId(),
  choices: question.choices ?? [],
})

export const questionText = ({ id, question }: Question) =>
  isFixedField(id) ? t(`events.form.fixed.${id}`) : question

export const hasChoices = (type: QuestionType) => type === 'ONE_CHOICE' || type === 'MULTIPLE_CHOICE'

/** Whether answers can be sensitive: pictures are private in any case, and a text to read has no answer. */
export const maySeal = (type: QuestionType) => type !== 'IMAGE' && type !== 'READ_ONLY'

/** The questions that were sensitive `before` and are asked openly now: the answers to them are opened. */
export const openedQuestions = (
  before: readonly Question[],
  now: readonly components['schemas']['Question'][],
) => before.filter(({ id, sensitive }) => sensitive && now.some((one) => one.id === id && !one.sensitive))

/** Must be unique within the form; stored with the question and its answers. */
const newId = () => `q-${randomKey()}`

export const newQuestion = (): Question => ({
  id: newId(),
  question: '',
  required: '',
  type: 'TEXT',
  choices: [],
})

/** The question as it is sent: without blank choices and without settings that its type does not have. */
export const tidied = (question: Question): Question => ({
  ...question,
  question: question.question.trim(),
  required: isRequired(question) ? 'true' : '',
  choices: hasChoices(question.type) ? filled(question.choices) : [],
  sensitive: maySeal(question.type) && question.sensitive ? true : undefined,
})

export const filled = (choices: readonly string[]) => choices.map((choice) => choice.trim()).filter(Boolean)
