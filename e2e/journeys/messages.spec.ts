import { type Browser, expect, type Page } from '@playwright/test'
import { logInAsAdmin, type MadeEvent, makeEvent, type Person, post } from '../support/api.ts'
import { expectAccessible } from '../support/axe.ts'
import { enter, type Lang, overflows, speak } from '../support/browser.ts'
import { mailsTo, mailTo } from '../support/mail.ts'
import { admin } from '../support/places.ts'
import { test } from '../support/test.ts'
import { type T, wordsIn } from '../support/words.ts'

// An organiser writes to the participants: a test to themselves, then to those it is for, then one for later.

async function open(browser: Browser, lang: Lang, width: number, event: MadeEvent): Promise<Page> {
  const context = await browser.newContext({ viewport: { width, height: width === 390 ? 844 : 900 } })
  const page = await context.newPage()
  await speak(page, lang)
  await enter(page, admin)
  await page.goto(`/participant-management/${event.id}`)
  return page
}

async function register(
  owner: Person,
  event: MadeEvent,
  fullName: string,
  email: string,
  participationType: string,
) {
  const body = { fullName, email, phone: '0912345678', company: 'Công ty Sao Mai', participationType }
  await post(`/event/${event.id}/attendances`, body, owner)
}

async function write(page: Page, t: T, subject: string, text: string) {
  await page
    .getByRole('button', { name: t('messages.write') })
    .first()
    .click()
  await page.getByRole('button', { name: t('messages.start.kind.blank') }).click()
  await page.getByRole('textbox', { name: t('messages.subject') }).fill(subject)
  await page.getByRole('textbox', { name: t('messages.content') }).fill(text)
}

test('a message in Vietnamese: tried, sent to VIPs, scheduled and called off', async ({ browser }) => {
  const t = wordsIn('vi')
  const owner = await logInAsAdmin()
  const event = await makeEvent(owner, { title: 'Hội nghị Thư tín' })
  const [vip, guest] = [`vip@${event.id}.example`, `khach@${event.id}.example`]
  await register(owner, event, 'Trần Thị Bình', vip, 'VIP')
  await register(owner, event, 'Nguyễn Văn An', guest, 'ORDINARY')
  await register(owner, event, 'Lê Thị Vắng', `moved@${event.id}.example`, 'VIP')

  const page = await open(browser, 'vi', 1440, event)
  await page.getByRole('link', { name: t('shell.event.messages') }).click()
  await expect(page.getByText(t('messages.empty'))).toBeVisible()
  await expectAccessible(page, 'no messages')

  await write(page, t, 'Chào {{fullName}}', 'Hẹn gặp {{fullName}} lúc 8 giờ.')
  await expect(page.getByText(t('messages.recipients_other', { number: 3 }))).toBeVisible()
  const preview = page.frameLocator('iframe')
  await expect(preview.getByText('Hẹn gặp Trần Thị Bình lúc 8 giờ.')).toBeVisible()
  await expect(preview.locator('.card')).toContainText(event.title)
  await expect(page.getByText(t('messages.previewOf', { name: 'Trần Thị Bình' }))).toBeVisible()
  const reads = t('messages.subjectOf', { name: 'Trần Thị Bình', subject: 'Chào Trần Thị Bình' })
  await expect(page.getByText(reads)).toBeVisible()
  const content = page.getByRole('textbox', { name: t('messages.content') })
  await expect(content).toContainText(`Hẹn gặp ${t('events.variable.fullName')} lúc 8 giờ.`)
  await content.fill('Hẹn gặp {{fulName}}.')
  await page.getByRole('button', { name: t('messages.save') }).click()
  // At the field, and in place of the preview.
  await expect(page.getByText(t('events.editor.unknownVariable')).first()).toBeVisible()
  await content.fill('Hẹn gặp {{fullName}} lúc 8 giờ.')
  await page.getByRole('combobox', { name: t('messages.to') }).click()
  await page.getByRole('option', { name: t('messages.segment.vip') }).click()
  await expect(page.getByText(t('messages.recipients_other', { number: 2 }))).toBeVisible()
  await expectAccessible(page, 'the editor')

  await page.goBack()
  await page.getByRole('button', { name: t('messages.leave.stay') }).click()
  await expect(page.getByRole('textbox', { name: t('messages.subject') })).toHaveValue(
    `Chào [${t('events.variable.fullName')}]`,
  )

  await page.getByRole('button', { name: t('messages.test') }).click()
  expect((await mailTo(admin.email, /^\[Thử\] Chào/)).text).toContain('Hẹn gặp')

  const send = { name: t('messages.confirm.yes_other', { number: 2 }) }
  await page.getByRole('button', send).click()
  await page.getByRole('dialog').getByRole('button', send).click()
  const mail = await mailTo(vip, /^Chào Trần Thị Bình$/)
  expect(mail.text).toContain('Hẹn gặp Trần Thị Bình lúc 8 giờ.')
  await expect(page.getByText(t('messages.status.sent'), { exact: true })).toBeVisible()
  expect((await mailsTo(guest)).filter(({ subject }) => subject.startsWith('Chào'))).toHaveLength(0)
  await page.getByRole('button', { name: `Chào ${t('events.variable.fullName')}` }).click()
  await expect(page.getByRole('row', { name: /Trần Thị Bình/ })).toContainText(t('messages.state.sent'))
  const missing = page.getByRole('row', { name: /Lê Thị Vắng/ })
  await expect(missing).toContainText(t('messages.reason.refused'))
  await expectAccessible(page, 'what came of it')

  await page.getByRole('button', { name: t('messages.retry', { number: 1 }) }).click()
  await expect(missing).toContainText(t('messages.state.sent'))

  await page.getByRole('button', { name: t('messages.reuse') }).click()
  await page.getByRole('button', { name: t('messages.schedule') }).click()
  const dialog = page.getByRole('dialog')
  const later = new Date(Date.now() + 48 * 3_600_000)
  const day = new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Ho_Chi_Minh' }).format(later)
  await dialog.getByLabel(t('common.dateOf', { label: t('messages.sendAt') })).fill(day)
  await dialog.getByLabel(t('common.timeOf', { label: t('messages.sendAt') })).fill('08:00')
  await dialog.getByRole('button', { name: t('messages.schedule') }).click()
  await expect(page.getByText(t('messages.status.scheduled'), { exact: true })).toBeVisible()
  await page.getByRole('button', { name: `Chào ${t('events.variable.fullName')}` }).first().click()
  await page.getByRole('button', { name: t('messages.callOff.action') }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('messages.callOff.action') })
    .click()
  await expect(page.getByText(t('messages.status.cancelled'), { exact: true })).toBeVisible()

  const phone = await open(browser, 'vi', 390, event)
  await phone.goto(`/participant-management/${event.id}/messages`)
  await expect(phone.getByText(t('messages.status.sent'), { exact: true })).toBeVisible()
  expect(await overflows(phone)).toBe(false)
})

