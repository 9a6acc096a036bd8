import { expect, test } from 'vitest'

const SOURCES = import.meta.glob<string>(
  ['../{app,components,features}/**/*.{ts,tsx}', '!../**/*.test.{ts,tsx}'],
  { query: '?raw', import: 'default', eager: true },
)

/** Forms whose content is not to be kept. */
const NOT_KEPT = {
  'features/accounts/LoginScreen.tsx': 'before the login',
  'features/accounts/SignUpScreen.tsx': 'before the login',
  'features/accounts/ForgotPasswordScreen.tsx': 'before the login',
  'features/accounts/LoginCodeScreen.tsx': 'before the login',
  'features/accounts/VerifyEmailScreen.tsx': 'before the login',
  'features/accounts/ResetPasswordScreen.tsx': 'passwords',
  'features/accounts/ChangePasswordForm.tsx': 'passwords',
  'features/accounts/SecondFactorRemoval.tsx': 'passwords',
  'features/accounts/SecondFactorSetup.tsx': 'passwords',
  'features/accounts/PasswordForm.tsx': 'passwords',
  'features/money/Connection.tsx': 'the key of a service',
  'features/groups/ownership/DeleteGroupModal.tsx': 'typed to confirm',
  'components/TypedNameModal.tsx': 'typed to confirm',
  'features/participants/bulk/BulkDialog.tsx': 'typed to confirm',
  'features/groups/ownership/TransferModal.tsx': 'a person whose name only a search gives',
  'features/plans/AddUsersModal.tsx': 'accounts whose names only a search gives',
  'components/SearchField.tsx': 'search',
  'app/CommandBar.tsx': 'search',
  'features/checkin/GuestSearch.tsx': 'search',
  'features/roll-call/RollCallScreen.tsx': 'search',
  'features/checkin/CodeField.tsx': 'sent at once',
  'features/lucky-draw/DrawControls.tsx': 'said and sent before a hall',
  'features/checkin/DeviceNameForm.tsx': 'of the device, which has no account',
  'features/events/wizard/FormPreview.tsx': 'a preview',
}

const WIZARD = ['features/events/wizard/EditEventScreen.tsx', 'features/events/wizard/NewEventScreen.tsx']
const BLOCKS = ['features/events/blocks/useBlocksEditor.ts']

/** Fields in the forms of other files, and the files that keep these. */
const KEPT_BY: Record<string, string[]> = {
  'features/events/wizard/ChoicesEditor.tsx': WIZARD,
  'features/events/wizard/EmailStep.tsx': WIZARD,
  'features/events/wizard/Embedding.tsx': WIZARD,
  'features/events/wizard/EventInfoStep.tsx': WIZARD,
  'features/events/wizard/HostField.tsx': WIZARD,
  'features/events/wizard/PaymentStep.tsx': WIZARD,
  'features/events/wizard/QuestionEditor.tsx': WIZARD,
  'features/events/blocks/ProgrammeEditor.tsx': BLOCKS,
  'features/events/blocks/QuestionsEditor.tsx': BLOCKS,
  'features/events/blocks/SpeakersEditor.tsx': BLOCKS,
  'features/events/blocks/SponsorsEditor.tsx': BLOCKS,
  'features/groups/members/AddressesField.tsx': [
    'features/groups/members/AddMembersModal.tsx',
    'features/groups/members/BirthModal.tsx',
  ],
  'features/messages/SubjectField.tsx': ['features/messages/useMessageForm.ts'],
  'features/lucky-draw/PasteForm.tsx': ['features/lucky-draw/ChooseScreen.tsx'],
  'features/posts/PostFields.tsx': ['features/posts/Composer.tsx', 'features/posts/EditPostModal.tsx'],
  // They are fields themselves.
  'components/DateTimeField.tsx': [],
  'components/MoneyField.tsx': [],
}

/**
 * Dialogs that a button opens for one of many things, and do not open again by themselves: a line of the page says that
 * text waits (`useWaitingText`).
 */
