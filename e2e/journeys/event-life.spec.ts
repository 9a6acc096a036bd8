import { expect, type Page } from '@playwright/test'
import { get, makeEvent, makeOrganiser, type MadeEvent, type Person, picture, post } from '../support/api.ts'
import { expectAccessible } from '../support/axe.ts'
import { enter, openBrowser, overflows } from '../support/browser.ts'
import { mailTo } from '../support/mail.ts'
import { test } from '../support/test.ts'
import { type T, wordsIn } from '../support/words.ts'
import { setDate } from './organiser.ts'

// The life of an event after it was made: copied, opened again, cancelled, deleted; with the visitors' view meanwhile.

const hours = (count: number) => new Date(Date.now() + count * 3_600_000)

const register = (owner: Person, event: MadeEvent, fullName: string, email: string) =>
  post(`/event/${event.id}/attendances`, { fullName, email, phone: '0912345678', company: 'Gốm Bát Tràng', ticketId: event.tickets[0]?.id }, owner)

const row = (page: Page, title: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title, exact: true }) })

async function more(page: Page, t: T, title: string, action: string) {
  await page.getByRole('button', { name: t('events.action.more', { title }) }).click()
  await page.getByRole('menuitem', { name: t(`events.action.${action}`) }).click()
}

/** Opens the event's address as a visitor without an account. */
const visit = (page: Page, id: string) => page.goto(`/form/${id}`)

/** The words of the row before the moment they name. */
const upTo = (text: string) => text.slice(0, text.indexOf('\u0000')).trim()

