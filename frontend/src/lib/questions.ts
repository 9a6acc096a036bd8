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

/** The four questions that every form begins with; their answers are fields of their own. */
export const FIXED_TYPES = { fullName: 'TEXT', email: 'EMAIL', phone: 'NUMBER', company: 'TEXT' } as const

export type FixedField = keyof typeof FIXED_TYPES

export const FIXED_FIELDS = Object.keys(FIXED_TYPES) as FixedField[]

export const isFixedField = (id: string | null | undefined): id is FixedField =>
  Object.hasOwn(FIXED_TYPES, id ?? '')

/** The organiser's own questions of a form. */
export const ownQuestions = <Q extends Question>(scheme: readonly Q[]) =>
  scheme.filter(({ id }) => !isFixedField(id))

/** `required` is the text "true"; what can only be read needs no answer. */
export const isRequired = ({ required, type }: Question) => required === 'true' && type !== 'READ_ONLY'
