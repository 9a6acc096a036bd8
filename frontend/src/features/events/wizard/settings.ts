import type { components } from '~/api/schema'
import type { Section } from './steps'

type Details = components['schemas']['EventDetails']

/**
 * Every setting of an event below the step that shows it, with its value in a new event. A text without input is
 * empty, any other field is null.
 */
export const SETTINGS = {
  eventInfo: {
    title: '',
    description: '',
    totalParticipants: null,
    openRegistrationDate: null,
    closeRegistrationDate: null,
    eventStartDate: null,
    endDate: null,
    venueAddress: '',
    logo: null,
    coverImage: null,
    backgroundColor: null,
    hostName: '',
    hostContact: '',
    hideFromSearch: false,
    groupId: null,
    membersOnly: false,
  },
  paymentInfo: {
    turnOffPayment: false,
    accountNumber: '',
    accountHolderName: '',
    bankName: '',
    bankBin: null,
    paymentEmailContent: '',
    paymentDays: null,
    turnOffPaymentReminder: false,
    releaseUnpaid: false,
    offersInvoices: false,
    turnOffCash: false,
    cashHasDeadline: false,
  },
  emailContent: {
    sendEmailAfterRegister: true,
    registerEmailContent: '',
    contactEmail: '',
    hideContactEmail: false,
    attachmentImage: null,
    turnOffVisitorChanges: false,
    visitorChangesUntil: null,
    turnOffDayReminder: false,
    turnOffHoursReminder: false,
  },
  formInfo: {
    confirmByMailMinutes: null,
    registrationsPerAddress: null,
    phoneQuestion: 'REQUIRED',
    companyQuestion: 'REQUIRED',
    embedOrigins: [],
  },
} satisfies Record<Section, { [Name in keyof Details]?: Details[Name] | null }>

const { eventInfo, paymentInfo, emailContent, formInfo } = SETTINGS
const UNSET = { ...eventInfo, ...paymentInfo, ...emailContent, ...formInfo }

export type Settings = {
  [Name in keyof Details]: null extends (typeof UNSET)[Name]
    ? Details[Name] | null
    : NonNullable<Details[Name]>
}

export const NO_SETTINGS: Settings = UNSET

export const settingsOf = (event: Details) =>
  Object.fromEntries(
    Object.entries(NO_SETTINGS).map(([name, unset]) => [name, event[name as keyof Details] ?? unset]),
  ) as Settings
