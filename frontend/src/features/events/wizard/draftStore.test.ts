import { describe, expect, test } from 'vitest'
import { removeAllDrafts } from '~/lib/accountDrafts'
import { contrast, textOn } from '~/lib/contrast'
import { loggedInAs } from '~/test/renderApp'
import { EVENT } from '../fixtures'
import { createDraftStore, INITIAL_DRAFT } from './draftStore'
import { changeOf, creationOf } from './eventBody'
import { blankDraft, readLocalDraft, saveLocalDraft } from './localDraft'
import { newQuestion } from './questions'
import { withSampleValues } from './sampleMail'
import { errorsOf, sectionOf } from './sections'

const loaded = () => {
  const draft = createDraftStore(INITIAL_DRAFT)
  draft.load(EVENT)
  return draft
}

test('a new draft has the defaults', () => {
  expect(createDraftStore(INITIAL_DRAFT).get()).toMatchObject({
    isEventInfoValid: false,
    isFormInfoValid: true,
    isEmailContentValid: false,
    isPaymentInfoValid: false,
    eventStatus: null,
  })
  expect(INITIAL_DRAFT.formScheme.map(({ id, type, required }) => [id, type, required])).toEqual([
    ['fullName', 'TEXT', 'true'],
    ['email', 'EMAIL', 'true'],
    ['phone', 'NUMBER', 'true'],
    ['company', 'TEXT', 'true'],
  ])
})

test('loading an event judges every section, and puts its own questions after the four fixed ones', () => {
  const state = loaded().get()
  expect(state).toMatchObject({
    isEventInfoValid: true,
    isFormInfoValid: true,
    isEmailContentValid: true,
    isPaymentInfoValid: true,
    eventStatus: 'open',
  })
  expect(state.formScheme.map(({ id }) => id)).toEqual(['fullName', 'email', 'phone', 'company', 'q1'])
})

test('a section is judged by nothing but itself', () => {
  const draft = loaded()
  draft.change({ title: ' ' }, 'eventInfo')
  expect(draft.get()).toMatchObject({
    isEventInfoValid: false,
    isFormInfoValid: true,
    isPaymentInfoValid: true,
    isEmailContentValid: true,
  })
})

