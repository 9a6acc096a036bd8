// Written by scripts/generate-bounds.mjs from openapi.json: run `make gen`.

export const AnsweredQuestion = {
  question: { maxLength: 200 },
  answer: { maxLength: 2000 },
} as const

export const BankAccountBody = {
  bankName: { minLength: 1, maxLength: 100 },
  accountNumber: { minLength: 1, maxLength: 19 },
  holderName: { minLength: 1, maxLength: 100 },
} as const

export const CancelEvent = {
  reason: { maxLength: 500 },
} as const

export const CancelSeries = {
  reason: { maxLength: 500 },
} as const

export const CashReceived = {
  amount: { minimum: 1, maximum: 9_999_999_999_999 },
} as const

export const ChangeNotificationPreferences = {
  items: { maxItems: 100 },
  groups: { maxItems: 100 },
} as const

export const ChangeOwn = {
  fullName: { minLength: 1, maxLength: 999 },
  phone: { maxLength: 99 },
  company: { maxLength: 999 },
} as const

export const ChangeParticipant = {
  fullName: { minLength: 1, maxLength: 999 },
  email: { maxLength: 999 },
  phone: { maxLength: 99 },
  company: { maxLength: 999 },
} as const

export const ChangePassword = {
  newPassword: { minLength: 8, maxLength: 128 },
} as const

export const ChangeWelcomeScreen = {
  waitingTime: { minimum: 1, maximum: 60 },
} as const

export const CheckIn = {
  code: { minLength: 1, maxLength: 200 },
  nonce: { maxLength: 100 },
  deviceId: { maxLength: 100 },
} as const

export const CodeChange = {
  maxUses: { minimum: -1, maximum: 1_000_000 },
} as const

export const CommentChange = {
  text: { minLength: 1, maxLength: 2000 },
} as const

export const ConnectionBody = {
  key: { minLength: 1, maxLength: 500 },
} as const

export const CreateAccount = {
  fullName: { minLength: 1, maxLength: 999 },
  phone: { minLength: 1, maxLength: 99 },
  country: { maxLength: 999 },
  email: { maxLength: 999 },
  company: { minLength: 1, maxLength: 999 },
  eventLimit: { minimum: -1 },
} as const

export const DataRequestAnswer = {
  text: { minLength: 1, maxLength: 1000 },
} as const

export const DataRequestEnd = {
  reason: { maxLength: 1000 },
} as const

export const Decision = {
  reason: { maxLength: 500 },
} as const

export const DeleteGroup = {
  confirmName: { minLength: 1, maxLength: 255 },
} as const

export const DraftBody = {
  title: { maxLength: 255 },
} as const

export const DrawBody = {
  word: { maxLength: 100 },
} as const

export const EmailContent = {
  venueAddress: { maxLength: 100 },
  contactEmail: { maxLength: 254 },
} as const

export const EmailContentChange = {
  venueAddress: { maxLength: 100 },
  contactEmail: { maxLength: 254 },
} as const

export const EmailInvitation = {
  email: { maxLength: 999 },
  fullName: { maxLength: 255 },
} as const

export const EmailOnly = {
  email: { maxLength: 999 },
} as const

export const EndedPushSubscription = {
  endpoint: { maxLength: 2048 },
} as const

export const EraseParticipant = {
  fullName: { minLength: 1, maxLength: 999 },
} as const

export const EventInfo = {
  title: { maxLength: 255 },
  totalParticipants: { maximum: 1_000_000 },
  hostName: { maxLength: 100 },
  hostContact: { maxLength: 100 },
} as const

export const EventInfoChange = {
  title: { maxLength: 255 },
  totalParticipants: { maximum: 1_000_000 },
  hostName: { maxLength: 100 },
  hostContact: { maxLength: 100 },
} as const

export const EventItem = {
  numberOfEvents: { minimum: -1, maximum: 1_000_000 },
  attendeesPerEvent: { minimum: -1, maximum: 1_000_000 },
  price: { minimum: 0, maximum: 9_999_999_999_999 },
} as const

export const EventItemChange = {
  numberOfEvents: { minimum: -1, maximum: 1_000_000 },
  attendeesPerEvent: { minimum: -1, maximum: 1_000_000 },
  price: { minimum: 0, maximum: 9_999_999_999_999 },
} as const

export const FindTicket = {
  email: { maxLength: 999 },
} as const

export const FormInfo = {
  registrationsPerAddress: { minimum: 1, maximum: 1000 },
  confirmByMailMinutes: { minimum: 5, maximum: 1440 },
} as const

export const FormInfoChange = {
  registrationsPerAddress: { minimum: 1, maximum: 1000 },
  confirmByMailMinutes: { minimum: 5, maximum: 1440 },
} as const

export const GroupItem = {
  numberOfGroups: { minimum: -1, maximum: 1_000_000 },
  usersPerGroup: { minimum: -1, maximum: 1_000_000 },
  price: { minimum: 0, maximum: 9_999_999_999_999 },
} as const

