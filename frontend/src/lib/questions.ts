import type { components } from '~/api/schema'

type Question = components['schemas']['Question']
export type QuestionType = Question['type']

const TYPES: Record<QuestionType, true> = {
  TEXT: true,
  EMAIL: true,
  NUMBER: true,
  ONE_CHOICE: true,
  MULTIPLE_CHOICE: true,
  IMAGE: true,
  READ_ONLY: true,
}

/** All types, in the order in which they are offered. */
export const QUESTION_TYPES = Object.keys(TYPES) as QuestionType[]

/** The questions that a form begins with unless the organiser leaves some out; their answers are fields of their own. */
export const FIXED_TYPES = { fullName: 'TEXT', email: 'EMAIL', phone: 'NUMBER', company: 'TEXT' } as const

export type FixedField = keyof typeof FIXED_TYPES

export const isFixedField = (id: string | null | undefined): id is FixedField =>
  Object.hasOwn(FIXED_TYPES, id ?? '')

/** The organiser's own questions of a form. */
export const ownQuestions = <Q extends Question>(scheme: readonly Q[]) =>
  scheme.filter(({ id }) => !isFixedField(id))

/** Those of a form that it has by default, and whether each needs an answer. */
export const fixedQuestions = (scheme: readonly Question[]) =>
  scheme.flatMap((question) =>
    isFixedField(question.id) ? [{ field: question.id, isNeeded: isRequired(question) }] : [],
  )

/** `required` is the text "true"; a text to read needs no answer. */
export const isRequired = ({ required, type }: Question) => required === 'true' && type !== 'READ_ONLY'
