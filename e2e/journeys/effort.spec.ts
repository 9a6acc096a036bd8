import { expect } from '@playwright/test'
import { get, makeEvent, makeOrganiser, post } from '../support/api.ts'
import { enter, openBrowser } from '../support/browser.ts'
import { countEffort } from '../support/effort.ts'
import { test } from '../support/test.ts'
import { wordsIn } from '../support/words.ts'
import { signUp } from './organiser.ts'

// Upper limits for the steps of the tasks that every organiser does.

test('an account takes four clicks and six fields, up to the list of events', async ({ browser }) => {
  const page = await openBrowser(browser, 'vi', 1440)
  const effort = await countEffort(page)
  await signUp(page, wordsIn('vi'), { fullName: 'Nguyễn Ngọc Lan', email: 'lan@hoi.example', password: 'mat-khau-rieng-toi' })
  effort.expectAtMost({ clicks: 4, fields: 6 }, 'an account')
})

test('an event with a cover, two paid classes and VietQR is published in eight clicks and nine fields', async ({ browser }) => {
  const t = wordsIn('vi')
  const owner = await makeOrganiser('Nguyễn Ngọc Lan', 'lan@hoi.example')
  const page = await openBrowser(browser, 'vi', 1440)
  await enter(page, owner)
  const effort = await countEffort(page)

  await page.getByRole('link', { name: t('events.add') }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: t('shell.title.newEvent') })).toBeVisible()
  await page.getByLabel(t('events.field.title')).fill('Đêm nhạc mùa thu')
  const start = t('common.dateOf', { label: t('events.field.eventStartDate') })
  await page.getByLabel(start).fill('01/06/2030')
  await page.getByLabel(start).press('Tab')
  await page.getByLabel(t('events.field.venueAddress')).fill('Nhà hát Lớn, Hà Nội')
  await page.getByRole('button', { name: t('events.starter.music') }).click()
  await expect(page.getByRole('img', { name: t('common.upload.preview', { label: t('events.field.coverImage') }) })).toBeVisible()
  const next = () => page.getByRole('button', { name: t('common.next'), exact: true }).click()
  await next()
  await expect(page.getByRole('heading', { level: 2, name: t('events.step.formInfo') })).toBeVisible()
  await next()
  for (const [name, price] of [
    ['Phổ thông', '250000'],
    ['VIP', '500000'],
  ] as const) {
    await page.getByRole('button', { name: t('tickets.add') }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(t('tickets.name')).fill(name)
    await expect(dialog.getByLabel(t('tickets.quantity'))).toHaveValue('100')
    await dialog.getByLabel(t('tickets.price')).fill(price)
    await dialog.getByLabel(t('tickets.price')).press('Enter')
    await expect(dialog).toBeHidden()
  }
  const bank = page.getByRole('combobox', { name: t('events.payment.bankName') })
  await bank.click()
  await bank.fill('vietcom')
  await expect(page.getByRole('option', { name: /Vietcombank/ })).toBeVisible()
  await bank.press('Enter')
  await expect(page.getByText(t('events.payment.withQr'))).toBeVisible()
  await page.getByLabel(t('events.payment.accountNumber')).fill('0123456789')
  await page.getByRole('button', { name: t('events.wizard.publish'), exact: true }).click()

  const moment = page.getByRole('dialog', { name: t('events.shared.open') })
  await expect(moment).toBeVisible()
  effort.expectAtMost({ clicks: 8, fields: 9 }, 'publishing')

  const { items } = await get<{ items: { id: string; totalParticipants: number; status: string; logo: string }[] }>('/event', owner)
  expect(items).toMatchObject([{ totalParticipants: 200, status: 'open' }])
  const visitor = await openBrowser(browser, 'vi', 390)
  await visitor.goto(`/form/${items[0]?.id}`)
  await expect(visitor.getByRole('radio', { name: /Phổ thông/ })).toBeVisible()
  const poster = page.waitForEvent('download')
  await moment.getByRole('button', { name: t('events.shared.poster') }).click()
  expect((await poster).suggestedFilename()).toMatch(/\.pdf$/)
})

