import { useQuery } from '@tanstack/react-query'
import { useConflict } from '~/components/useConflict'
import { myGroupsQuery } from '~/features/groups/queries'
import { formatDateTime } from '~/lib/dates'
import { t } from '~/lib/language'
import { formatNumber } from '~/lib/numbers'
import { ownQuestions } from '~/lib/questions'
import type { Event } from '../queries'
import { textOf } from '../richText'
import { createDraftStore, type DraftState, type EventFields, INITIAL_DRAFT } from './draftStore'
import { FIXED_QUESTIONS, type Question, questionText } from './questions'
import type { Wizard } from './useWizard'

/** The compared fields of an event: all but the ticket classes, which are saved one by one. */
export function comparedIn({ event, formScheme }: DraftState) {
  const { tickets: _, copiedFrom: __, bankName, bankBin, ...fields } = event
  return { ...fields, bank: { bankName, bankBin }, eventForm: ownQuestions(formScheme) }
}

type Compared = ReturnType<typeof comparedIn>
type ComparedName = keyof Compared

/** The state with some of its fields replaced. */
export function laidOver(state: DraftState, { bank, eventForm, ...fields }: Partial<Compared>): DraftState {
  return {
    ...state,
    event: { ...state.event, ...fields, ...bank },
    formScheme: eventForm ? [...FIXED_QUESTIONS, ...eventForm] : state.formScheme,
  }
}

/** The wizard's state of a stored event, with all sections validated. */
export function stateOf(event: Event) {
  const draft = createDraftStore(INITIAL_DRAFT)
  draft.load(event)
  return draft.get()
}

const valuesOf = (event: Event) => comparedIn(stateOf(event))

const NAMES = Object.keys(comparedIn(INITIAL_DRAFT)) as ComparedName[]

/** Settings that are stored as "off" or "hidden", and named in the texts as "on" or "shown". */
const INVERTED: readonly ComparedName[] = [
  'turnOffPayment',
  'turnOffPaymentReminder',
  'turnOffCash',
  'turnOffVisitorChanges',
  'turnOffDayReminder',
  'turnOffHoursReminder',
  'hideContactEmail',
]

const picture = () => t('common.conflict.picture')
const asked = (value: EventFields['phoneQuestion']) => t(`events.form.asked.${value}`)

/** Values that are said in other words than as they are. */
const SAID: { [Name in ComparedName]?: (value: NonNullable<Compared[Name]>) => string } = {
  description: textOf,
  paymentEmailContent: textOf,
  registerEmailContent: textOf,
  openRegistrationDate: formatDateTime,
  closeRegistrationDate: formatDateTime,
  eventStartDate: formatDateTime,
  endDate: formatDateTime,
  visitorChangesUntil: formatDateTime,
  totalParticipants: formatNumber,
  logo: picture,
  coverImage: picture,
  attachmentImage: picture,
  phoneQuestion: asked,
  companyQuestion: asked,
  embedOrigins: (sites) => sites.join(', '),
  bank: ({ bankName }) => bankName,
  eventForm: (questions) => questions.map(inWords).join('; '),
}

const inWords = (question: Question) =>
  [questionText(question), question.choices.length > 0 && `(${question.choices.join(', ')})`]
    .filter(Boolean)
    .join(' ')

/** Returns how to write a value; undefined for texts and switches. */
function sayingOf(name: ComparedName) {
  if (INVERTED.includes(name))
    return (isOff: unknown) => t(isOff === true ? 'common.conflict.off' : 'common.conflict.on')
  return SAID[name] as ((value: unknown) => string) | undefined
}

/** The name of a field as the event's log says it, at the beginning of a line. */
function labelOf(name: ComparedName) {
  const label = t(`events.log.eventField.${name === 'bank' ? 'bankName' : name}`)
  return label.charAt(0).toUpperCase() + label.slice(1)
}

/** Resolves a conflict with another person's change of the event: see `useConflict`. */
export function useEventConflict({ draft, saved, refuse }: Wizard, loaded: Event) {
  // Only names, and the step that shows the group asks for them.
  const { data: groups = [] } = useQuery({ ...myGroupsQuery, enabled: false })
  const groupName = (value: string) => groups.find(({ id }) => id === value)?.name ?? t('events.group.former')
  return useConflict<Event, Compared>({
    form: {
      getValues: () => comparedIn(draft.get()),
      setFieldValue: (path: string, value: unknown) =>
        draft.put(laidOver(draft.get(), { [path]: value } as Partial<Compared>)),
      resetDirty: (values: Compared) => {
        saved.current = laidOver(saved.current, values)
      },
      showError: refuse,
    },
    stored: loaded,
    valuesOf,
    fields: NAMES.map((name) => ({
      path: name,
      label: labelOf(name),
      say: name === 'groupId' ? groupName : sayingOf(name),
    })),
  })
}
