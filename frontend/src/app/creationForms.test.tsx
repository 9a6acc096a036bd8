import { isInaccessible, render, screen, waitFor } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import { http as anything, HttpResponse } from 'msw'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { ApiKeyForm } from '~/features/accounts/ApiKeyForm'
import { DeviceKeys } from '~/features/checkin/settings/DeviceKeys'
import { CommitteeModal } from '~/features/committees/CommitteeModal'
import { MyAccountData } from '~/features/data-requests/MyAccountData'
import { PlanSeriesModal } from '~/features/group-events/PlanSeriesModal'
import { groupOf, MINH } from '~/features/groups/fixtures'
import { JoinModal } from '~/features/groups/join/JoinModal'
import { AskForGroup } from '~/features/groups/lists/AskForGroup'
import { AddMembersModal } from '~/features/groups/members/AddMembersModal'
import { NewCodesModal } from '~/features/invitation-codes/NewCodesModal'
import { AccountModal } from '~/features/money/AccountModal'
import { HOA } from '~/features/participants/fixtures'
import { ParticipantPayments } from '~/features/participants/payments/ParticipantPayments'
import { AddUsersModal } from '~/features/plans/AddUsersModal'
import { GOLD } from '~/features/plans/fixtures'
import { PlanModal } from '~/features/plans/PlanModal'
import { PointFormModal } from '~/features/points/PointFormModal'
import { CommentForm } from '~/features/posts/CommentForm'
import { Composer } from '~/features/posts/Composer'
import { POST } from '~/features/posts/fixtures'
import { ReportModal } from '~/features/posts/ReportModal'
import { GuestModal } from '~/features/roll-call/GuestModal'
import { TicketClassModal } from '~/features/tickets/TicketClassModal'
import { useTicketActions } from '~/features/tickets/useTicketActions'
import { WebhookModal } from '~/features/webhooks/WebhookModal'
import { chooseLanguage } from '~/lib/language'
import { createQueryClient } from '~/lib/queryClient'
import { loggedInAs } from '~/test/renderApp'
import { ok, refused, server } from '~/test/server'
import { Providers } from './Providers'

const ODD = 'This is odd.'
const none = () => undefined
/** The answer to a search for people. */
const PEOPLE = { items: [{ ...MINH, id: MINH.userId }], total: 1, users: [] }
const OPTION = `[role=option][value=${MINH.userId}]`
const NO_PAPERS = { requireMembershipCertificate: false, requireBusinessLicense: false }

interface CreationForm {
  /** The file in `features`. */
  file: string
  form: ReactNode
  /** The answer of the server to every query; by default an empty list. */
  answers?: object
  /** Opens the form, or ticks and chooses what is no text. */
  press?: string[]
  /** The texts that make the form valid, by field; the text of the only field without a name. */
  texts?: Record<string, string> | string
  /** Fields that the server names, with the field of the form where that has another name. */
  faults: Record<string, string | true>
}

function NewTicket() {
  const { save } = useTicketActions('ev1')
  return <TicketClassModal ticket={undefined} others={[]} onClose={none} onSave={save} />
}