test('the life of events in Vietnamese', async ({ browser }) => {
  const t = wordsIn('vi')
  const owner = await makeOrganiser('Nguyễn Ngọc Lan', 'lan.doi@hoi.example', 4)
  const open = await makeEvent(owner, {
    title: 'Hội thảo Gốm Việt',
    backgroundColor: '#143670',
    eventForm: { scheme: [{ question: 'Bạn đến từ làng nghề nào?', type: 'TEXT', required: 'true' }] },
    tickets: [{ name: 'Phổ thông', price: 0, quantity: 40, isHidden: false }],
  })
  const closed = await makeEvent(owner, {
    title: 'Chợ phiên cuối tuần',
    openRegistrationDate: hours(-48).toISOString(),
    closeRegistrationDate: hours(-1).toISOString(),
  })
  await makeEvent(owner, { title: 'Lễ hội Ánh sáng', openRegistrationDate: hours(24).toISOString(), closeRegistrationDate: hours(48).toISOString() })
  await register(owner, open, 'Trần Thị Mai', 'mai@doi.example')
  await register(owner, open, 'Lê Minh Quân', 'quan@doi.example')
  await register(owner, closed, 'Phạm Hồng Hà', 'ha@doi.example')

  const visitor = await openBrowser(browser, 'vi', 390)
  const page = await openBrowser(browser, 'vi', 1440)
  await enter(page, owner)
  const said = (key: string) => upTo(t(`events.visitor.${key}`, { date: '\u0000' }))

  // Each row states what a visitor of that event sees now, and the public page agrees.
  await expect(page.getByText(t('events.planUsed_other', { used: 3, limit: 4 }))).toBeVisible()
  await expect(row(page, open.title)).toContainText('còn 38 chỗ')
  await expect(row(page, closed.title)).toContainText(said('closed'))
  await expect(row(page, 'Lễ hội Ánh sáng')).toContainText(said('upcoming'))
  await expectAccessible(page, 'the events')
  await visit(visitor, closed.id)
  await expect(visitor.getByText(t('publicPage.status.closed')).first()).toBeVisible()

  // A copy has everything but the dates, and is the last event of the plan.
  await more(page, t, open.title, 'duplicate')
  await expect(page).toHaveURL(new RegExp(`/event-management/add-new\\?from=${open.id}`))
  await expect(page.getByText(t('events.copy.notice', { title: open.title }))).toBeVisible()
  const copied = t('events.copy.title', { title: open.title })
  await expect(page.getByLabel(t('events.field.title'))).toHaveValue(copied)
  await expectAccessible(page, 'the copy of an event')
  await page.getByRole('button', { name: t('common.next'), exact: true }).click()
  await expect(page.getByText(t('common.invalid.required')).first(), 'the dates are left to choose').toBeVisible()
  await setDate(page, t, 'eventStartDate', hours(96))
  for (const step of ['formInfo', 'paymentInfo', 'emailContent']) {
    await page.getByRole('button', { name: t('common.next'), exact: true }).click()
    await expect(page.getByRole('heading', { level: 2, name: t(`events.step.${step}`) })).toBeVisible()
  }
  await page.getByRole('button', { name: t('events.wizard.publish') }).click()
  await expect(page.getByRole('dialog', { name: t('events.shared.open') })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('heading', { level: 1, name: copied })).toBeVisible()
  await page.goto('/event-management')
  await expect(row(page, copied)).toContainText('còn 40 chỗ')
  const { items } = await get<{ items: { id: string; title: string }[] }>('/event', owner)
  const copy = items.find(({ title }) => title === copied)?.id ?? ''
  await visit(visitor, copy)
  await expect(visitor.getByLabel('Bạn đến từ làng nghề nào?')).toBeVisible()
  await expect(visitor.getByRole('radio', { name: /Phổ thông/ })).toBeVisible()

  // The plan is full, and the button says so, also to screen readers.
  await expect(page.getByText(t('events.planUsed_other', { used: 4, limit: 4 }))).toBeVisible()
  const add = page.getByRole('button', { name: t('events.add') })
  await expect(add).toHaveAttribute('aria-disabled', 'true')
  await add.hover()
  await expect(page.getByRole('tooltip', { name: t('common.atLimit') })).toBeVisible()
  await expect(add).toHaveAccessibleDescription(t('common.atLimit'))
  await expectAccessible(page, 'the events of a full plan')

  // Registration that is over is opened again.
  await page.getByRole('link', { name: closed.title, exact: true }).click()
  await page.getByRole('link', { name: t('shell.event.settings'), exact: true }).click()
  await page.getByRole('button', { name: t('events.reopen.action') }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(t('events.reopen.message'))).toBeVisible()
  await dialog.getByRole('button', { name: t('events.reopen.action') }).click()
  await expect(dialog.getByText(t('common.invalid.required'))).toBeVisible()
  const tomorrow = new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Ho_Chi_Minh' }).format(hours(24))
  await dialog.getByLabel(t('common.dateOf', { label: t('events.reopen.until') })).fill(tomorrow)
  await dialog.getByLabel(t('common.timeOf', { label: t('events.reopen.until') })).fill('21:30')
  await expectAccessible(page, 'the question for a new closing date')
  await dialog.getByRole('button', { name: t('events.reopen.action') }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: t('events.reopen.action') })).toBeHidden()
  await visit(visitor, closed.id)
  await expect(visitor.getByLabel(t('publicPage.field.fullName'))).toBeVisible()

  // Called off: everyone is told, and the page only says so.
  await page.goto(`/event-management/edit/${open.id}`)
  await page.getByRole('button', { name: t('events.action.more', { title: open.title }) }).click()
  await page.getByRole('menuitem', { name: t('events.cancel.action') }).click()
  await expect(dialog.getByRole('checkbox', { name: t('events.cancel.tell_other', { number: 2 }) })).toBeChecked()
  await dialog.getByLabel(t('events.cancel.reason')).fill('Bão về đúng ngày, mong anh chị thông cảm.')
  await expectAccessible(page, 'the question before an event is cancelled')
  await dialog.getByRole('button', { name: t('events.cancel.confirm') }).click()
  await expect(page.getByText(t('events.cancelled.description'))).toBeVisible()
  for (const [name, address] of [
    ['Trần Thị Mai', 'mai@doi.example'],
    ['Lê Minh Quân', 'quan@doi.example'],
  ] as const) {
    const { text } = await mailTo(address, /Hội thảo Gốm Việt/)
    expect(text).toContain(name)
    expect(text).toContain('Bão về đúng ngày')
  }
  await visit(visitor, open.id)
  await expect(visitor.getByText(t('publicPage.notice.cancelled.title'))).toBeVisible()
  await expect(visitor.getByText(open.title), 'and nothing else').toHaveCount(0)
  await expect(visitor.locator('form')).toHaveCount(0)
  await page.getByRole('link', { name: t('events.backToList') }).click()
  await expect(row(page, open.title)).toContainText(t('events.visitor.cancelled'))
  await expect(row(page, closed.title)).toContainText('còn 99 chỗ')

  // Deleting says how many people go with it untold, and leads first to the cancellation with its letter.
  await more(page, t, closed.title, 'delete')
  await expect(dialog.getByText(t('events.delete.withParticipants_other', { title: closed.title, number: 1 }))).toBeVisible()
  await expect(dialog.getByText(t('events.delete.untold_other', { number: 1 }))).toBeVisible()
  await expectAccessible(page, 'the question before an event with guests is deleted')
  await dialog.getByRole('button', { name: t('events.delete.instead') }).click()
  const letter = page.getByRole('dialog', { name: t('events.cancel.title') })
  await expect(letter.getByRole('checkbox', { name: t('events.cancel.tell_other', { number: 1 }) })).toBeChecked()
  await letter.getByRole('button', { name: t('events.cancel.keep') }).click()
  // Both may still be closing, and an assertion about one dialog refuses two at once.
  await expect(dialog).toHaveCount(0)
  await more(page, t, closed.title, 'delete')
  await dialog.getByRole('button', { name: t('events.cancel.keep') }).click()
  await expect(dialog).toBeHidden()
  await expect(row(page, closed.title)).toBeVisible()
  await more(page, t, 'Lễ hội Ánh sáng', 'delete')
  await expect(dialog.getByText(t('events.delete.withoutParticipants', { title: 'Lễ hội Ánh sáng' }))).toBeVisible()
  await expectAccessible(page, 'the question before an event is deleted')
  await dialog.getByRole('button', { name: t('events.delete.action') }).click()
  await expect(row(page, 'Lễ hội Ánh sáng')).toBeHidden()
  await expect(page.getByText(t('events.planUsed_other', { used: 3, limit: 4 }))).toBeVisible()
  await more(page, t, closed.title, 'delete')
  await dialog.getByRole('button', { name: t('events.delete.action') }).click()
  await expect(row(page, closed.title)).toBeHidden()
  await visit(visitor, closed.id)
  await expect(visitor.getByText(t('publicPage.notice.notFound.title'))).toBeVisible()

  await page.setViewportSize({ width: 390, height: 844 })
  await expect(row(page, copied)).toBeVisible()
  expect(await overflows(page), 'the events on a phone').toBe(false)
  await expectAccessible(page, 'the events on a phone')
})