export const GroupItemChange = {
  numberOfGroups: { minimum: -1, maximum: 1_000_000 },
  usersPerGroup: { minimum: -1, maximum: 1_000_000 },
  price: { minimum: 0, maximum: 9_999_999_999_999 },
} as const

export const GroupSettingsChange = {
  name: { maxLength: 255 },
  description: { maxLength: 20_000 },
  firstN: { minimum: 1, maximum: 100 },
} as const

export const InvoiceBody = {
  name: { minLength: 1, maxLength: 400 },
  address: { maxLength: 400 },
  email: { maxLength: 999 },
} as const

export const InvoiceDecision = {
  number: { maxLength: 50 },
} as const

export const Login = {
  email: { minLength: 1, maxLength: 999 },
} as const

export const LoginCode = {
  code: { minLength: 1, maxLength: 40 },
} as const

export const MakeApiKey = {
  name: { minLength: 1, maxLength: 100 },
} as const

export const MakeCheckinKey = {
  label: { minLength: 1, maxLength: 100 },
} as const

export const MeetingPlace = {
  venueAddress: { minLength: 1, maxLength: 100 },
} as const

export const MemberChange = {
  businessField: { maxLength: 255 },
  position: { maxLength: 255 },
} as const

export const MessageChange = {
  subject: { minLength: 1, maxLength: 255 },
} as const

export const NewCodes = {
  count: { minimum: 1, maximum: 500 },
  maxUses: { minimum: -1, maximum: 1_000_000 },
} as const

export const NewComment = {
  text: { minLength: 1, maxLength: 2000 },
} as const

export const NewDataRequest = {
  content: { maxLength: 1000 },
} as const

export const NewJoinRequest = {
  message: { maxLength: 500 },
  businessField: { maxLength: 255 },
  position: { maxLength: 255 },
} as const

export const NewMessage = {
  subject: { minLength: 1, maxLength: 255 },
} as const

export const NewParticipant = {
  fullName: { minLength: 1, maxLength: 999 },
  email: { maxLength: 999 },
  phone: { maxLength: 99 },
  company: { maxLength: 999 },
  invitationCode: { maxLength: 255 },
} as const

export const NewPayment = {
  amount: { minimum: 1, maximum: 9_999_999_999_999 },
} as const

export const NewPerson = {
  fullName: { minLength: 1, maxLength: 999 },
  phone: { maxLength: 99 },
  email: { maxLength: 999 },
  company: { maxLength: 999 },
} as const

export const NewPoint = {
  buyerName: { maxLength: 255 },
  value: { minimum: 1, maximum: 9_999_999_999_999 },
  note: { maxLength: 1000 },
} as const

export const NewPost = {
  text: { maxLength: 10_000 },
} as const

export const NewReport = {
  reason: { minLength: 1, maxLength: 500 },
} as const

export const NewSeries = {
  title: { minLength: 1, maxLength: 255 },
} as const

export const NewTicket = {
  name: { minLength: 1, maxLength: 255 },
  description: { maxLength: 2000 },
  price: { minimum: 0, maximum: 9_999_999_999_999 },
} as const

export const OwnCode = {
  code: { minLength: 1, maxLength: 40 },
} as const

export const PageSettingsChange = {
  slug: { maxLength: 40 },
  name: { maxLength: 100 },
} as const

export const ParticipantDetails = {
  country: { maxLength: 255 },
  role: { maxLength: 255 },
  note: { maxLength: 2000 },
  invitedBy: { maxLength: 255 },
  identificationNumber: { maxLength: 255 },
  taxNumber: { maxLength: 255 },
} as const

export const ParticipantDetailsChange = {
  country: { maxLength: 255 },
  role: { maxLength: 255 },
  note: { maxLength: 2000 },
  invitedBy: { maxLength: 255 },
  identificationNumber: { maxLength: 255 },
  taxNumber: { maxLength: 255 },
} as const

export const PaymentSettings = {
  accountNumber: { maxLength: 19 },
  accountHolderName: { maxLength: 100 },
  bankName: { maxLength: 100 },
  paymentDays: { minimum: 1, maximum: 60 },
} as const

export const PaymentSettingsChange = {
  accountNumber: { maxLength: 19 },
  accountHolderName: { maxLength: 100 },
  bankName: { maxLength: 100 },
  paymentDays: { minimum: 1, maximum: 60 },
} as const

export const PersonalPlanChange = {
  eventLimit: { minimum: -1, maximum: 1_000_000 },
  maxAttendeesPerEvent: { minimum: -1, maximum: 1_000_000 },
  groupLimit: { minimum: -1, maximum: 1_000_000 },
  maxMembersPerGroup: { minimum: -1, maximum: 1_000_000 },
} as const

