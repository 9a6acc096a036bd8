import { type Browser, expect, type Page } from '@playwright/test'
import { get, logInAsAdmin, type MadeEvent, makeEvent, type Person, post, put } from '../support/api.ts'
import { expectAccessible } from '../support/axe.ts'
import { enter, type Lang, overflows, press, speak } from '../support/browser.ts'
import { admin } from '../support/places.ts'
import { test } from '../support/test.ts'
import { type T, wordsIn } from '../support/words.ts'

// A draw before a full hall: the organiser's projector, and a guest's phone that watches it live and checks the result.

interface Draw {
  winners: { id: string; name: string }[]
}

async function newPage(browser: Browser, lang: Lang, width: number): Promise<Page> {
  const context = await browser.newContext({ viewport: { width, height: width === 390 ? 844 : 900 } })
  const page = await context.newPage()
  await speak(page, lang)
  return page
}

/** Registers a participant and checks them in. */
async function arrive(owner: Person, event: MadeEvent, name: string, at: number) {
  const body = { fullName: name, email: `khach${at}@${event.id}.example`, phone: '0912345678', company: 'Công ty Sao Mai' }
  const { id } = await post<{ id: string }>(`/event/${event.id}/attendances`, body, owner)
  await post('/event/checkin', { eventId: event.id, attendanceId: id, checkedIn: true }, owner)
}

const drawButton = (page: Page, t: T) => page.getByRole('button', { name: t('luckyDraw.controls.draw'), exact: true })

const winners = async (event: MadeEvent) => (await get<Draw>(`/event/${event.id}/lucky-draw`)).winners

/** The name that fills the stage. */
const announced = (page: Page, name: string) => page.getByRole('status').getByText(name, { exact: true })

