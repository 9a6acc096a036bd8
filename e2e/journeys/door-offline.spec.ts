import { type Browser, expect, type Page } from '@playwright/test'
import { get, type MadeEvent, makeEvent, makeOrganiser, type Person, post, remove } from '../support/api.ts'
import { expectAccessible } from '../support/axe.ts'
import { type Lang, openBrowser, overflows } from '../support/browser.ts'
import { test } from '../support/test.ts'
import { type T, wordsIn } from '../support/words.ts'

// The door loses its connection and keeps checking guests in: once the connection is back their names appear, and each
// guest who owes or should have been refused stays on top until the staff confirm the card. And the door is rehearsed
// days before, which changes nothing.

const PRICE = 600_000

interface Guest {
  id: string
  ticketCode: string
}

const fromNow = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()

async function makeDoor(hoursAhead: number) {
  const organiser = await makeOrganiser('Nguyễn Ngọc Lan', 'lan@hoi.example')
  const event = await makeEvent(organiser, {
    turnOffPayment: false,
    accountNumber: '0123456789',
    accountHolderName: 'NGUYEN NGOC LAN',
    bankName: 'Vietcombank',
    bankBin: '970436',
    paymentEmailContent: '<p>{{amount}}</p>',
    closeRegistrationDate: fromNow(hoursAhead - 1),
    eventStartDate: fromNow(hoursAhead),
    tickets: [{ name: 'Hàng ghế đầu', description: null, price: PRICE, quantity: 10 }],
  })
  const { link } = await post<{ link: string }>(`/event/${event.id}/checkin-keys`, { label: 'Cổng A', servesGuests: true }, organiser)
  return { organiser, event, link }
}

const addGuest = (organiser: Person, event: MadeEvent, fullName: string, paymentStatus: 'paid' | 'unpaid') =>
  post<Guest>(
    `/event/${event.id}/attendances`,
    {
      fullName,
      email: `${paymentStatus}.${fullName.length}@khach.example`,
      phone: '0912345678',
      company: '',
      ticketId: event.tickets[0]?.id,
      participationType: 'ORDINARY',
      paymentMethod: 'CASH_AT_VENUE',
      paymentStatus,
      sendMail: false,
    },
    organiser,
  )

async function openDoor(browser: Browser, lang: Lang, width: 390 | 1440, link: string, t: T) {
  const door = await openBrowser(browser, lang, width)
  await door.goto(link)
  await expect(door.getByText(t('checkin.ready')).first()).toBeVisible()
  return door
}

async function typeIn(door: Page, t: T, code: string) {
  const field = door.getByLabel(t('checkin.code'), { exact: true })
  await field.fill(code)
  await field.press('Enter')
}

const resultOf = (door: Page, t: T) => door.getByRole('region', { name: t('checkin.result') })