describe('missing and invalid fields of a section', () => {
  const errors = (section: Parameters<typeof errorsOf>[0], fields: Partial<typeof INITIAL_DRAFT.event>) => {
    const state = loaded().get()
    return Object.keys(errorsOf(section, { ...state, event: { ...state.event, ...fields } }))
  }

  test.each([
    [{ title: '' }, ['title']],
    [{ title: 'x'.repeat(255) }, []],
    [{ title: 'x'.repeat(256) }, ['title']],
    [{ description: '<p> </p>' }, ['description']],
    [{ totalParticipants: null }, ['totalParticipants']],
    [{ totalParticipants: 0 }, ['totalParticipants']],
    [{ totalParticipants: 1 }, []],
    [{ openRegistrationDate: null }, ['openRegistrationDate']],
    [{ closeRegistrationDate: null }, ['closeRegistrationDate']],
    [{ closeRegistrationDate: EVENT.openRegistrationDate }, ['closeRegistrationDate']],
    [{ eventStartDate: null }, ['eventStartDate']],
    [{ endDate: EVENT.eventStartDate }, ['endDate']],
    [{ endDate: '2026-03-10T11:01:00Z' }, []],
    [{ venueAddress: 'x'.repeat(100) }, []],
    [{ venueAddress: 'x'.repeat(101) }, ['venueAddress']],
    [{ hostName: 'x'.repeat(100), hostContact: '' }, []],
    [{ hostName: 'x'.repeat(101) }, ['hostName']],
    [{ hostContact: 'x'.repeat(101) }, ['hostContact']],
    [{ logo: null }, ['logo']],
  ])('event information with %j', (fields, wrong) => expect(errors('eventInfo', fields)).toEqual(wrong))

  test.each([
    [{ accountNumber: '1'.repeat(19) }, []],
    [{ accountNumber: '1'.repeat(20) }, ['accountNumber']],
    [{ accountNumber: '0123 4567 8901 2345 678' }, []],
    [{ accountNumber: '01-23' }, ['accountNumber']],
    [{ accountHolderName: 'x'.repeat(101) }, ['accountHolderName']],
    [{ bankName: '' }, ['bankName']],
    [{ bankName: 'x'.repeat(101) }, ['bankName']],
    [{ paymentEmailContent: '' }, ['paymentEmailContent']],
    [{ paymentDays: 1 }, []],
    [{ paymentDays: 60 }, []],
    [{ paymentDays: 61 }, ['paymentDays']],
    [{ paymentDays: 0 }, ['paymentDays']],
    [{ turnOffPayment: true, bankName: '', paymentEmailContent: '' }, []],
  ])('payment information with %j', (fields, wrong) => expect(errors('paymentInfo', fields)).toEqual(wrong))

  test.each([
    [{ registerEmailContent: '' }, ['registerEmailContent']],
    [{ registerEmailContent: '', sendEmailAfterRegister: false }, []],
  ])('e-mail content with %j', (fields, wrong) => expect(errors('emailContent', fields)).toEqual(wrong))

  test.each([
    [4, ['confirmByMailMinutes']],
    [5, []],
    [1440, []],
    [1441, ['confirmByMailMinutes']],
    [null, []],
  ])('%j minutes to confirm', (confirmByMailMinutes, wrong) =>
    expect(errors('formInfo', { confirmByMailMinutes })).toEqual(wrong),
  )

  test.each([
    [0, ['registrationsPerAddress']],
    [1, []],
    [1000, []],
    [1001, ['registrationsPerAddress']],
    [null, []],
  ])('%j registrations from one network', (registrationsPerAddress, wrong) =>
    expect(errors('formInfo', { registrationsPerAddress })).toEqual(wrong),
  )

  test.each([
    [[], []],
    [['https://congty.vn', ''], []],
    [['congty.vn/su-kien?a=1#b', 'http://localhost:3000'], []],
    [['https://hộinghị.vn'], []],
    [['http://congty.vn'], ['embedOrigins']],
    [['https://*.congty.vn'], ['embedOrigins']],
    [['https://203.0.113.5'], ['embedOrigins']],
    [['trang của tôi'], ['embedOrigins']],
    [['javascript:alert(1)'], ['embedOrigins']],
    [[1, 2, 3, 4, 5].map((at) => `https://a${at}.vn`), []],
    [[1, 2, 3, 4, 5, 6].map((at) => `https://a${at}.vn`), ['embedOrigins']],
  ])('%j may show the form', (embedOrigins, wrong) =>
    expect(errors('formInfo', { embedOrigins })).toEqual(wrong),
  )

  test.each([
    ['TEXT', [], []],
    ['ONE_CHOICE', [], ['eventForm.scheme.0.choices']],
    ['MULTIPLE_CHOICE', [' ', ''], ['eventForm.scheme.0.choices']],
    ['ONE_CHOICE', ['A', ' A '], ['eventForm.scheme.0.choices']],
    ['ONE_CHOICE', ['A', '', 'B'], []],
  ] as const)('a question of type %s with the choices %j', (type, choices, wrong) => {
    const own = { ...newQuestion(), question: 'Màu gì?', type, choices: [...choices] }
    const formScheme = [...INITIAL_DRAFT.formScheme, own]
    expect(Object.keys(errorsOf('formInfo', { ...loaded().get(), formScheme }))).toEqual(wrong)
  })
})