test('a draw in Vietnamese, from an empty hall to a winner whom everyone can check', async ({ browser }) => {
  const t = wordsIn('vi')
  const owner = await logInAsAdmin()
  const event = await makeEvent(owner, { title: 'Tiệc tất niên Sao Mai' })

  const phone = await newPage(browser, 'vi', 390)
  await phone.goto(`/lucky-draw/${event.id}`)
  await expect(phone.getByText(t('luckyDraw.empty.closed'))).toBeVisible()
  await expect(drawButton(phone, t)).toHaveCount(0)

  const projector = await newPage(browser, 'vi', 1440)
  await enter(projector, admin)
  await projector.goto(`/participant-management/${event.id}`)
  await projector.getByRole('link', { name: t('shell.event.draw') }).click()
  await expect(projector).toHaveURL(new RegExp(`/lucky-draw/${event.id}$`))
  await expect(drawButton(projector, t)).toBeDisabled()

  // Guests come in, and their names are in the pot at once.
  for (const [at, name] of ['Nguyễn Văn An', 'Trần Thị Bình', 'Lê Minh Châu'].entries()) await arrive(owner, event, name, at)
  await expect(projector.getByText(t('luckyDraw.bar.checkedIn_other', { total: 3 }))).toBeVisible()
  await expectAccessible(projector, 'the wheel before the draw')
  // Everyone else still learns nothing.
  const closed = await get<Draw & { entries: unknown[]; total: number }>(`/event/${event.id}/lucky-draw`)
  expect(closed).toMatchObject({ isOpen: false, total: 0, entries: [], winners: [] })
  await expect(phone.getByText(t('luckyDraw.empty.closed'))).toBeVisible()

  await projector.getByRole('button', { name: t('luckyDraw.setup.open') }).first().click()
  const drawer = projector.getByRole('dialog')
  await drawer.getByRole('button', { name: t('luckyDraw.setup.add') }).click()
  await drawer.getByRole('button', { name: t('luckyDraw.setup.save'), exact: true }).click()
  await expect(drawer.getByText(t('common.invalid.required'))).toBeVisible()
  await drawer.getByLabel(t('luckyDraw.setup.name')).fill('Xe máy')
  const preview = drawer.getByRole('group', { name: t('luckyDraw.setup.preview') })
  await expect(preview.getByText('An N.', { exact: true })).toBeVisible()
  await expect(preview.getByText(t('luckyDraw.setup.notShown'))).toBeVisible()
  await drawer.getByRole('switch', { name: t('luckyDraw.setup.isOpen') }).check()
  await expect(preview.getByText(t('luckyDraw.setup.shown'))).toBeVisible()
  await expectAccessible(projector, 'the settings')
  await drawer.getByRole('button', { name: t('luckyDraw.setup.save'), exact: true }).click()
  await expect(drawer).toBeHidden()
  await expect(phone.getByText('Xe máy')).toBeVisible()

  // The list is locked: everyone sees the promise before the wheel turns.
  await projector.getByRole('button', { name: t('luckyDraw.controls.lock') }).click()
  const promise = t('luckyDraw.promise.locked_other', { number: 1, people: 3 })
  await expect(projector.getByText(promise)).toBeVisible()
  await expect(phone.getByText(promise)).toBeVisible()
  await projector.getByLabel(t('luckyDraw.controls.word')).fill('hoa sen')
  await drawButton(projector, t).click()
  // While it turns, the list of winners keeps silent.
  await expect(phone.getByText(t('luckyDraw.stage.turning'))).toBeAttached()
  const silent = expect(phone.getByText(t('luckyDraw.lists.nobody'))).toBeVisible()
  await expect.poll(async () => (await winners(event)).length).toBe(1)
  const [won] = await winners(event)
  if (!won) throw new Error('no winner was drawn')
  await silent
  await expect(announced(projector, won.name)).toBeVisible()
  await expect(announced(phone, won.name)).toBeVisible()
  // Both screens stand before the hall: the short name alone. The organiser asks for the rest.
  expect(won.name).toMatch(/^(An N|Bình T|Châu L)\.$/)
  for (const page of [projector, phone]) await expect(page.getByText('Công ty Sao Mai')).toHaveCount(0)
  await projector.getByRole('switch', { name: t('luckyDraw.lists.reveal') }).click()
  await expect(projector.getByText('Công ty Sao Mai')).toBeVisible()
  await projector.getByRole('switch', { name: t('luckyDraw.lists.reveal') }).click()
  await expect(projector.getByText(t('luckyDraw.controls.usedUp'))).toBeVisible()

  // The guest draws again on the phone.
  await phone.getByRole('button', { name: t('luckyDraw.verify.openNamed', { name: won.name }) }).click()
  await expect(phone.getByText(t('luckyDraw.verify.holds'))).toBeVisible()
  await expect(phone.getByText('hoa sen')).toBeVisible()
  await expectAccessible(phone, 'the verification')
  expect(await overflows(phone)).toBe(false)
  await phone.getByRole('button', { name: t('common.close') }).click()

  // The winner has gone home: taken back, and drawn no more.
  await projector.getByRole('button', { name: t('luckyDraw.void.openNamed', { name: won.name }) }).click()
  await projector.getByRole('dialog').getByRole('button', { name: t('luckyDraw.void.confirm') }).click()
  await expect(projector.getByText(t('luckyDraw.lists.nobody'))).toBeVisible()
  await expect(phone.getByText(t('luckyDraw.lists.nobody'))).toBeVisible()
  await expect(projector.getByText(t('luckyDraw.bar.checkedIn_other', { total: 2 }))).toBeVisible()

  // Again, with the keyboard. A page opened now shows the result, not the turn.
  await expect(projector.getByRole('dialog')).toBeHidden()
  await expect(drawButton(projector, t)).toBeEnabled()
  await projector.getByRole('heading', { level: 1 }).click()
  await press(projector, 'Space')
  await expect.poll(async () => (await winners(event)).length).toBe(1)
  const [second] = await winners(event)
  expect(second?.name).not.toBe(won.name)
  await expect(announced(projector, second?.name ?? '')).toBeVisible()
  const late = await newPage(browser, 'vi', 390)
  await late.goto(`/lucky-draw/${event.id}`)
  await expect(late.getByRole('listitem').getByText(second?.name ?? '')).toBeVisible()

  // A cancelled event has no draw any more.
  await post(`/event/${event.id}/cancel`, {}, owner)
  await late.reload()
  await expect(late.getByRole('alert')).toBeVisible()
  await expect(late.getByText('Tiệc tất niên Sao Mai')).toHaveCount(0)
})