for (const [lang, width] of [
  ['vi', 390],
  ['en', 1440],
] as const) {
  test(`scans made offline get their people, ${lang} at ${width}`, async ({ browser }) => {
    const t = wordsIn(lang)
    const { organiser, event, link } = await makeDoor(3)
    const [mai, john, bao, anh] = [
      await addGuest(organiser, event, 'Trần Thị Mai', 'paid'),
      await addGuest(organiser, event, 'John Carter', 'unpaid'),
      await addGuest(organiser, event, 'Đỗ Gia Bảo', 'paid'),
      await addGuest(organiser, event, 'Phạm Quỳnh Anh', 'paid'),
    ]
    const door = await openDoor(browser, lang, width, link, t)
    const recent = door.locator('section', { has: door.locator('#recent-scans') })
    const rows = recent.getByRole('listitem')

    await door.context().setOffline(true)
    for (const [at, { ticketCode }] of [mai, john, bao, anh].entries()) {
      await typeIn(door, t, ticketCode)
      await expect(resultOf(door, t)).toContainText(t('checkin.word.queued'), { timeout: 15_000 })
      await expect(rows).toHaveCount(at + 1)
      await door.keyboard.press('Escape')
    }
    await expect(rows.first()).toContainText(t('checkin.word.queued'))
    // Meanwhile the third ticket is used at another gate, and the fourth is cancelled.
    await post('/event/checkin', { eventId: event.id, code: bao.ticketCode }, organiser)
    await remove(`/event/${event.id}/attendances`, { ids: [anh.id] }, organiser)

    await door.context().setOffline(false)
    const amount = lang === 'vi' ? '600.000 ₫' : '₫600,000'
    await expect(rows.filter({ hasText: 'Trần Thị Mai' })).toContainText(`${t('checkin.word.ok')} · Hàng ghế đầu`, { timeout: 30_000 })
    const johns = rows.filter({ hasText: 'John Carter' })
    await expect(johns).toHaveAttribute('data-tone', 'warn')
    await expect(johns).toContainText(t('checkin.amountDue', { amount }))
    await expect(recent).not.toContainText(t('checkin.word.queued'))

    // One card after the other, on top of everything.
    const cards = (count: number) => door.getByRole('region', { name: t('checkin.followups.title', { count }) })
    await expect(cards(3)).toContainText('John Carter')
    await expect(cards(3)).toContainText(t('checkin.amountDue', { amount }))
    await expect(cards(3)).toBeInViewport()
    expect(await overflows(door)).toBe(false)
    await expectAccessible(door, 'the card of a guest who owes')
    await door.reload()
    await expect(cards(3), 'it survives a reload').toContainText('John Carter')
    await cards(3).getByRole('button', { name: t('checkin.markPaid') }).click()
    await expect(cards(2)).toContainText('Đỗ Gia Bảo')
    const row = await get<{ paymentStatus: string; received: number }>(`/event/${event.id}/attendances/${john.id}`, organiser)
    expect([row.paymentStatus, row.received]).toEqual(['paid', PRICE])
    await expect(cards(2)).toContainText(t('checkin.conflict'))
    await expectAccessible(door, 'the card of a ticket used twice')
    await cards(2).getByRole('button', { name: t('checkin.followups.confirm') }).focus()
    await door.keyboard.press('Enter')
    await expect(door.getByText(t('checkin.conflict'))).toBeHidden()

    await expect(cards(1)).toContainText('Phạm Quỳnh Anh')
    await expect(cards(1)).toContainText(t('checkin.word.cancelled'))
    await expectAccessible(door, 'the card of a cancelled guest')
    await door.reload()
    await expect(cards(1), 'it stays until it is confirmed').toContainText('Phạm Quỳnh Anh')
    await expect(cards(1)).toBeInViewport()
    await cards(1).getByRole('button', { name: t('checkin.followups.confirm') }).click()
    await expect(cards(1)).toBeHidden()
    await door.reload()
    await expect(door.getByText(t('checkin.ready')).first()).toBeVisible()
    for (const name of ['Đỗ Gia Bảo', 'Phạm Quỳnh Anh']) await expect(door.getByText(name)).toBeHidden()

    // No scan is sent twice, and a cancelled ticket is not counted.
    const { checkedIn } = await get<{ checkedIn: number }>(`/event/${event.id}/checkin`)
    expect(checkedIn).toBe(3)
  })

  test(`a rehearsal changes nothing, ${lang} at ${width}`, async ({ browser }) => {
    const t = wordsIn(lang)
    const { organiser, event, link } = await makeDoor(23 * 24)
    const guest = await addGuest(organiser, event, 'John Carter', 'unpaid')
    const next = await addGuest(organiser, event, 'Trần Thị Mai', 'paid')
    const door = await openDoor(browser, lang, width, link, t)
    const display = await openBrowser(browser, lang, 1440)
    await display.goto(link.replace('#', '?view=display#'))
    await expect(display.getByText(t('checkin.offline')), 'the display is connected').toBeHidden()

    // The first scan, 23 days ahead, asks; Enter chooses practice.
    await typeIn(door, t, guest.ticketCode)
    const reason = t('checkin.early.away', { count: 23 })
    await expect(door.getByRole('dialog', { name: t('checkin.practice.question', { reason }) })).toBeVisible()
    await expect(door.getByRole('button', { name: t('checkin.practice.begin'), exact: true })).toBeFocused()
    await expectAccessible(door, 'the question long before the event')
    await door.keyboard.press('Enter')
    await expect(resultOf(door, t)).toContainText('John Carter')
    await expect(resultOf(door, t)).toHaveAttribute('data-tone', 'warn')
    const frame = door.getByRole('region', { name: t('checkin.practice.word'), exact: true })
    await expect(frame, 'also above a result').toBeInViewport()
    await expect(frame).toContainText(t('checkin.practice.stored'))
    await door.keyboard.press('Escape')
    expect(await overflows(door)).toBe(false)
    await expectAccessible(door, 'practice')

    // Nothing of it is anywhere: not in the figures, the history, the log or on the big screen.
    const { checkedIn } = await get<{ checkedIn: number }>(`/event/${event.id}/checkin`)
    expect(checkedIn).toBe(0)
    const row = await get<{ checkedInTime: string | null; paymentStatus: string }>(`/event/${event.id}/attendances/${guest.id}`, organiser)
    expect([row.checkedInTime, row.paymentStatus]).toEqual([null, 'unpaid'])
    const history = await get<unknown>(`/event/${event.id}/attendances/${guest.id}/history`, organiser)
    expect(JSON.stringify(history)).not.toContain('scan.')
    await expect(display.getByText('Carter')).toBeHidden()

    // The button ends it, and then a guest checks in for real.
    await frame.getByRole('button', { name: t('checkin.practice.end') }).click()
    await expect(frame).toBeHidden()
    await expect(door.getByText(t('checkin.noneYet'))).toBeVisible()
    // A greeting stays for a few seconds: it is watched from before.
    const greeted = display.getByText('Mai', { exact: true }).waitFor()
    await typeIn(door, t, next.ticketCode)
    await door.getByRole('button', { name: t('checkin.practice.real') }).click()
    await expect(resultOf(door, t)).toContainText('Trần Thị Mai')
    await greeted
    expect((await get<{ checkedIn: number }>(`/event/${event.id}/checkin`)).checkedIn).toBe(1)

    // It is also chosen by hand, and a reload does not leave it on unseen.
    await door.keyboard.press('Escape')
    await door.getByRole('button', { name: t('checkin.settings') }).click()
    await door.getByRole('menuitem', { name: new RegExp(`^${t('checkin.practice.begin')}`) }).click()
    await expect(frame).toBeVisible()
    await door.reload()
    await expect(door.getByText(t('checkin.ready')).first()).toBeVisible()
    await expect(frame).toBeHidden()
    await typeIn(door, t, guest.ticketCode)
    await expect(door.getByRole('dialog', { name: t('checkin.practice.question', { reason: t('checkin.practice.ended') }) })).toBeVisible()
  })
}

