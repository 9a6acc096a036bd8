import { useTranslation } from 'react-i18next'
import { t } from '~/lib/language'

/** The variables of mails about a registration. */
const VARIABLES = [
  'fullName',
  'eventTitle',
  'eventStartDate',
  'venueAddress',
  'ticketName',
  'ticketCode',
  'ownLink',
  'amount',
  'paymentReference',
  'accountNumber',
  'accountHolderName',
  'bankName',
] as const

export type Variable = (typeof VARIABLES)[number]

/** The variables with their names, for the editor's menu. */
export function useVariables() {
  const { t } = useTranslation()
  return VARIABLES.map((name) => ({ name, label: t(`events.variable.${name}`) }))
}

/** A subject where no single guest is meant: with the event's title, if it is known, and the names of other variables. */
export const readable = (subject: string, title?: string) =>
  subject.replace(/\{\{\s*(\w+)\s*\}\}/g, (typed, name: string) => {
    if (name === 'eventTitle' && title) return title
    const known = VARIABLES.find((variable) => variable === name)
    return known ? `[${t(`events.variable.${known}`)}]` : typed
  })

/** The error of a text with `{{…}}` that no mail fills in. */
export const variableFault = (text: string) =>
  readable(text).includes('{{') ? t('events.editor.unknownVariable') : null

/** The inverse of `readable` without a title: the names of variables become variables again. */
export const asStored = (subject: string) =>
  subject.replace(/\[([^[\]]+)\]/g, (typed, label: string) => {
    const named = VARIABLES.find((name) => label === t(`events.variable.${name}`))
    return named ? `{{${named}}}` : typed
  })