const FORMS: CreationForm[] = [
  {
    file: 'committees/CommitteeModal.tsx',
    form: <CommitteeModal onClose={none} />,
    texts: {
      fullName: 'An',
      company: 'Sao Mai',
      email: 'an@congty.vn',
      phone: '0912345678',
      eventLimit: '3',
    },
    faults: { email: true, phone: true, eventLimit: true },
  },
  {
    file: 'groups/lists/AskForGroup.tsx',
    form: <AskForGroup />,
    press: ['button'],
    texts: { name: 'Hội Sen' },
    faults: { name: true, message: true },
  },
  {
    file: 'accounts/ApiKeyForm.tsx',
    form: <ApiKeyForm onMade={none} onCancel={none} />,
    press: ['input[type=checkbox]'],
    texts: { name: 'Cửa hàng', password: 'mat-khau-1' },
    faults: { name: true, rights: true, password: true },
  },
  {
    file: 'invitation-codes/NewCodesModal.tsx',
    form: <NewCodesModal eventId="ev1" onClose={none} onMade={none} />,
    faults: { count: true, maxUses: true, ticketId: true, expiresAt: true },
  },
  {
    file: 'tickets/TicketClassModal.tsx',
    form: <NewTicket />,
    texts: { name: 'Thường', price: '100000' },
    faults: { name: true, price: true, quantity: true, description: true },
  },
  {
    file: 'money/AccountModal.tsx',
    form: (
      <AccountModal
        initial={{ bankName: 'VCB', bankBin: null, accountNumber: '1', holderName: 'AN' }}
        onClose={none}
      />
    ),
    faults: { accountNumber: true, bankName: true, holderName: true },
  },
  {
    file: 'webhooks/WebhookModal.tsx',
    form: <WebhookModal scope={{ eventId: 'ev1' }} onClose={none} onSecret={none} />,
    texts: { url: 'https://sao.vn' },
    faults: { url: true, kinds: true },
  },
  {
    file: 'roll-call/GuestModal.tsx',
    form: <GuestModal at={{ groupId: 'g1', eventId: 'ev1' }} members={[]} onClose={none} />,
    texts: { fullName: 'Lan' },
    faults: { fullName: true, email: true, phone: true },
  },
  {
    file: 'groups/join/JoinModal.tsx',
    form: <JoinModal group={groupOf({}, { validationInfo: NO_PAPERS })} onClose={none} />,
    faults: { businessField: true, position: true },
  },
  {
    file: 'groups/members/AddMembersModal.tsx',
    form: <AddMembersModal group={groupOf({ myRole: 'manager' })} onClose={none} />,
    press: ['input[type=radio][value=email]'],
    texts: { addresses: 'an@congty.vn' },
    faults: { 'people.0.email': 'addresses', role: true },
  },
  {
    file: 'group-events/PlanSeriesModal.tsx',
    form: <PlanSeriesModal groupId="g1" onClose={none} />,
    texts: {
      title: 'Họp',
      firstDay: '05/01/2099',
      startTime: '18:00',
      endTime: '20:00',
      venueAddress: '1 Tràng Tiền',
    },
    faults: { title: true, startTime: true, days: 'firstDay' },
  },
  {
    file: 'plans/PlanModal.tsx',
    form: <PlanModal onClose={none} />,
    texts: {
      baseName: 'Cơ bản',
      price: '100000',
      startDate: '01/01/2099',
      expirationDate: '01/02/2099',
      duration: '12',
      numberOfPackages: '5',
      'eventItem.numberOfEvents': '1',
      'eventItem.attendeesPerEvent': '1',
      'eventItem.price': '0',
      'groupItem.numberOfGroups': '1',
      'groupItem.usersPerGroup': '1',
      'groupItem.price': '0',
    },
    faults: { baseName: true, startDate: true, 'eventItem.price': true, 'groupItem.usersPerGroup': true },
  },
  {
    file: 'participants/payments/ParticipantPayments.tsx',
    form: <ParticipantPayments eventId="ev1" participant={{ ...HOA, amount: 250_000, received: 0 }} />,
    press: ['button'],
    texts: { amount: '250000' },
    faults: { amount: true },
  },
  {
    file: 'checkin/settings/DeviceKeys.tsx',
    form: <DeviceKeys eventId="ev1" />,
    texts: { label: 'Cửa 1' },
    faults: { label: true },
  },
  {
    file: 'posts/ReportModal.tsx',
    form: <ReportModal groupId="g1" postId="p1" onClose={none} />,
    texts: { reason: 'Rác' },
    faults: { reason: true },
  },
  {
    file: 'posts/Composer.tsx',
    form: <Composer groupId="g1" mayWait={false} />,
    texts: 'Chào',
    faults: { text: true },
  },
  { file: 'posts/CommentForm.tsx', form: <CommentForm post={POST} />, texts: 'Chào', faults: { text: true } },
  {
    file: 'data-requests/MyAccountData.tsx',
    form: <MyAccountData />,
    answers: { facts: [], requests: [] },
    texts: { content: 'Tên tôi sai' },
    faults: { content: true },
  },
  {
    file: 'points/PointFormModal.tsx',
    form: <PointFormModal group={groupOf()} onClose={none} />,
    answers: PEOPLE,
    press: ['[data-path=counterpartyId]', OPTION],
    texts: { value: '1000' },
    faults: { sellerId: true, counterpartyId: true, value: true, dealDate: true, note: true },
  },
  {
    file: 'plans/AddUsersModal.tsx',
    form: <AddUsersModal plan={GOLD} onClose={none} />,
    answers: PEOPLE,
    press: ['[data-path=userIds]', OPTION],
    faults: { userIds: true },
  },
]

const found = (selector: string) =>
  waitFor(() => {
    // The options of a closed list are in the document, too.
    const node = [...document.querySelectorAll<HTMLElement>(selector)].find((one) => !isInaccessible(one))
    expect(node, selector).toBeDefined()
    return node as HTMLElement
  })

const fieldOf = (name: string) => found(`[data-path="${name}"]`)

async function type(user: UserEvent, field: HTMLElement, text: string) {
  await user.clear(field)
  await user.type(field, text)
  await user.tab()
}

async function fill(user: UserEvent, { press = [], texts = {} }: CreationForm) {
  for (const selector of press) await user.click(await found(selector))
  if (typeof texts === 'string') return type(user, await found('textarea'), texts)
  for (const [name, text] of Object.entries(texts)) await type(user, await fieldOf(name), text)
}

