import type { components } from '~/api/schema'

/** The parts of the API that this page uses, under the names it uses for them. */
type Schemas = components['schemas']

/** All fields are present in answers; only requests may leave out those with a default. */
export type Question = Required<Omit<Schemas['Question'], 'image' | 'sensitive'>> &
  Pick<Schemas['Question'], 'image' | 'sensitive'>
export type PublicEvent = Omit<Schemas['PublicEvent'], 'eventForm'> & { eventForm: { scheme: Question[] } }
/** The part of an event for members of a hidden group that strangers see. */
export type EventHead = Schemas['EventHead']
export type ShownEvent = PublicEvent | EventHead
export type PageBlocks = Schemas['PageBlocks']
export type PublicTicket = Schemas['PublicTicket']
export type AnswerValue = Schemas['AnswerValue']
export type PaymentMethod = Schemas['PaymentMethod']
export type RegisterBody = Schemas['RegisterBody']
export type Registered = Schemas['Confirmation']
export type OwnRegistration = Schemas['OwnRegistration']
export type ChangeOwn = Schemas['ChangeOwn']
export type Buyer = Schemas['Buyer']
export type Invoice = Schemas['Invoice']
export type InvoiceBody = Schemas['InvoiceBody']
export type InvoiceChange = Schemas['InvoiceChange']
export type Bank = Schemas['Bank']
export type OwnRefund = Schemas['OwnRefund']
/** The server knows the bank's code by its name. */
export type RefundAccountBody = Omit<Schemas['OwnRefundChange'], 'bankBin'>
export type DataRequestKind = Schemas['DataRequestKind']
export type OwnDataPage = Schemas['OwnDataPage']
export type OwnFact = Schemas['OwnFact']
export type OwnDataRequest = Schemas['OwnDataRequest']
export type PaymentInfo = Schemas['PaymentInfo']
export type Invitation = Schemas['Invitation']
export type WaitingPlace = Schemas['WaitingPlace']
export type UploadedFile = Schemas['UploadedFile']
export type Refreshed = Schemas['Refreshed']
export type OrganiserPage = Schemas['OrganiserPage']
export type OrganiserEvent = Schemas['OrganiserEvent']