test('a draw in English, watched from a phone', async ({ browser }) => {
  const t = wordsIn('en')
  const owner = await logInAsAdmin()
  const event = await makeEvent(owner, { title: 'Year-end party' })
  for (const [at, name] of ['Ann Lee', 'Bob Tran'].entries()) await arrive(owner, event, name, at)
  await put(`/event/${event.id}/lucky-draw`, { isOpen: true, nameForm: 'full' }, owner)
  const projector = await newPage(browser, 'en', 1440)
  await enter(projector, admin)
  await projector.goto(`/lucky-draw/${event.id}`)
  await expect(drawButton(projector, t)).toBeEnabled()
  const phone = await newPage(browser, 'en', 390)
  await phone.goto(`/lucky-draw/${event.id}`)
  await expect(phone.getByText(t('luckyDraw.bar.checkedIn_other', { total: 2 }))).toBeVisible()
  await drawButton(projector, t).click()
  await expect.poll(async () => (await winners(event)).length).toBe(1)
  const [won] = await winners(event)
  for (const page of [projector, phone]) await expect(announced(page, won?.name ?? '')).toBeVisible()
  await expectAccessible(projector, 'the winner')

  // The hall sees no controls until the mouse moves; a phone always shows them.
  const controls = (page: Page) => page.getByRole('link', { name: t('luckyDraw.bar.back') })
  await expect(controls(projector)).toHaveCSS('opacity', '0')
  await expect(controls(phone)).toHaveCSS('opacity', '1')
  await projector.mouse.move(400, 400)
  await projector.mouse.move(420, 400)
  await expect(controls(projector)).toHaveCSS('opacity', '1')

  // The smallest projector: nothing has to be scrolled, and Escape leads back, first to the wheel, then to the event.
  await projector.setViewportSize({ width: 1024, height: 768 })
  expect(await projector.evaluate(() => document.documentElement.scrollHeight)).toBe(768)
  expect(await overflows(projector)).toBe(false)
  await press(projector, 'Escape')
  await expect(announced(projector, won?.name ?? '')).toHaveCount(0)
  await press(projector, 'Escape')
  await expect(projector).toHaveURL(new RegExp(`/event-management/${event.id}$`))
})

