import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, type Page } from '@playwright/test'
import { get, logInAsAdmin, makeEvent, type Person, post, put } from '../support/api.ts'
import { expectAccessible } from '../support/axe.ts'
import { enter, type Lang, overflows, press, speak } from '../support/browser.ts'
import { test } from '../support/test.ts'
import { wordsIn } from '../support/words.ts'

// An organiser reads the event's log and a participant's history, and has changes sent to a program of their own.

async function eventWithPast(by: Person) {
  const event = await makeEvent(by)
  await post(`/event/${event.id}/tickets`, { name: 'Hàng đầu', price: 0, quantity: 20 }, by)
  const [ticket] = await get<{ id: string }[]>(`/event/${event.id}/tickets`, by)
  const visitor = { fullName: 'Trần Thị Mai', email: 'mai.nhatky@khach.example', phone: '0912345678', company: 'Gốm Bát Tràng' }
  await post(`/event/${event.id}/register`, { ...visitor, ticketId: ticket?.id, answers: [], consent: true })
  await put(`/event/${event.id}`, { title: 'Đêm nhạc mùa đông', venueAddress: 'Nhà hát Hồ Gươm' }, by)
  const { items } = await get<{ items: { id: string }[] }>(`/event/${event.id}/attendances`, by)
  await post('/event/checkin', { eventId: event.id, attendanceId: items[0]?.id, checkedIn: true }, by)
  return event
}

async function openLog(page: Page, lang: Lang) {
  const admin = await logInAsAdmin()
  const event = await eventWithPast(admin)
  const { fullName } = await get<{ fullName: string }>('/users/me', admin)
  await speak(page, lang)
  await enter(page, admin)
  await page.goto(`/participant-management/${event.id}`)
  const t = wordsIn(lang)
  if (page.viewportSize()?.width === 390) await page.getByRole('button', { name: t('participants.filter.tools') }).click()
  await page.getByRole('button', { name: t('participants.tools') }).click()
  await page.getByRole('menuitem', { name: t('events.log.title') }).click()
  return { event, fullName }
}

test('the log is narrowed down to one kind and one person', async ({ page }) => {
  const t = wordsIn('vi')
  const a = (key: string, values?: Record<string, string | number>) => t(`events.log.${key}`, values)
  await page.setViewportSize({ width: 390, height: 844 })
  const { fullName } = await openLog(page, 'vi')
  const drawer = page.getByRole('dialog', { name: a('title') })
  const registered = drawer.getByText(a('action.participant.registered', { name: 'Trần Thị Mai' }))
  const changed = drawer.getByText('Sửa sự kiện: tên, địa điểm')
  const added = drawer.getByText(a('action.ticket.created', { name: 'Hàng đầu' }))
  await expect(registered).toBeVisible()
  await expect(changed).toBeVisible()
  await expect(drawer.getByText(fullName).first()).toBeVisible()
  await expectAccessible(page, 'the log')
  expect(await overflows(page), 'the log on a phone').toBe(false)

  // With the keyboard alone: the second kind is the ticket classes.
  const kind = drawer.getByRole('combobox', { name: a('filter.kind') })
  await kind.focus()
  for (const key of ['ArrowDown', 'ArrowDown', 'Enter']) await press(page, key)
  await expect(kind).toHaveValue(a('kind.ticket'))
  await expect(registered).toBeHidden()
  await expect(changed).toBeHidden()
  await expect(added).toBeVisible()

  // Nothing of a kind says so, and how to see everything again.
  await kind.click()
  await page.getByRole('option', { name: a('kind.message') }).click()
  await expect(drawer.getByRole('status')).toContainText(a('filter.none'))
  await expectAccessible(page, 'the log without an entry')
  await drawer.getByRole('button', { name: t('common.clearFilters') }).click()
  await expect(kind).toHaveValue('')
  await expect(registered).toBeVisible()

  // Actions of visitors belong to no account.
  await drawer.getByRole('combobox', { name: a('filter.actor') }).click()
  await page.getByRole('option', { name: fullName }).click()
  await expect(registered).toBeHidden()
  await expect(changed).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()

  // The history of one participant names the actor once.
  await page.getByText('Trần Thị Mai').first().click()
  const history = page.getByRole('region', { name: t('participants.panel.history') })
  await expect(history.getByText(a('action.scan.ok'), { exact: true })).toBeVisible()
  await expect(history.getByText(fullName)).toHaveCount(1)
  await expect(history.getByText(a('action.participant.registered', { name: 'Trần Thị Mai' }))).toBeVisible()
})

