import { expect, type Page } from '@playwright/test'
import { get, logInAsAdmin, type MadeEvent, makeEvent, makeOrganiser, type Person, post, put, upload } from '../support/api.ts'
import { expectAccessible } from '../support/axe.ts'
import { copiedBy, enter, openBrowser, overflows } from '../support/browser.ts'
import { serverUrl } from '../support/places.ts'
import { test } from '../support/test.ts'
import { type T, wordsIn } from '../support/words.ts'

// The home of an event: its details, figures and tasks, and from there every part of it.

const days = (count: number) => new Date(Date.now() + count * 86_400_000).toISOString()

const bank = { turnOffPayment: false, bankName: 'Vietcombank', accountNumber: '0123456789', accountHolderName: 'NGUYEN THI LAN', paymentEmailContent: '<p>Mong nhận {{amount}}.</p>' }

/** Registers a participant for the first ticket class. */
async function register(owner: Person, event: MadeEvent, fullName: string, at: number): Promise<string> {
  const body = { fullName, email: `khach${at}@${event.id}.example`, phone: '0912345678', company: 'Công ty Sao Mai', ticketId: event.tickets[0]?.id }
  return (await post<{ id: string }>(`/event/${event.id}/attendances`, body, owner)).id
}

const letIn = (owner: Person, event: MadeEvent, attendanceId: string) =>
  post('/event/checkin', { eventId: event.id, attendanceId, checkedIn: true }, owner)

const figure = (page: Page, t: T, name: string) =>
  page
    .getByRole('list', { name: t('statistics.figures') })
    .getByRole('link')
    .filter({ hasText: t(`statistics.figure.${name}`) })

const todos = (page: Page, t: T) => page.getByRole('region', { name: t('eventHome.todo.title') })