test('the cover album in Vietnamese', async ({ browser }) => {
  const t = wordsIn('vi')
  const owner = await makeOrganiser('Trần Minh Anh', 'anh.bia@hoi.example')
  const event = await makeEvent(owner, { title: 'Triển lãm tranh Đông Hồ' })
  const page = await openBrowser(browser, 'vi', 1440)
  await enter(page, owner)
  await page.getByRole('button', { name: t('events.album.open') }).click()
  const album = page.getByRole('dialog', { name: t('events.album.title') })
  await expect(album.getByText(t('events.album.empty.title'))).toBeVisible()

  // Several at once: a file that is no image is named, the others are uploaded.
  const image = (name: string, colour: [number, number, number]) => ({ name, mimeType: 'image/png', buffer: picture(320, 180, colour) })
  await album
    .locator('input[type=file]')
    .setInputFiles([image('do.png', [168, 40, 40]), { name: 'ghi-chu.txt', mimeType: 'text/plain', buffer: Buffer.from('Đây là chữ.') }, image('xanh.png', [14, 124, 102])])
  const covers = album.getByRole('listitem')
  await expect(covers).toHaveCount(2)
  await expect(album.getByRole('alert')).toContainText(`ghi-chu.txt: ${t('common.upload.wrongType')}`)
  await expectAccessible(page, 'the cover album')
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await overflows(page), 'the album on a phone').toBe(false)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.keyboard.press('Escape')
  await expect(album).toBeHidden()

  // A cover from the album becomes the event's.
  await page.goto(`/event-management/edit/${event.id}`)
  await page.getByRole('button', { name: t('events.album.pick') }).click()
  const choice = page.getByRole('dialog', { name: t('events.album.pick') })
  await choice.getByRole('listitem').first().getByRole('button').first().click()
  await expect(choice).toBeHidden()
  const preview = page.getByRole('img', { name: t('common.upload.preview', { label: t('events.field.coverImage') }) })
  await expect(preview).toBeVisible()
  const chosen = (await preview.getAttribute('src')) ?? ''
  await page.getByRole('button', { name: t('common.save'), exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: t('common.save') }).click()
  await expect.poll(async () => (await get<{ coverImage: string | null }>(`/event/${event.id}`, owner)).coverImage).toBe(chosen)

  // It may leave the album; the event keeps it.
  await page.goto('/event-management')
  await page.getByRole('button', { name: t('events.album.open') }).click()
  for (const left of [1, 0]) {
    await covers.first().getByRole('button').click()
    const question = page.getByRole('dialog', { name: t('events.album.delete.title') })
    await question.getByRole('button', { name: t('common.delete') }).click()
    await expect(covers).toHaveCount(left)
  }
  const visitor = await openBrowser(browser, 'vi', 390)
  await visitor.goto(`/form/${event.id}`)
  const shown = visitor.locator(`img[src*="${chosen}"]`)
  await expect(shown).toBeVisible()
  await expect.poll(() => shown.evaluate((img: HTMLImageElement) => img.naturalWidth), 'the picture itself is still there').toBeGreaterThan(0)
})