const OF_ONE_AMONG_MANY: Record<string, string> = {
  'components/ReasonModal.tsx': 'a thing that is refused or reported',
  'features/data-requests/DataRequestModal.tsx': 'a request',
  'features/events/CancelModal.tsx': 'an event',
  'features/group-events/CancelSeriesModal.tsx': 'a series',
  'features/group-events/ChangeSeriesModal.tsx': 'a series',
  'features/groups/members/MemberModal.tsx': 'a member',
  'features/invitation-codes/CodeModal.tsx': 'a code',
  'features/invoices/InvoiceModal.tsx': 'an invoice',
  'features/money/Invoices.tsx': 'an invoice',
  'features/money/RefundModals.tsx': 'a refund',
  'features/participants/payments/surplus.tsx': 'a transfer',
  'features/plans/UsageModal.tsx': 'an account',
  'features/posts/EditPostModal.tsx': 'a post',
  'features/roll-call/SubstituteModal.tsx': 'a member',
}

const KEEPS = /\b(useKept(Form|Text)?|useKeeping)\b[(<]/
const count = (source: string, what: RegExp) => source.match(what)?.length ?? 0
/** A file with several forms keeps each of them. */
const isKept = (source: string) =>
  KEEPS.test(source) && count(source, /\buseKeptForm\(/g) >= count(source, /\buseForm[(<]/g)
const isForm = (source: string) => /\buseForm[(<]/.test(source)
const hasText = (source: string) => /<(TextInput|Textarea|RichTextEditor)\b/.test(source)
/** Fields of a Mantine form, which is kept where it is made. */
const isTied = (source: string) => /\bgetInputProps\(/.test(source)

const FILES = Object.entries(SOURCES).map(([path, source]) => ({ path: path.replace('../', ''), source }))
const forms = FILES.filter(({ source }) => isForm(source) || (hasText(source) && !isTied(source)))

test('text typed into a form is kept until it is sent or given up', () => {
  expect(forms.length).toBeGreaterThan(50)
  const lost = forms.filter(
    ({ path, source }) => !isKept(source) && !(path in NOT_KEPT) && !(path in KEPT_BY),
  )
  expect(
    lost.map(({ path }) => path),
    'useKeptForm of ~/components/useKept keeps it',
  ).toEqual([])
})

const DIALOG = /<(FormModal|Modal|Drawer)\b/
/** The beginnings of the names of kept texts that are written out where this pattern finds them. */
const namesIn = (source: string, what: RegExp) =>
  [...source.matchAll(what)].map(([, name = '']) => name.trim())

/** Whether a file that shows the dialog opens it again for its kept text. */
function isReopened(path: string, source: string) {
  const [dialog = ''] = (path.split('/').at(-1) ?? '').split('.')
  const kept = namesIn(source, /\buseKept(?:Form|Text)\(\w+, [`']([^`'$]*)/g)
  return FILES.filter((file) => file.path === path || file.source.includes(`<${dialog}`)).some(
    (opener) =>
      opener.source.includes('isTypedHere(') &&
      kept.every((name) => namesIn(opener.source, /\bisTypedHere\([`']([^`'$]*)/g).includes(name)),
  )
}

test('a dialog whose text is kept opens again with its page, unless it is about one of many things', () => {
  const dialogs = FILES.filter(({ source }) => KEEPS.test(source) && DIALOG.test(source))
  expect(dialogs.length).toBeGreaterThan(25)
  const closed = dialogs.filter(({ path, source }) => !isReopened(path, source)).map(({ path }) => path)
  expect(closed.toSorted(), 'isTypedHere of ~/lib/typed').toEqual(Object.keys(OF_ONE_AMONG_MANY).toSorted())
})

test('every exception is of a form that there is, and needed', () => {
  const needed = forms.filter(({ source }) => !isKept(source)).map(({ path }) => path)
  expect(needed).toEqual(expect.arrayContaining([...Object.keys(NOT_KEPT), ...Object.keys(KEPT_BY)]))
  for (const file of Object.values(KEPT_BY).flat()) expect(SOURCES[`../${file}`], file).toMatch(KEEPS)
})

test('a form that keeps nothing is found', () => {
  expect(isForm("const form = useForm({ mode: 'uncontrolled' })")).toBe(true)
  expect(hasText('<Textarea label="Why" />')).toBe(true)
  expect(isKept('const form = useForm({})')).toBe(false)
  expect(isKept('useForm({}); useKeptForm(form); useForm({})')).toBe(false)
})