test('the log in English', async ({ page }) => {
  const t = wordsIn('en')
  const a = (key: string, values?: Record<string, string | number>) => t(`events.log.${key}`, values)
  await openLog(page, 'en')
  const drawer = page.getByRole('dialog', { name: a('title') })
  await expect(drawer.getByText('Changed the event: name, venue')).toBeVisible()
  await drawer.getByRole('combobox', { name: a('filter.kind') }).click()
  await page.getByRole('option', { name: a('kind.participant') }).click()
  await expect(drawer.getByText('Changed the event: name, venue')).toBeHidden()
  await expect(drawer.getByText(a('action.participant.checkedIn', { name: 'Trần Thị Mai' }))).toBeVisible()
  await expectAccessible(page, 'the log in English')
})

/** A program of the organiser that keeps the requests it gets. */
async function startReceiver() {
  const got: { headers: IncomingHttpHeaders; body: string }[] = []
  const receiver = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    got.push({ headers: request.headers, body })
    response.end('thanks')
  })
  receiver.listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  const { port } = receiver.address() as AddressInfo
  return { got, url: `http://127.0.0.1:${port}/hook`, stop: () => receiver.close() }
}

test("events are sent to the organiser's own program, signed", async ({ page }) => {
  const t = wordsIn('vi')
  const w = (key: string) => t(`webhooks.${key}`)
  const receiver = await startReceiver()
  const admin = await logInAsAdmin()
  const event = await makeEvent(admin)
  await page.setViewportSize({ width: 390, height: 844 })
  await speak(page, 'vi')
  await enter(page, admin)
  await page.goto(`/event-management/${event.id}/integrations`)
  await expect(page.getByText(w('none'))).toBeVisible()
  await expectAccessible(page, 'no webhook')
  await page.getByRole('button', { name: w('add') }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel(w('form.url')).fill(receiver.url)
  await expectAccessible(page, 'a new webhook')
  await form.getByRole('button', { name: t('common.save') }).click()
  const secret = await page.getByText(/^whsec_/).innerText()
  await page.getByRole('button', { name: w('secret.done') }).click()

  await page.getByRole('button', { name: w('test.action') }).click()
  await expect(page.getByText(/^Tin thử đã đến nơi/)).toBeVisible()
  const visitor = { fullName: 'Trần Thị Mai', email: 'mai.webhook@khach.example', phone: '0912345678', company: 'Gốm Bát Tràng' }
  await post(`/event/${event.id}/register`, { ...visitor, answers: [], consent: true })
  const types = () => receiver.got.map(({ body }) => (JSON.parse(body) as { type: string }).type)
  await expect.poll(types).toEqual(['ping', 'registration.created'])
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  for (const { headers, body } of receiver.got) {
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
    expect(headers['webhook-signature']).toBe(`v1,${createHmac('sha256', key).update(signed).digest('base64')}`)
    expect(body).not.toContain('Mai')
  }

  await page.getByRole('button', { name: w('log.show') }).click()
  await expect(page.getByRole('list', { name: w('log.title') })).toContainText(w('kind.registration.created'))
  await expectAccessible(page, 'webhooks')
  expect(await overflows(page), 'webhooks on a phone').toBe(false)
  receiver.stop()
})