const CASES = FORMS.flatMap((form) =>
  Object.entries(form.faults).map(([fault, at]) => ({ ...form, fault, at: at === true ? fault : at })),
)

test.each(CASES)('$file: a refusal for $fault marks the field and leads to it', async (row) => {
  server.use(
    anything.get('*/api/*', () => HttpResponse.json(ok(row.answers ?? []))),
    anything.post('*/api/*', () =>
      HttpResponse.json(refused(5002, [ODD], { [row.fault]: [ODD] }), { status: 400 }),
    ),
  )
  loggedInAs()
  await chooseLanguage('en')
  const shown: unknown[] = []
  render(
    <Providers queryClient={createQueryClient((error) => shown.push(error))} env="test">
      {row.form}
    </Providers>,
  )
  const user = userEvent.setup()
  await fill(user, row)
  await user.click(await found('form button[type=submit]'))
  expect(await screen.findByText(ODD)).toBeVisible()
  const field = typeof row.texts === 'string' ? await found('textarea') : await fieldOf(row.at)
  await waitFor(() => expect(field.contains(document.activeElement)).toBe(true))
  expect(shown).toEqual([])
})

const SOURCES = import.meta.glob<string>(['../features/**/*.{ts,tsx}', '!../**/*.test.{ts,tsx}'], {
  query: '?raw',
  import: 'default',
  eager: true,
})

const TESTS = import.meta.glob<string>('../features/**/*.test.tsx', {
  query: '?raw',
  import: 'default',
  eager: true,
})

const NOTHING = 'makes nothing'

/** Files with a form and a `POST` that are not in the table: the test of a refusal of each, or why there is none. */
const ELSEWHERE: Record<string, string> = {
  'accounts/SignUpScreen.tsx': 'accounts/SignUpScreen.test.tsx',
  'accounts/SecondFactorSetup.tsx': 'accounts/SecondFactor.test.tsx',
  'groups/members/BirthModal.tsx': 'groups/members/BirthModal.test.tsx',
  'groups/settings/NewGroupScreen.tsx': 'groups/members/BirthModal.test.tsx',
  'invitation-codes/OwnCodes.tsx': 'participants/details/OwnCodes.test.tsx',
  'messages/useMessageForm.ts': 'messages/MessagesScreen.test.tsx',
  'participants/details/useParticipantForm.ts': 'participants/list/ParticipantsScreen.test.tsx',
  'accounts/LoginScreen.tsx': NOTHING,
  'accounts/LoginCodeScreen.tsx': NOTHING,
  'accounts/ForgotPasswordScreen.tsx': NOTHING,
  'accounts/ResetPasswordScreen.tsx': NOTHING,
  'accounts/SecondFactorRemoval.tsx': NOTHING,
  'groups/ownership/TransferModal.tsx': NOTHING,
  'money/Connection.tsx': NOTHING,
  'money/Invoices.tsx': NOTHING,
  'groups/settings/GroupSettings.tsx': NOTHING,
  'data-requests/DataRequestModal.tsx': NOTHING,
  'group-events/CancelSeriesModal.tsx': NOTHING,
}

const posts = (source: string) => /\.POST\(/.test(source)

/** Functions and hooks with a `POST` that other files use. */
const SENDERS = new Set(
  Object.values(SOURCES).flatMap((source) =>
    source
      .split(/^export /m)
      .filter(posts)
      .flatMap((part) => /^(?:async )?(?:function|const) ([a-z]\w*)/.exec(part)?.[1] ?? []),
  ),
)

const importsSender = (source: string) =>
  [...source.matchAll(/^import \{([^}]*)\}/gm)].some(([, names = '']) =>
    names.split(',').some((name) => SENDERS.has(name.trim())),
  )

test('every form with a creation is in the table or says why not, and marks the fields of a refusal', () => {
  const forms = Object.entries(SOURCES).filter(
    ([, source]) => /\buseForm[(<]/.test(source) && (posts(source) || importsSender(source)),
  )
  const files = forms.map(([path]) => path.replace('../features/', ''))
  expect(files.length).toBeGreaterThan(20)
  const listed = new Set([...FORMS.map(({ file }) => file), ...Object.keys(ELSEWHERE)])
  expect(files.filter((file) => !listed.has(file))).toEqual([])
  expect(Object.keys(ELSEWHERE).filter((file) => !files.includes(file))).toEqual([])
  for (const test of Object.values(ELSEWHERE).filter((why) => why !== NOTHING))
    expect(TESTS[`../features/${test}`], test).toMatch(/\brefused\(\d+, \[[^\]]*\], \{/)
  const marks = /\b(showFormError|showCodeError)\(|conflict\.refuse/
  const unmarked = forms.filter(
    ([path, source]) => !marks.test(source) && !path.endsWith('money/Invoices.tsx'),
  )
  expect(unmarked.map(([path]) => path)).toEqual([])
})
