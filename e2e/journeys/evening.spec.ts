import { type Browser, expect, type Page } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { copiedBy, type Lang, overflows, speak } from '../support/browser.ts'
import { holdBeforeCamera } from '../support/camera.ts'
import { mailsTo, mailTo, type ReceivedMail } from '../support/mail.ts'
import { readQr } from '../support/qr.ts'
import { test } from '../support/test.ts'
import { type T, wordsIn } from '../support/words.ts'
import { createEvent, type OwnQuestion, signUp } from './organiser.ts'
import { fillIn, register, send } from './visitor.ts'

// One whole evening: an organiser opens an event, visitors register, the hall fills.

const QUESTIONS: OwnQuestion[] = [
  { type: 'TEXT', question: 'Bạn cần lưu ý gì về món ăn?' },
  { type: 'EMAIL', question: 'Email nhận hoá đơn' },
  { type: 'NUMBER', question: 'Mã số thuế', required: true },
  { type: 'ONE_CHOICE', question: 'Bạn đến bằng gì?', choices: ['Xe máy', 'Ô tô'], required: true },
  { type: 'MULTIPLE_CHOICE', question: 'Bạn thích thể loại nào?', choices: ['Nhạc xưa', 'Nhạc trẻ', 'Hoà tấu'] },
  { type: 'IMAGE', question: 'Ảnh thẻ của bạn', required: true },
  { type: 'READ_ONLY', question: 'Mời bạn đến trước 30 phút để ổn định chỗ ngồi.' },
]

async function newPage(browser: Browser, lang: Lang, width: number): Promise<Page> {
  const context = await browser.newContext({ viewport: { width, height: width === 390 ? 844 : 900 }, permissions: ['camera', 'clipboard-read', 'clipboard-write'] })
  const page = await context.newPage()
  await speak(page, lang)
  return page
}

const inlinePng = (mail: ReceivedMail, at = 0) => {
  const file = mail.attachments.filter(({ mime, contentId }) => mime === 'image/png' && contentId)[at]
  if (!file) throw new Error(`no inline picture in: ${mail.subject}`)
  return Buffer.from(file.base64, 'base64')
}

/** Returns the content of the VietQR code in a mail to this address, once it has arrived. */
async function vietQrTo(address: string): Promise<string | undefined> {
  const pictures = (await mailsTo(address)).flatMap(({ attachments }) => attachments.filter(({ mime }) => mime === 'image/png'))
  return pictures.map(({ base64 }) => readQr(Buffer.from(base64, 'base64'))).find((text) => text.startsWith('000201'))
}

/** Opens the event's check-in in a browser of its own, paired by the link that the organiser makes for the device. */
async function pairDevice(organiser: Page, browser: Browser, lang: Lang, t: T, eventId: string, label: string): Promise<Page> {
  await organiser.goto(`/participant-management/${eventId}`)
  await organiser.getByRole('link', { name: t('shell.event.door'), exact: true }).click()
  await organiser.getByLabel(t('checkin.welcoming.label')).fill(label)
  await organiser.getByRole('button', { name: t('checkin.welcoming.make') }).click()
  const link = await copiedBy(organiser, organiser.getByRole('button', { name: t('checkin.welcoming.copy') }))
  expect(link).toContain(`/event-management/checkin/${eventId}#key=`)

  const device = await newPage(browser, lang, 1440)
  await device.goto(link)
  await expect(device.getByText(t('checkin.ready')).first()).toBeVisible()
  await expect(device, 'the key does not stay in the address').not.toHaveURL(/key=/)
  return device
}