test('the life of an event in English on a phone', async ({ browser }) => {
  const t = wordsIn('en')
  const owner = await makeOrganiser('Lan Nguyen', 'lan.life@hoi.example', 2)
  const event = await makeEvent(owner, { title: 'Craft workshop' })
  await register(owner, event, 'Mai Tran', 'mai@life.example')
  const page = await openBrowser(browser, 'en', 390)
  await enter(page, owner)
  await expect(page.getByText(t('events.planUsed_other', { used: 1, limit: 2 }))).toBeVisible()
  await expect(row(page, event.title)).toContainText('99 seats left')
  expect(await overflows(page)).toBe(false)
  await more(page, t, event.title, 'duplicate')
  await expect(page.getByText(t('events.copy.notice', { title: event.title }))).toBeVisible()
  await expectAccessible(page, 'the copy on a phone')
  expect(await overflows(page)).toBe(false)

  await page.goto(`/event-management/edit/${event.id}`)
  await page.getByRole('button', { name: t('events.action.more', { title: event.title }) }).click()
  await page.getByRole('menuitem', { name: t('events.cancel.action') }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('button', { name: t('events.cancel.confirm') })).toBeVisible()
  await expectAccessible(page, 'the question before cancelling on a phone')
  await dialog.getByRole('button', { name: t('events.cancel.confirm') }).click()
  await expect(page.getByText(t('events.cancelled.description'))).toBeVisible()
  await mailTo('mai@life.example', /Craft workshop/)
  await page.goto('/event-management')
  await expect(row(page, event.title)).toContainText(t('events.visitor.cancelled'))
  await more(page, t, event.title, 'delete')
  await expect(dialog).toContainText(event.title)
  await dialog.getByRole('button', { name: t('events.delete.action') }).click()
  await expect(page.getByText(t('events.list.empty.title'))).toBeVisible()
  await expect(page.getByText(t('events.planUsed_other', { used: 1, limit: 2 })), 'a deleted event with participants still counts').toBeVisible()
})