test.each([
  ['title', 'eventInfo'],
  ['venueAddress', 'eventInfo'],
  ['hostContact', 'eventInfo'],
  ['endDate', 'eventInfo'],
  ['eventForm.scheme.2.choices', 'formInfo'],
  ['confirmByMailMinutes', 'formInfo'],
  ['registrationsPerAddress', 'formInfo'],
  ['embedOrigins', 'formInfo'],
  ['tickets.0.name', 'paymentInfo'],
  ['accountNumber', 'paymentInfo'],
  ['attachmentImage', 'emailContent'],
  ['visitorChangesUntil', 'emailContent'],
  ['nothing.of.ours', undefined],
])('the server means %s, which stands on %s', (field, section) => expect(sectionOf(field)).toBe(section))

test('only changed fields are sent', () => {
  const draft = loaded()
  const saved = draft.get()
  expect(changeOf(draft.get(), saved)).toEqual({})
  draft.change({ accountNumber: '0123 456 789' }, 'paymentInfo')
  expect(changeOf(draft.get(), saved)).toEqual({})
  draft.change({ coverImage: '/api/upload/1', accountHolderName: '' }, 'eventInfo')
  expect(changeOf(draft.get(), saved)).toEqual({ coverImage: '/api/upload/1', accountHolderName: null })
  draft.changeScheme([])
  expect(changeOf(draft.get(), saved)).toMatchObject({ eventForm: { scheme: [] } })
})

test('a new event is sent with its own questions only, blank choices left out', () => {
  const draft = loaded()
  draft.changeScheme([
    { ...newQuestion(), id: 'q2', question: ' Cỡ áo ', type: 'ONE_CHOICE', choices: ['S', ' ', 'M '] },
  ])
  expect(creationOf(draft.get())).toMatchObject({
    title: EVENT.title,
    eventForm: { scheme: [{ id: 'q2', question: 'Cỡ áo', required: '', choices: ['S', 'M'] }] },
    tickets: [{ name: 'VIP', price: 500_000, quantity: 50 }],
  })
})

test('a draft is kept for its user until logout; images older than a day are gone', () => {
  loggedInAs()
  const state = { ...blankDraft(), event: { ...blankDraft().event, title: 'Nháp', logo: '/api/upload/1' } }
  saveLocalDraft(state)
  expect(readLocalDraft()?.state).toEqual(state)
  const [key = ''] = Object.keys(localStorage).filter((name) => name.startsWith('draft:'))
  const kept = JSON.parse(localStorage.getItem(key) ?? '{}')
  localStorage.setItem(key, JSON.stringify({ ...kept, savedAt: Date.now() - 25 * 3600 * 1000 }))
  expect(readLocalDraft()).toMatchObject({
    lostImages: true,
    state: { event: { title: 'Nháp', logo: null } },
  })
  loggedInAs({ id: '02' })
  expect(readLocalDraft()).toBeNull()
  removeAllDrafts()
  loggedInAs()
  expect(readLocalDraft()).toBeNull()
})

test('the preview of a mail fills in known values and never markup', () => {
  const { event } = loaded().get()
  const html = withSampleValues('<p>{{fullName}}, {{ eventTitle }}, {{bankName}}, {{nothing}}</p>', {
    ...event,
    title: '<b>A&B</b>',
    bankName: '',
  })
  expect(html).toBe('<p>Nguyễn Thị Lan, &lt;b&gt;A&amp;B&lt;/b&gt;, {{bankName}}, {{nothing}}</p>')
})

test('the preview of a mail uses the values of this event, and no others', () => {
  const { event } = loaded().get()
  const html = '[{{ticketName}}] [{{amount}}] [{{paymentReference}}]'
  expect(withSampleValues(html, event)).toBe('[VIP] [₫500,000] [EV7K2Q9XAB]')
  // Without classes a guest has none, owes nothing and transfers nothing.
  expect(withSampleValues(html, { ...event, tickets: [] })).toBe('[] [₫0] []')
  const link = `${location.origin}/form/…`
  expect(withSampleValues('{{ownLink}}', event)).toBe(`<a href="${link}">${link}</a>`)
})

test('text is white or ink, whichever reads better', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
  expect(textOn('#0e7c66').colour).toBe('#ffffff')
  expect(textOn('#ffe08a').colour).toBe('#17211e')
})