/** Turns the device into the screen of the hall, which greets each guest who checks in at any door. */
async function turnIntoDisplay(device: Page, t: T, title: string) {
  await device.getByRole('button', { name: t('checkin.settings') }).click()
  await device.getByRole('menuitem', { name: t('checkin.openDisplay') }).click()
  await expect(device.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect(device.getByText(t('checkin.offline')), 'the display is connected').toBeHidden()
}

/** Waits until a section of the page shows all these words together; for how short a time does not matter. */
const shows = (page: Page, ...words: string[]) =>
  page.waitForFunction((words) => [...document.querySelectorAll('section, [aria-live]')].some(({ textContent }) => words.every((word) => textContent?.includes(word))), words)

/**
 * Acts like a hardware scanner: types the code and presses Enter, a key every few milliseconds. Each key event carries
 * the moment of the press, however long the page takes to handle it.
 */
const scan = (door: Page, code: string) =>
  door.evaluate((code) => {
    const start = performance.now()
    for (const [at, key] of [...code, 'Enter'].entries()) {
      const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
      Object.defineProperty(event, 'timeStamp', { value: start + at * 5 })
      document.body.dispatchEvent(event)
    }
  }, code)

/** The evening of the journey is days ahead: the first scan asks whether it is meant. */
const isMeant = (door: Page, t: T) => door.getByRole('button', { name: t('checkin.practice.real') }).click()

async function openCamera(door: Page, t: T) {
  await door.getByRole('button', { name: t('checkin.camera.open') }).click()
  await isMeant(door, t)
}

/** Types the code of a ticket that cannot be scanned, as the staff do. */
async function typeIn(door: Page, t: T, code: string) {
  const field = door.getByLabel(t('checkin.code'), { exact: true })
  await field.fill(code)
  await field.press('Enter')
}

test('a whole evening in Vietnamese', async ({ browser }) => {
  const t = wordsIn('vi')
  const organiser = await newPage(browser, 'vi', 1440)
  await signUp(organiser, t, { fullName: 'Nguyễn Ngọc Lan', email: 'lan.vi@hoi.example', password: 'mat-khau-cua-lan' })
  const eventId = await createEvent(organiser, t, {
    title: 'Đêm nhạc mùa thu',
    tickets: [
      { name: 'Hàng ghế đầu', price: 250_000, quantity: 10 },
      { name: 'Sinh viên', price: 0, quantity: 1 },
    ],
    questions: QUESTIONS,
  })

  // The link that is shared shows the event before any script has run.
  const html = await (await organiser.request.get(`/form/${eventId}`)).text()
  expect(html).toContain('og:title')
  expect(html).toContain('Đêm nhạc mùa thu')

  // A visitor fills in the form for the last free seat, and another visitor submits first.
  const slow = await newPage(browser, 'vi', 390)
  await fillIn(slow, t, eventId, { fullName: 'Đỗ Văn Chậm', email: 'cham@khach.example', ticket: 'Sinh viên' }, QUESTIONS)

  const visitor = await newPage(browser, 'vi', 390)
  const transfer = await register(
    visitor,
    t,
    eventId,
    { fullName: 'Trần Thị Mai', email: 'mai@khach.example', ticket: 'Hàng ghế đầu', payment: 'BANK_TRANSFER' },
    QUESTIONS,
  )
  await expect(visitor.getByAltText(t('publicPage.transfer.qr'))).toBeVisible()
  await expectAccessible(visitor, 'the confirmation')
  expect(await overflows(visitor)).toBe(false)
  await visitor.reload()
  await expect(visitor.getByText(transfer)).toBeVisible()

  const second = await newPage(browser, 'vi', 390)
  const cash = await register(
    second,
    t,
    eventId,
    { fullName: 'Lê Minh Quân', email: 'quan@khach.example', ticket: 'Hàng ghế đầu', payment: 'CASH_AT_VENUE' },
    QUESTIONS,
  )
  const third = await newPage(browser, 'vi', 390)
  await register(third, t, eventId, { fullName: 'Phạm Hồng Hà', email: 'ha@khach.example', ticket: 'Sinh viên' }, QUESTIONS)

  // The class is sold out: refused in words, and nothing typed is lost.
  await send(slow)
  await expect(slow.getByText(t('publicPage.ticket.justSoldOut')).first()).toBeVisible()
  await expect(slow.getByLabel(t('publicPage.field.fullName'))).toHaveValue('Đỗ Văn Chậm')

  // Mails: the ticket with its QR code and calendar file; the transfer with a VietQR of the right amount.
  const ticketMail = await mailTo('quan@khach.example', /Đêm nhạc mùa thu/)
  expect(readQr(inlinePng(ticketMail))).toBe(cash)
  expect(ticketMail.attachments.some(({ mime }) => mime.startsWith('text/calendar'))).toBe(true)
  expect(ticketMail.text).toContain('Lê Minh Quân')
  await expect.poll(() => vietQrTo('mai@khach.example')).toBeTruthy()
  const vietQr = await vietQrTo('mai@khach.example')
  expect(vietQr).toContain('5406250000')
  expect(vietQr).toContain('0006970436')

  // The door.
  const door = await pairDevice(organiser, browser, 'vi', t, eventId, 'Cổng A')
  const display = await pairDevice(organiser, browser, 'vi', t, eventId, 'Màn hình lớn')
  await display.clock.install()
  await turnIntoDisplay(display, t, 'Đêm nhạc mùa thu')
  // No guest arrives: the screen shows a slide, here how to register, and no controls.
  await display.clock.fastForward(21_000)
  await expect(display.getByRole('img', { name: t('checkin.display.register') })).toBeVisible()
  await expect(display.locator('[data-control]').first()).toHaveCSS('opacity', '0')
  await expectAccessible(display, 'the display')
  holdBeforeCamera([{ picture: inlinePng(ticketMail) }])
  // Each screen shows a result for only a few seconds, so both are watched at once, from inside the page.
  await Promise.all([
    shows(door, t('checkin.word.unpaid'), 'Lê Minh Quân'),
    shows(display, t('checkin.display.welcome'), 'Lê Minh Quân'),
    openCamera(door, t),
  ])
  await expectAccessible(door, 'the door')

  // The camera reads a ticket that is held before it once. A device that starts anew stays paired, and reads it again.
  await door.reload()
  await expect(door.getByText(t('checkin.ready')).first()).toBeVisible()
  await expect(door.getByText(t('checkin.noneYet'))).toBeVisible()

  // A second scan of the same ticket is refused, with the first time; an unknown code as well.
  await scan(door, cash)
  await expect(door.getByText(t('checkin.word.already')).first()).toBeVisible()
  await typeIn(door, t, '000000000000')
  await expect(door.getByText(t('checkin.word.notFound')).first()).toBeVisible()

  // The organiser sees it live: guests inside come first.
  await organiser.goto(`/participant-management/${eventId}`)
  await expect(organiser.locator('tbody tr').first()).toContainText('Lê Minh Quân')
  await scan(door, transfer)
  await expect(door.getByText('Trần Thị Mai').first()).toBeVisible()
  await expect(organiser.locator('tbody tr').first()).toContainText('Trần Thị Mai')
})

test('a short evening in English on a phone', async ({ browser }) => {
  const t = wordsIn('en')
  const organiser = await newPage(browser, 'en', 390)
  await signUp(organiser, t, { fullName: 'Lan Nguyen', email: 'lan.en@hoi.example', password: 'a-good-password' })
  const eventId = await createEvent(organiser, t, {
    title: 'Autumn concert',
    tickets: [{ name: 'Balcony', price: 0, quantity: 5 }],
    questions: [],
  })
  const visitor = await newPage(browser, 'en', 390)
  const code = await register(visitor, t, eventId, { fullName: 'Mai Tran', email: 'mai.en@khach.example', ticket: 'Balcony' }, [])
  const mail = await mailTo('mai.en@khach.example', /Autumn concert/)
  expect(readQr(inlinePng(mail))).toBe(code)
  const door = await pairDevice(organiser, browser, 'en', t, eventId, 'Gate A')
  await scan(door, code)
  await isMeant(door, t)
  await expect(door.getByText('Mai Tran').first()).toBeVisible()
  await expect(door.getByText(t('checkin.word.ok')).first()).toBeVisible()
})