export const PersonalPlanTerms = {
  eventLimit: { minimum: -1, maximum: 1_000_000 },
  maxAttendeesPerEvent: { minimum: -1, maximum: 1_000_000 },
  groupLimit: { minimum: -1, maximum: 1_000_000 },
  maxMembersPerGroup: { minimum: -1, maximum: 1_000_000 },
} as const

export const PlanOffer = {
  baseName: { maxLength: 255 },
  price: { minimum: 0, maximum: 9_999_999_999_999 },
  duration: { minimum: 1, maximum: 120 },
  numberOfPackages: { minimum: -1, maximum: 1_000_000 },
} as const

export const PlanOfferChange = {
  baseName: { maxLength: 255 },
  price: { minimum: 0, maximum: 9_999_999_999_999 },
  duration: { minimum: 1, maximum: 120 },
  numberOfPackages: { minimum: -1, maximum: 1_000_000 },
} as const

export const PointReason = {
  reason: { minLength: 1, maxLength: 500 },
} as const

export const PostChange = {
  text: { maxLength: 10_000 },
} as const

export const PostDecision = {
  reason: { maxLength: 500 },
} as const

export const PracticeScan = {
  code: { minLength: 1, maxLength: 200 },
} as const

export const PrizeBody = {
  name: { minLength: 1, maxLength: 200 },
  quantity: { minimum: 1, maximum: 10_000 },
} as const

export const ProgrammeItem = {
  day: { minimum: 1, maximum: 31 },
  title: { maxLength: 120 },
  note: { maxLength: 500 },
} as const

export const PushSubscription = {
  endpoint: { maxLength: 2048 },
} as const

export const PushSubscriptionKeys = {
  p256dh: { maxLength: 87 },
  auth: { maxLength: 22 },
} as const

export const Question = {
  id: { maxLength: 64 },
  question: { maxLength: 1000 },
} as const

export const RefundDecision = {
  reason: { maxLength: 500 },
} as const

export const Register = {
  fullName: { minLength: 1, maxLength: 999 },
  email: { maxLength: 999 },
  phone: { minLength: 1, maxLength: 99 },
  company: { minLength: 1, maxLength: 999 },
  password: { minLength: 8, maxLength: 128 },
} as const

export const RegisterBody = {
  fullName: { minLength: 1, maxLength: 999 },
  email: { maxLength: 999 },
  phone: { maxLength: 99 },
  company: { maxLength: 999 },
} as const

export const RemoveSecondFactor = {
  code: { minLength: 1, maxLength: 40 },
} as const

export const ResetPassword = {
  password: { minLength: 8, maxLength: 128 },
} as const

export const RetentionBody = {
  documentsReason: { minLength: 1, maxLength: 500 },
} as const

export const RevealAnswer = {
  questionId: { minLength: 1, maxLength: 64 },
} as const

export const ReviewBody = {
  reason: { maxLength: 500 },
} as const

export const Speaker = {
  name: { maxLength: 100 },
  role: { maxLength: 120 },
  bio: { maxLength: 600 },
} as const

export const Sponsor = {
  name: { maxLength: 100 },
  website: { maxLength: 500 },
} as const

export const SurplusDecision = {
  amount: { minimum: 1 },
  note: { maxLength: 500 },
} as const

export const TicketChange = {
  name: { minLength: 1, maxLength: 255 },
  description: { maxLength: 2000 },
  price: { minimum: 0, maximum: 9_999_999_999_999 },
  sortOrder: { minimum: 0, maximum: 10_000 },
} as const

export const UpdateAccount = {
  fullName: { minLength: 1, maxLength: 999 },
  phone: { minLength: 1, maxLength: 99 },
  country: { maxLength: 999 },
  email: { maxLength: 999 },
  company: { minLength: 1, maxLength: 999 },
  eventLimit: { minimum: -1 },
  dailyMails: { minimum: 0, maximum: 1_000_000 },
} as const

export const UpdateProfile = {
  fullName: { minLength: 1, maxLength: 999 },
  phone: { minLength: 1, maxLength: 99 },
  country: { maxLength: 999 },
  company: { minLength: 1, maxLength: 999 },
  identificationNumber: { maxLength: 255 },
  taxNumber: { maxLength: 255 },
  businessField: { maxLength: 255 },
  position: { maxLength: 255 },
} as const

export const V1NewParticipant = {
  fullName: { minLength: 1, maxLength: 999 },
  email: { maxLength: 999 },
  phone: { maxLength: 99 },
  company: { maxLength: 999 },
} as const

export const V1Scan = {
  code: { minLength: 1, maxLength: 200 },
  nonce: { maxLength: 100 },
  device: { maxLength: 100 },
} as const

export const WebhookBody = {
  url: { minLength: 1, maxLength: 2048 },
} as const

export const WebhookChange = {
  url: { minLength: 1, maxLength: 2048 },
} as const
