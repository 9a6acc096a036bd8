import { render, screen, waitFor } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import { http as anything, HttpResponse } from 'msw'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { ApiKeyForm } from '~/features/accounts/ApiKeyForm'
import { DeviceKeys } from '~/features/checkin/settings/DeviceKeys'
import { CommitteeModal } from '~/features/committees/CommitteeModal'
import { PlanSeriesModal } from '~/features/group-events/PlanSeriesModal'
import { groupOf } from '~/features/groups/fixtures'
import { JoinModal } from '~/features/groups/join/JoinModal'
import { AskForGroup } from '~/features/groups/lists/AskForGroup'
import { AddMembersModal } from '~/features/groups/members/AddMembersModal'
import { NewCodesModal } from '~/features/invitation-codes/NewCodesModal'
import { AccountModal } from '~/features/money/AccountModal'
import { HOA } from '~/features/participants/fixtures'
import { ParticipantPayments } from '~/features/participants/payments/ParticipantPayments'
import { PlanModal } from '~/features/plans/PlanModal'
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
const NO_PAPERS = { requireMembershipCertificate: false, requireBusinessLicense: false }

interface CreationForm {
  /** The file in `features`. */
  file: string
  form: ReactNode
  /** Opens the form, or ticks what is no text. */
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
]

const found = (selector: string) =>
  waitFor(() => {
    const node = document.querySelector<HTMLElement>(selector)
    expect(node, selector).not.toBeNull()
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
    anything.get('*/api/*', () => HttpResponse.json(ok([]))),
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

/** Files with a form and a `POST` that are not in the table, and why. */
const ELSEWHERE: Record<string, string> = {
  'accounts/SignUpScreen.tsx': 'SignUpScreen.test.tsx',
  'accounts/SecondFactorSetup.tsx': 'SecondFactor.test.tsx',
  'invitation-codes/OwnCodes.tsx': 'OwnCodes.test.tsx',
  'accounts/ForgotPasswordScreen.tsx': 'makes nothing',
  'accounts/ResetPasswordScreen.tsx': 'makes nothing',
  'accounts/SecondFactorRemoval.tsx': 'makes nothing',
  'groups/ownership/TransferModal.tsx': 'makes nothing',
  'money/Connection.tsx': 'makes nothing',
  'money/Invoices.tsx': 'makes nothing',
  'participants/removal/EraseModal.tsx': 'makes nothing',
  'data-requests/MyAccountData.tsx': 'a screen',
  'groups/settings/NewGroupScreen.tsx': 'a screen',
  'messages/useMessageForm.ts': 'a screen',
  'participants/details/useParticipantForm.ts': 'a screen',
  'plans/AddUsersModal.tsx': 'people who are searched for',
  'points/PointFormModal.tsx': 'people who are searched for',
}

test('every form with a creation is in the table or says why not, and marks the fields of a refusal', () => {
  const forms = Object.entries(SOURCES).filter(
    ([, source]) => /\buseForm[(<]/.test(source) && /\.POST\(/.test(source),
  )
  const files = forms.map(([path]) => path.replace('../features/', ''))
  expect(files.length).toBeGreaterThan(20)
  const listed = new Set([...FORMS.map(({ file }) => file), ...Object.keys(ELSEWHERE)])
  expect(files.filter((file) => !listed.has(file))).toEqual([])
  expect(Object.keys(ELSEWHERE).filter((file) => !files.includes(file))).toEqual([])
  const marks = /\b(showFormError|showCodeError)\(|conflict\.refuse/
  const unmarked = forms.filter(
    ([path, source]) => !marks.test(source) && !path.endsWith('money/Invoices.tsx'),
  )
  expect(unmarked.map(([path]) => path)).toEqual([])
})