test('a browser that keeps nothing says so at the door and at the login', async ({ browser }) => {
  const t = wordsIn('vi')
  const { organiser, event, link } = await makeDoor(3)
  const guest = await addGuest(organiser, event, 'Nguyễn Văn Đức', 'paid')
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  await context.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('blocked', 'SecurityError')
    }
    for (const place of ['localStorage', 'sessionStorage', 'indexedDB']) Object.defineProperty(window, place, { get: refuse })
    Object.defineProperty(document, 'cookie', { get: () => '', set: () => undefined })
  })
  const page = await context.newPage()
  await page.goto(link)
  await expect(page.getByText(t('checkin.ready')).first()).toBeVisible()
  await expect(page.getByText(t('checkin.notKept.title'))).toBeVisible()
  expect(await overflows(page)).toBe(false)
  await expectAccessible(page, 'the door of a browser that keeps nothing')
  await typeIn(page, t, guest.ticketCode)
  await expect(resultOf(page, t)).toContainText('Nguyễn Văn Đức')
  await page.keyboard.press('Escape')
  await context.setOffline(true)
  await typeIn(page, t, 'AAAA1111BBBB')
  await expect(resultOf(page, t)).toContainText(t('checkin.notKept.scan'))
  await context.setOffline(false)

  await page.goto('/auth/login')
  await page.locator('input[type=email]').fill(organiser.email)
  await page.locator('input[type=password]').fill(organiser.password)
  await page.locator('form button[type=submit]').click()
  await expect(page.getByText(t('auth.login.needsCookies'))).toBeVisible()
  await expect(page).toHaveURL(/\/auth\/login/)
})