test('a phone is the remote of the big screen, which has no controls meanwhile', async ({ browser }) => {
  const t = wordsIn('vi')
  const owner = await logInAsAdmin()
  const event = await makeEvent(owner, { title: 'Gala cuối năm' })
  for (const [at, name] of ['Nguyễn Văn An', 'Trần Thị Bình', 'Lê Minh Châu'].entries()) await arrive(owner, event, name, at)
  const prizes = [
    { name: 'Xe máy', quantity: 1 },
    { name: 'Nón', quantity: 2 },
  ]
  await put(`/event/${event.id}/lucky-draw`, { isOpen: true, nameForm: 'full', prizes }, owner)
  const projector = await newPage(browser, 'vi', 1440)
  await enter(projector, admin)
  await projector.goto(`/lucky-draw/${event.id}`)
  await expect(drawButton(projector, t)).toBeVisible()
  await projector.getByRole('button', { name: t('luckyDraw.remote.open') }).click()
  const way = projector.getByRole('dialog')
  await expect(way.getByRole('img', { name: t('luckyDraw.remote.qr') })).toBeVisible()
  await expectAccessible(projector, 'the way to the remote')

  // The phone has scanned the code and has no login yet.
  const phone = await newPage(browser, 'vi', 390)
  await phone.goto(`/lucky-draw/${event.id}?remote=true`)
  await phone.getByRole('link', { name: t('luckyDraw.remote.login.submit') }).click()
  await phone.locator('input[type=email]').fill(admin.email)
  await phone.locator('input[type=password]').fill(admin.password)
  await phone.locator('form button[type=submit]').click()
  await expect(phone.getByText(t('luckyDraw.remote.readyFor', { prize: 'Xe máy' }))).toBeVisible()
  await expectAccessible(phone, 'the remote')
  expect(await overflows(phone)).toBe(false)
  expect((await drawButton(phone, t).boundingBox())?.height).toBeGreaterThanOrEqual(56)

  // The big screen has no controls any more, however the mouse moves.
  await expect(projector.getByText(t('luckyDraw.remote.led'))).toBeAttached()
  await expect(way).toBeHidden()
  await projector.mouse.move(400, 400)
  await projector.mouse.move(420, 400)
  await expect(drawButton(projector, t)).toBeHidden()
  await expect(projector.getByRole('link', { name: t('luckyDraw.bar.back') })).toBeHidden()

  await phone.getByLabel(t('luckyDraw.controls.prize')).selectOption({ label: t('luckyDraw.controls.left', { name: 'Nón', number: 2 }) })
  await expect(projector.getByText(t('luckyDraw.stage.prize', { prize: 'Nón' }))).toBeVisible()
  await drawButton(phone, t).click()
  await expect.poll(async () => (await winners(event)).length).toBe(1)
  const [first] = await winners(event)
  for (const page of [projector, phone]) {
    await expect(announced(page, first?.name ?? '')).toBeVisible()
    await expect(page.getByText(t('luckyDraw.stage.wins', { prize: 'Nón' }))).toBeVisible()
  }
  await expectAccessible(phone, 'the result on the remote')
  await phone.getByRole('button', { name: t('luckyDraw.remote.next', { prize: 'Nón' }) }).click()
  await expect(announced(projector, first?.name ?? '')).toHaveCount(0)

  // The keys of the big screen still draw, for the prize that the remote has chosen.
  await press(projector, 'Space')
  await expect.poll(async () => (await winners(event)).length).toBe(2)
  const second = (await winners(event))[0]?.name ?? ''
  for (const page of [projector, phone]) await expect(announced(page, second)).toBeVisible()

  // That winner has gone home.
  await phone.getByRole('button', { name: t('luckyDraw.remote.again') }).click()
  await phone.getByRole('dialog').getByRole('button', { name: t('luckyDraw.void.confirm') }).click()
  await expect(announced(projector, second)).toHaveCount(0)
  await expect.poll(async () => (await winners(event)).map(({ name }) => name)).toEqual([first?.name])
  await expect(phone.getByText(t('luckyDraw.remote.readyFor', { prize: 'Nón' }))).toBeVisible()

  // The controls come back with the end of the remote, and the phone may begin again.
  await phone.getByRole('button', { name: t('luckyDraw.remote.leave') }).click()
  await expect(drawButton(projector, t)).toBeVisible()
  await phone.getByRole('button', { name: t('luckyDraw.remote.open') }).click()
  await expect(phone.getByText(t('luckyDraw.remote.title'))).toBeVisible()
  await expect(drawButton(projector, t)).toBeHidden()
  await phone.context().close()
  await expect(drawButton(projector, t)).toBeVisible()
})

test('a pasted list stays in the page', async ({ browser }) => {
  const t = wordsIn('vi')
  const page = await newPage(browser, 'vi', 1440)
  await page.goto('/lucky-draw')
  await expect(page, 'the draw without an event requires a login').toHaveURL(/\/auth\/login/)
  await enter(page, admin)
  await page.goto('/lucky-draw')
  await expect(page.getByRole('heading', { level: 1, name: t('shell.title.luckyDraw') })).toBeVisible()
  await expectAccessible(page, 'the choice')
  await page.getByRole('tab', { name: t('luckyDraw.choose.list') }).click()
  await page.getByLabel(t('luckyDraw.paste.label')).fill('1. Nguyễn Văn An\n\n2. Trần Thị Bình\n')
  await expect(page.getByText(t('luckyDraw.paste.found_other', { number: 2 }), { exact: true })).toBeVisible()
  await page.getByRole('button', { name: t('luckyDraw.paste.start') }).click()

  const sent: string[] = []
  page.on('request', (request) => sent.push(request.url()))
  await expect(drawButton(page, t)).toBeEnabled()
  await press(page, 'Enter')
  await expect(page.getByText(t('luckyDraw.stage.congratulations'))).toBeVisible()
  await expect(page.getByText(t('luckyDraw.paste.left_other', { number: 1 }))).toBeVisible()
  await drawButton(page, t).click()
  await expect(page.getByText(t('luckyDraw.paste.left_other', { number: 0 }))).toBeVisible()
  for (const name of ['Nguyễn Văn An', 'Trần Thị Bình']) await expect(page.getByRole('listitem').getByText(name)).toBeVisible()
  await expect(drawButton(page, t)).toBeDisabled()
  expect(sent.filter((url) => url.includes('/api/event'))).toEqual([])
})