test('a message in English on a phone', async ({ browser }) => {
  const t = wordsIn('en')
  const owner = await logInAsAdmin()
  const event = await makeEvent(owner, { title: 'Letters' })
  const guest = `guest@${event.id}.example`
  await register(owner, event, 'Joe Tran', guest, 'ORDINARY')
  const page = await open(browser, 'en', 390, event)
  await page.getByRole('link', { name: t('shell.event.messages') }).click()
  await write(page, t, 'Doors open at 8', 'See you, {{fullName}}.')
  await expectAccessible(page, 'the editor on a phone')
  expect(await overflows(page)).toBe(false)
  await page.getByRole('button', { name: t('messages.confirm.yes_one') }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('messages.confirm.yes_one') })
    .click()
  expect((await mailTo(guest, /^Doors open at 8$/)).text).toContain('See you, Joe Tran.')
})

test('people who owe: from the list of tasks to the finished reminder, sent with one press', async ({ browser }) => {
  const t = wordsIn('vi')
  const owner = await logInAsAdmin()
  const event = await makeEvent(owner, {
    title: 'Đêm nhạc có vé',
    turnOffPayment: false,
    accountNumber: '0123456789',
    accountHolderName: 'NGUYEN VAN AN',
    bankName: 'Vietcombank',
    bankBin: '970436',
    paymentEmailContent: '<p>Mong nhận {{amount}}.</p>',
    tickets: [{ name: 'Phổ thông', price: 250_000, quantity: 50, isHidden: false }],
  })
  const ticketId = event.tickets[0]?.id
  const emails = [`no@${event.id}.example`, `tra@${event.id}.example`] as const
  for (const [email, paymentStatus] of [
    [emails[0], 'unpaid'],
    [emails[1], 'paid'],
  ] as const) {
    const body = { fullName: 'Trần Thị Bình', email, phone: '0912345678', ticketId, paymentStatus, sendMail: false }
    await post(`/event/${event.id}/attendances`, body, owner)
  }
  const page = await open(browser, 'vi', 390, event)
  await page.goto(`/event-management/${event.id}`)
  await page.getByRole('link', { name: t('eventHome.todo.unpaid_other', { number: 1 }) }).click()
  const letter = page.frameLocator('iframe')
  await expect(letter.getByText('NGUYEN VAN AN')).toBeVisible()
  await expect(letter.getByText(/250\.000/).first()).toBeVisible()
  await expectAccessible(page, 'the finished reminder')
  expect(await overflows(page)).toBe(false)
  await page.getByRole('button', { name: t('messages.confirm.yes_other', { number: 1 }) }).click()
  const mail = await mailTo(emails[0], /^Nhắc thanh toán 250\.000/)
  expect(mail.text).toContain('0123456789')
  expect(await mailsTo(emails[1])).toHaveLength(0)
  await page.goto(`/event-management/${event.id}`)
  await expect(page.getByRole('link', { name: t('eventHome.todo.unpaid_other', { number: 1 }) })).toBeHidden()
})