test('an event is led from its home in Vietnamese', async ({ browser }) => {
  const t = wordsIn('vi')
  const owner = await makeOrganiser('Nguyễn Thị Lan', 'lan.home@hoi.example')
  const event = await makeEvent(owner, {
    ...bank,
    title: 'Lễ ra mắt Gốm Việt',
    eventStartDate: days(12.2),
    tickets: [
      { name: 'Phổ thông', price: 350_000, quantity: 40, isHidden: false },
      { name: 'VIP', price: 900_000, quantity: 10, isHidden: false },
    ],
  })
  const later = await makeEvent(owner, { title: 'Đêm nhạc bên hồ', eventStartDate: days(30), closeRegistrationDate: days(20) })
  const past = await makeEvent(owner, { title: 'Hội chợ Xuân', openRegistrationDate: days(-20), closeRegistrationDate: days(-12), eventStartDate: days(-10) })
  const off = await makeEvent(owner, { title: 'Giải chạy Hồ Tây', eventStartDate: days(3) })
  await post(`/event/${off.id}/cancel`, { reason: 'Bão' }, owner)
  const people: string[] = []
  for (const [at, name] of ['Trần Thị Mai', 'Lê Minh Quân', 'Phạm Hồng Hà'].entries()) people.push(await register(owner, event, name, at))
  await put(`/event/${event.id}/attendances/${people[0]}`, { paymentStatus: 'paid' }, owner)

  const page = await openBrowser(browser, 'vi', 1440, { permissions: ['clipboard-read', 'clipboard-write'] })
  await enter(page, owner)

  // The next event comes first, past and cancelled ones stand apart, and cancelled ones are not counted as closed.
  const titles = () => page.getByRole('heading', { level: 3 }).allTextContents()
  await expect.poll(titles).toEqual([event.title, later.title, past.title, off.title])
  const parts = () => page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents()
  expect(await parts()).toEqual(['upcoming', 'past', 'cancelled'].map((part) => t(`events.list.part.${part}`)))
  await expect(page.getByRole('button', { name: new RegExp(`^${t('events.list.count.closed')}\\s*1$`) })).toBeVisible()
  await expect(page.getByText(t('events.list.figures.received', { received: '350.000\u00a0₫', total: '1.050.000\u00a0₫' }))).toBeVisible()
  await expectAccessible(page, 'the events in parts')
  await page.getByRole('button', { name: new RegExp(`^${t('events.list.count.cancelled')}`) }).click()
  await expect.poll(titles).toEqual([off.title])
  await page.getByRole('button', { name: new RegExp(`^${t('events.list.count.total')}`) }).click()

  // The next event leads to its door, its guests and its letters; what took place has ended and is not sold any more.
  for (const way of ['door', 'guests', 'messages'])
    await expect(page.getByRole('link', { name: t('events.list.way', { way: t(`shell.event.${way}`), title: event.title }) })).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: past.title }).getByText(t('events.status.over'), { exact: true })).toBeVisible()
  const late = await openBrowser(browser, 'vi', 390)
  await late.goto(`/form/${past.id}`)
  await expect(late.getByText(t('publicPage.past.thanks'))).toBeVisible()
  await expectAccessible(late, 'the page of an event that took place')

  // A visitor looks at the page, and the visit is counted.
  const visitor = await openBrowser(browser, 'vi', 390)
  await visitor.goto(`/form/${event.id}`)
  await expect(visitor.getByRole('heading', { level: 1 })).toBeVisible()

  await page.getByRole('link', { name: event.title, exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`/event-management/${event.id}$`))
  await expect(page.getByRole('heading', { level: 1, name: event.title })).toBeVisible()
  await expect(page.getByText(t('events.left.days_other', { count: 12, hours: 4 }))).toBeVisible()
  await expect(figure(page, t, 'participants')).toContainText('3 / 100')
  await expect(figure(page, t, 'moneyReceived')).toContainText('350.000\u00a0₫ / 1.050.000\u00a0₫')
  await expect(page.getByRole('region', { name: t('eventHome.classes.title') })).toContainText(t('eventHome.classes.sold', { sold: 3, seats: 40 }))
  await expect(page.getByText(t('eventHome.arrivals.none'))).toBeVisible()
  const link = await copiedBy(page, page.getByRole('button', { name: t('eventHome.link.copy') }))
  expect(link).toBe(`${serverUrl}/e/le-ra-mat-gom-viet`)
  await expectAccessible(page, 'the home of an event')
  await page.getByRole('button', { name: t('events.action.share'), exact: true }).click()
  await expect(page.getByRole('img', { name: t('events.shared.codeOf', { title: event.title }) })).toBeVisible()
  await expectAccessible(page, 'the code of the link')
  await page.keyboard.press('Escape')

  // A participant is checked in, and the open page shows it.
  await letIn(owner, event, people[1] ?? '')
  await expect(page.getByRole('link', { name: /Lê Minh Quân/ })).toBeVisible()
  await expect(figure(page, t, 'checkedIn')).toContainText('1 / 3')
  await expect.poll(async () => (await get<{ visits: number }>(`/statistic/overview?eventId=${event.id}`, owner)).visits).toBe(1)

  // The data of participants is kept for a year, of which the organiser chooses half, and says why documents are needed.
  const data = page.getByRole('region', { name: t('eventHome.retention.title') })
  await data.getByRole('button', { name: t('eventHome.retention.preview') }).click()
  await expect(data.getByRole('status')).toHaveText(t('eventHome.retention.what', { people: 3, files: 0, documents: 0 }))
  await data.getByRole('button', { name: t('eventHome.retention.change') }).click()
  const choice = page.getByRole('dialog', { name: t('eventHome.retention.change') })
  await choice.getByLabel(t('eventHome.retention.days')).fill('180')
  await choice.getByRole('checkbox', { name: t('eventHome.retention.keep') }).check()
  await choice.getByLabel(t('eventHome.retention.reason')).fill('Quyết toán thuế')
  await expectAccessible(page, 'how long data is kept')
  await choice.getByRole('button', { name: t('common.save'), exact: true }).click()
  await expect(choice).toBeHidden()
  expect(await get(`/event/${event.id}/retention`, owner)).toMatchObject({ keepDays: 180, documentsReason: 'Quyết toán thuế', documentsErasedAt: null })

  // Each task is one press away.
  await todos(page, t).getByRole('link', { name: t('eventHome.todo.unpaid_other', { number: 2 }) }).click()
  await expect(page.getByRole('button', { name: t('messages.confirm.yes_other', { number: 2 }) })).toBeVisible()
  await page.goto(`/event-management/${event.id}/money`)
  await page.getByRole('button', { name: t('money.remind_other', { number: 2 }) }).click()
  const reminding = page.getByRole('dialog', { name: t('money.reminding.title_other', { number: 2 }) })
  await expectAccessible(page, 'a reminder to participants who have not paid')
  await reminding.getByRole('button', { name: t('money.reminding.send') }).click()
  await expect(page.getByText(t('money.reminding.done_other', { number: 2 }))).toBeVisible()
  await expect(page.getByRole('button', { name: t('money.remindedLately') })).toBeDisabled()
  await page.getByRole('link', { name: t('shell.event.overview'), exact: true }).click()
  await todos(page, t).getByRole('link', { name: t('eventHome.todo.device') }).click()
  await expect(page.getByRole('heading', { level: 2, name: t('checkin.welcoming.pair') })).toBeVisible()
  await expectAccessible(page, 'the doors of an event')

  // Every part of the event is in its head, and so are the other events.
  for (const entry of ['guests', 'tickets', 'messages', 'settings', 'overview']) {
    await page.getByRole('link', { name: t(`shell.event.${entry}`), exact: true }).click()
    await expect(page.getByRole('link', { name: t(`shell.event.${entry}`), exact: true })).toHaveAttribute('aria-current', 'page')
    await expect(page.getByRole('heading', { level: 1, name: event.title })).toBeVisible()
  }
  await page.getByRole('button', { name: t('events.nav.switch') }).click()
  const others = page.getByRole('dialog', { name: t('events.nav.switch') })
  await expectAccessible(page, 'the other events')
  await others.getByRole('searchbox').fill('đêm')
  await expect(others.getByRole('listitem')).toHaveCount(1)
  await others.getByRole('link', { name: new RegExp(later.title) }).click()
  await expect(page.getByRole('heading', { level: 1, name: later.title })).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/event-management/${later.id}$`))

  // The draw leads back.
  await page.getByRole('link', { name: t('shell.event.draw'), exact: true }).click()
  await page.getByRole('link', { name: t('luckyDraw.bar.back') }).click()
  await expect(page.getByRole('heading', { level: 1, name: later.title })).toBeVisible()
})

test('the evening and the day after in Vietnamese', async ({ browser }) => {
  const t = wordsIn('vi')
  const owner = await makeOrganiser('Trần Thu Hà', 'ha.home@hoi.example')
  const event = await makeEvent(owner, { ...bank, title: 'Đêm nhạc Trịnh', eventStartDate: days(1 / 24), tickets: [{ name: 'Phổ thông', price: 350_000, quantity: 40, isHidden: false }] })
  const guest = await register(owner, event, 'Lê Minh Quân', 1)
  const page = await openBrowser(browser, 'vi', 1440)
  await enter(page, owner)
  await page.goto(`/event-management/${event.id}`)
  await expect(page.getByRole('link', { name: t('eventHome.tonight.openDoor') })).toHaveAttribute('href', `/event-management/checkin/${event.id}`)
  await expect(page.getByText(t('eventHome.tonight.noArrivals'))).toBeVisible()
  await expect(page.getByText(t('eventHome.tonight.noDoors'))).toBeVisible()
  await expectAccessible(page, 'the evening of an event')
  await letIn(owner, event, guest)
  await expect(page.getByText(t('eventHome.tonight.noArrivals'))).toBeHidden()
  await expect(page.getByText(/1 người đã đến/)).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await overflows(page), 'the evening on a phone').toBe(false)

  // Over: one sentence, and the report as a file.
  const gone = await makeEvent(owner, { title: 'Hội chợ Thu', openRegistrationDate: days(-20), closeRegistrationDate: days(-12), eventStartDate: days(-10) })
  const late = await register(owner, gone, 'Phạm Hồng Hà', 2)
  await letIn(owner, gone, late)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`/event-management/${gone.id}`)
  await expect(page.getByText(t('eventHome.after.came_other', { came: 1, number: 1, share: 100 }))).toBeVisible()
  await expect(page.getByText(t('events.status.closed'), { exact: true })).toHaveCount(0)
  await expect(page.getByRole('link', { name: t('eventHome.after.thank') })).toHaveAttribute('href', /start=thanks/)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: t('eventHome.after.report') }).click()
  expect((await download).suggestedFilename()).toMatch(/\.pdf$/)
  await expectAccessible(page, 'an event that is over')
})

test('an event is led from its home in English on a phone', async ({ browser }) => {
  const t = wordsIn('en')
  const owner = await logInAsAdmin()
  const event = await makeEvent(owner, { title: 'Craft workshop', coverImage: await upload(owner, 'eventCover') })
  const guest = await register(owner, event, 'Mai Tran', 1)
  const page = await openBrowser(browser, 'en', 390)
  await enter(page, owner)
  await page.goto('/event-management')
  await page.getByRole('link', { name: event.title, exact: true }).click()
  await expect(figure(page, t, 'participants')).toContainText('1 of 100')
  await letIn(owner, event, guest)
  await expect(page.getByRole('link', { name: /Mai Tran/ })).toBeVisible()
  await expect(todos(page, t).getByRole('link')).toHaveText([t('eventHome.todo.device')])
  await expectAccessible(page, 'the home on a phone')
  expect(await overflows(page), 'the home').toBe(false)
  for (const entry of ['guests', 'tickets', 'messages', 'door', 'settings']) {
    await page.getByRole('link', { name: t(`shell.event.${entry}`), exact: true }).click()
    await expect(page.getByRole('link', { name: t(`shell.event.${entry}`), exact: true })).toBeInViewport()
    expect(await overflows(page), entry).toBe(false)
  }
  await post(`/event/${event.id}/cancel`, { reason: 'Storm' }, owner)
  await page.goto(`/event-management/${event.id}`)
  await expect(page.getByText(t('events.cancelled.reason', { reason: 'Storm' }))).toBeVisible()
  await expect(page.getByRole('link', { name: t('shell.event.door'), exact: true })).toHaveCount(0)
  await expectAccessible(page, 'a cancelled event on a phone')
})