test('a draft begun on one machine continues on another, and is published only there', async ({ browser }) => {
  const t = wordsIn('vi')
  const owner = await makeOrganiser('Nguyễn Ngọc Lan', 'lan@hoi.example')
  const office = await openBrowser(browser, 'vi', 1440)
  await enter(office, owner)
  await office.goto('/event-management/add-new')
  await office.getByLabel(t('events.field.title')).fill('Hội làng')
  await office.getByRole('button', { name: t('events.starter.community') }).click()
  await expect(office.getByRole('img', { name: t('common.upload.preview', { label: t('events.field.coverImage') }) })).toBeVisible()
  await office.getByRole('button', { name: t('events.wizard.saveDraft') }).click()
  await expect(office).toHaveURL(/draft=/)
  expect((await get<{ total: number }>('/event', owner)).total, 'nothing is published').toBe(0)

  const home = await openBrowser(browser, 'vi', 390)
  await enter(home, owner)
  await home.getByRole('link', { name: 'Hội làng' }).click()
  await expect(home.getByLabel(t('events.field.title'))).toHaveValue('Hội làng')
  await expect(home.getByRole('img', { name: t('common.upload.preview', { label: t('events.field.coverImage') }) })).toBeVisible()
  const start = t('common.dateOf', { label: t('events.field.eventStartDate') })
  await home.getByLabel(start).fill('01/06/2030')
  await home.getByLabel(start).press('Tab')
  await home.getByLabel(t('events.field.venueAddress')).fill('Đình làng')
  await home.getByRole('button', { name: t('events.wizard.publish'), exact: true }).click()
  await expect(home.getByRole('dialog', { name: t('events.shared.open') })).toBeVisible()
  expect((await get<{ total: number }>('/event', owner)).total).toBe(1)
  await home.goto('/event-management')
  await expect(home.getByRole('heading', { name: t('events.draft.title') })).toBeHidden()
})

test('a guest is marked as paid in three clicks, and two doors are opened in four', async ({ browser }) => {
  const t = wordsIn('vi')
  const owner = await makeOrganiser('Nguyễn Ngọc Lan', 'lan@hoi.example')
  const event = await makeEvent(owner, {
    turnOffPayment: false,
    bankName: 'Vietcombank',
    accountNumber: '0123456789',
    accountHolderName: 'NGUYEN NGOC LAN',
    paymentEmailContent: '<p>Mong nhận {{amount}}.</p>',
    tickets: [{ name: 'Phổ thông', price: 250_000, quantity: 10 }],
  })
  await post(
    `/event/${event.id}/attendances`,
    { fullName: 'Trần Thị Mai', email: 'mai@khach.example', phone: '0901234567', company: 'Sao Mai', ticketId: event.tickets[0]?.id },
    owner,
  )
  const page = await openBrowser(browser, 'vi', 1440)
  await enter(page, owner)
  const effort = await countEffort(page)
  await page.goto(`/event-management/${event.id}`)
  await page.getByRole('link', { name: t('shell.event.guests'), exact: true }).click()
  await page.getByRole('button', { name: t('participants.actionsOf', { name: 'Trần Thị Mai' }) }).click()
  await page.getByRole('menuitem', { name: t('participants.markPaid') }).click()
  await expect.poll(async () => (await get<{ moneyReceived: number }>(`/statistic/overview?eventId=${event.id}`, owner)).moneyReceived).toBe(250_000)
  effort.expectAtMost({ clicks: 3, fields: 0 }, 'unpaid to paid')

  await page.goto(`/event-management/${event.id}`)
  await page.getByRole('link', { name: t('shell.event.door'), exact: true }).click()
  for (const [at, door] of ['Cổng A', 'Cổng B'].entries()) {
    await page.getByLabel(t('checkin.welcoming.label')).fill(door)
    await page.getByRole('button', { name: t('checkin.welcoming.make') }).click()
    await expect(page.getByRole('img', { name: t('checkin.welcoming.qrOf', { label: door }) })).toBeVisible()
    expect((await get<unknown[]>(`/event/${event.id}/checkin-keys`, owner)).length).toBe(at + 1)
  }
  effort.expectAtMost({ clicks: 4, fields: 2 }, 'two doors')
})
