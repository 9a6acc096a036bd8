import { expect, type Locator, type Page } from '@playwright/test'
import { get, type MadeEvent, makeEvent, makeOrganiser, type Person, post } from '../support/api.ts'
import { expectAccessible } from '../support/axe.ts'
import { copiedBy, enter, openBrowser, overflows, press } from '../support/browser.ts'
import { mailsTo, mailTo } from '../support/mail.ts'
import { test } from '../support/test.ts'
import { type T, wordsIn } from '../support/words.ts'
import { send } from './visitor.ts'

// An organiser looks after the people of an event: finds them, knows them, does things to many at once, follows VIPs
// and their guests, and prints who runs the evening.

const QUESTION = 'Bạn có ăn chay không?'
const SENSITIVE = { question: 'Bạn dị ứng với gì?', answer: 'Đậu phộng' }

/** The delegation of one company: more than fit on a page. */
const DELEGATES = 22
/** The subject of the mail to a guest who was deleted. */
const CANCELLED = /^Đăng ký đã huỷ/

interface Guest {
  fullName: string
  email: string
  [field: string]: unknown
}

async function add(owner: Person, event: MadeEvent, guest: Guest): Promise<string> {
  const body = { phone: '0912345678', company: 'Gốm Bát Tràng', ticketId: event.tickets[0]?.id, ...guest }
  return (await post<{ id: string }>(`/event/${event.id}/attendances`, body, owner)).id
}

/** An event with two classes, of which the better one has a single seat, and a question of its own. */
async function makeCongress(owner: Person, title: string): Promise<MadeEvent> {
  return makeEvent(owner, {
    title,
    turnOffPayment: false,
    accountNumber: '0123456789',
    accountHolderName: 'CONG TY SAO MAI',
    bankName: 'Vietcombank',
    bankBin: '970436',
    paymentEmailContent: '<p>Mong nhận {{amount}}.</p>',
    sendEmailAfterRegister: true,
    registerEmailContent: '<p>Chào {{fullName}}</p>',
    eventForm: {
      scheme: [
        { question: QUESTION, type: 'ONE_CHOICE', required: 'true', choices: ['Có', 'Không'] },
        { question: SENSITIVE.question, type: 'TEXT', sensitive: true },
      ],
    },
    tickets: [
      { name: 'Phổ thông', price: 200_000, quantity: 90, isHidden: false },
      { name: 'Hàng ghế đầu', price: 500_000, quantity: 1, isHidden: false },
    ],
  })
}

/** Registers on the public page, so that there are answers. */
async function registerThemselves(event: MadeEvent, guest: Guest): Promise<void> {
  const { eventForm } = await get<{ eventForm: { scheme: { id: string; question: string }[] } }>(`/event/${event.id}/public`)
  const idOf = (question: string) => eventForm.scheme.find((one) => one.question === question)?.id
  await post(`/event/${event.id}/register`, {
    phone: '0987654321',
    company: 'Trà Tân Cương',
    ticketId: event.tickets[0]?.id,
    paymentMethod: 'BANK_TRANSFER',
    answers: [
      { questionId: idOf(QUESTION), answer: 'Có' },
      { questionId: idOf(SENSITIVE.question), answer: SENSITIVE.answer },
    ],
    consent: true,
    ...guest,
  })
}

/** From the menu to the event, as an organiser of many events goes. */
async function pick(page: Page, t: T, title: string) {
  await page.goto('/participant-management')
  await page.getByRole('searchbox', { name: t('events.picker.search') }).fill(title.slice(0, 12).toLowerCase())
  await page.getByRole('link', { name: title }).click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
}

const search = (page: Page, t: T) => page.getByRole('searchbox', { name: t('participants.filter.search') })
const rows = (page: Page) => page.locator('tbody tr')
const select = (page: Page, t: T, name: string) => page.getByRole('checkbox', { name: t('common.table.select', { name }), exact: true }).check()
const bulk = (page: Page, t: T) => page.getByRole('region', { name: t('participants.bulk.label') })

/** Clicks the label of a switch, which covers its input. */
const flip = (page: Page, toggle: Locator) => page.locator('label').filter({ has: toggle }).click()

/** A filter that has no chip of its own. */
async function choose(page: Page, t: T, filter: string, option: string) {
  await page.getByRole('button', { name: t('common.moreFilters') }).click()
  const more = page.getByRole('dialog', { name: t('common.moreFilters') })
  await more.getByRole('combobox', { name: filter, exact: true }).click()
  await page.getByRole('option', { name: option }).click()
  await page.keyboard.press('Escape')
  await expect(more).toBeHidden()
}

const chip = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) })

/** The most pixels above the first guest, the head that all screens of an event have and the tabs included. */
const CHROME = 256

const aboveTheFirst = (page: Page) =>
  page
    .locator('[data-row]')
    .first()
    .evaluate((name) => Math.round((name.closest('tr, li') ?? name).getBoundingClientRect().top))

/** The toast about the last action, with the button that undoes it. */
const toastOf = (page: Page, fact: string) => page.getByRole('status').filter({ hasText: fact })

const howMany = async (event: MadeEvent, owner: Person) =>
  (await get<{ total: number }>(`/event/${event.id}/attendances?limit=1`, owner)).total

/** Returns the number of pages of a PDF written by Chromium. */
const pagesOf = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length

/** Opens a participant's side panel with a press on their name. */
async function openPanel(page: Page, name: string) {
  await page.getByRole('button', { name: new RegExp(`^${name}`) }).click()
  const panel = page.getByRole('dialog', { name })
  await expect(panel).toBeVisible()
  return panel
}

test('everyone is found, known and dealt with in bulk, in Vietnamese', async ({ browser }) => {
  const t = wordsIn('vi')
  const p = (key: string, values?: Record<string, string | number>) => t(`participants.${key}`, values)
  const owner = await makeOrganiser('Nguyễn Ngọc Lan', 'lan.khach@hoi.example')
  const event = await makeCongress(owner, 'Hội nghị Khách hàng 2026')
  await registerThemselves(event, { fullName: 'Trần Thị Mai', email: 'mai@tan-cuong.example' })
  await add(owner, event, { fullName: 'Lê Minh Quân', email: 'quan@khach.example', role: 'Trưởng phòng' })
  await add(owner, event, { fullName: 'Phạm Hồng Hà', email: 'ha@khach.example', participationType: 'SPONSOR', paymentStatus: 'paid' })
  await Promise.all(
    Array.from({ length: DELEGATES }, (_, at) => add(owner, event, { fullName: `Đoàn viên ${at + 1}`, email: `${at + 1}@sao-mai.example` })),
  )

  const page = await openBrowser(browser, 'vi', 1440)
  await enter(page, owner)
  await pick(page, t, event.title)
  const everyone = DELEGATES + 3
  await expect(page.getByText(p('summary', { count: everyone, total: everyone, checkedIn: 0 }))).toBeVisible()
  await expect(chip(page, p('payment.unpaid'))).toContainText(`${everyone - 1} · 4,8`)
  await expect.poll(() => aboveTheFirst(page), 'little stands above the first guest').toBeLessThanOrEqual(CHROME)

  // Search while typing, without the accents; filters beside it; the address remembers all of it.
  await search(page, t).pressSequentially('pham hong', { delay: 20 })
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText('Phạm Hồng Hà')
  await expect(page).toHaveURL(/search=pham/)
  await chip(page, p('payment.unpaid')).click()
  await expect(page.getByText(p('nobodyFound'))).toBeVisible()
  await choose(page, t, p('filter.payment'), p('payment.paid'))
  await choose(page, t, p('filter.type'), t('common.participationType.SPONSOR'))
  await expect(rows(page)).toHaveCount(1)
  await page.reload()
  await expect(rows(page)).toHaveCount(1)
  await expect(search(page, t)).toHaveValue('pham hong')
  const sponsors = { filter: p('filter.type'), value: t('common.participationType.SPONSOR') }
  await expect(page.getByRole('button', { name: p('filter.clear', sponsors) })).toBeVisible()
  await page.getByRole('button', { name: t('common.clearFilters') }).click()
  await expect(rows(page)).toHaveCount(everyone)

  // Sorted by name without regard to accents, Đ as D; the address remembers the order, and a third click takes it back.
  const byName = page.getByRole('columnheader', { name: p('field.fullName') })
  await byName.getByRole('button').click()
  await expect(byName).toHaveAttribute('aria-sort', 'ascending')
  await expect(rows(page).first()).toContainText('Đoàn viên 1')
  await byName.getByRole('button').click()
  await expect(rows(page).first()).toContainText('Trần Thị Mai')
  await page.reload()
  await expect(byName).toHaveAttribute('aria-sort', 'descending')
  await expect(rows(page).first()).toContainText('Trần Thị Mai')
  await byName.getByRole('button').click()
  await expect(page).not.toHaveURL(/sort=/)

  // The side panel of a participant who registered: their answers, a change, and its history.
  await search(page, t).fill('tran thi')
  await expect(rows(page)).toHaveCount(1)
  const panel = await openPanel(page, 'Trần Thị Mai')
  await expect(page).toHaveURL(/person=/)
  await expect(panel.getByText(p('source.form'))).toBeVisible()
  await expect(panel.getByRole('button', { name: p('panel.pay', { amount: '200.000\u00a0₫' }) })).toBeVisible()
  await expect(panel.getByRole('link', { name: '0987 654 321' })).toHaveAttribute('href', 'tel:0987654321')
  await expect(panel.getByRole('img', { name: p('panel.qr', { name: 'Trần Thị Mai' }) })).toBeVisible()
  await expectAccessible(page, 'the side panel')
  const answer = panel.getByRole('region', { name: p('group.answers') })
  await expect(answer.getByText(QUESTION)).toBeVisible()
  await expect(answer.getByText('Có', { exact: true })).toBeVisible()
  await expect(answer.getByText(SENSITIVE.answer), 'hidden from passers-by').toBeHidden()
  await answer.getByRole('button', { name: p('sensitive.showOf', { question: SENSITIVE.question }) }).click()
  await expect(answer.getByText(SENSITIVE.answer)).toBeVisible()
  await answer.getByRole('button', { name: p('sensitive.hideOf', { question: SENSITIVE.question }) }).click()
  await expect(answer.getByText(SENSITIVE.answer)).toBeHidden()
  await expect(panel.getByRole('tab', { name: p('panel.guests') }), 'only participants who share seats have guests').toBeHidden()
  await panel.getByRole('button', { name: t('common.edit') }).click()
  await panel.getByLabel(p('field.role')).fill('Giám đốc')
  await panel.getByLabel(p('field.country')).fill('Việt Nam')
  await expectAccessible(page, 'the form in the side panel')
  await panel.getByRole('button', { name: t('common.save') }).click()
  await expect(panel.getByText('Giám đốc')).toBeVisible()
  await page.reload()
  await expect(panel.getByText('Giám đốc'), 'the address opens the panel').toBeVisible()
  await expect(panel.getByText(/^Nguyễn Ngọc Lan · /), 'a change and a look').toHaveCount(2)
  await expect(panel.getByText(t('events.log.action.participant.registered', { name: 'Trần Thị Mai' }))).toBeVisible()
  const look = { name: 'Trần Thị Mai', question: SENSITIVE.question }
  await expect(panel.getByText(t('events.log.action.participant.answerSeen', look))).toBeVisible()
  await expectAccessible(page, 'the history')
  await panel.getByRole('button', { name: t('common.close') }).click()
  await expect(panel).toBeHidden()

  // Two have paid; only one of them gets the last seat at the front, and it is said who does not and why.
  await search(page, t).fill('khach.example')
  await expect(rows(page)).toHaveCount(2)
  await select(page, t, 'Lê Minh Quân')
  await select(page, t, 'Phạm Hồng Hà')
  const dialog = page.getByRole('dialog')
  await bulk(page, t).getByRole('button', { name: p('bulk.markPaid.button') }).click()
  await dialog.getByRole('button', { name: p('bulk.markPaid.action'), exact: true }).click()
  await expect(dialog.getByRole('status')).toHaveText(p('bulk.markPaid.done_other', { number: 2 }))
  await dialog.getByRole('button', { name: t('common.close') }).last().click()
  await expect(dialog).toBeHidden()
  await expect(rows(page).filter({ hasText: p('payment.paid') })).toHaveCount(2)

  await bulk(page, t).getByRole('button', { name: p('bulk.changeClass.button') }).click()
  await dialog.getByRole('combobox', { name: p('bulk.changeClass.to') }).click()
  await page.getByRole('option', { name: /^Hàng ghế đầu.*còn 1$/ }).click()
  await expectAccessible(page, 'the question before a bulk action')
  await dialog.getByRole('button', { name: p('bulk.changeClass.action'), exact: true }).click()
  await expect(dialog.getByRole('status')).toHaveText(p('bulk.changeClass.done_other', { number: 1 }))
  const failed = dialog.getByRole('region', { name: p('bulk.failed_other', { number: 1 }) })
  await expect(failed.getByText('Hạng vé này đã hết.')).toBeVisible()
  const left = await failed.getByRole('listitem').innerText()
  await expectAccessible(page, 'the result of a bulk action')
  await dialog.getByRole('button', { name: p('bulk.selectLeft_other', { number: 1 }) }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('checkbox', { name: t('common.table.select', { name: left }) })).toBeChecked()
  await expect(rows(page).filter({ hasText: left })).toContainText('Phổ thông')
  await expect(rows(page).filter({ hasText: 'Hàng ghế đầu' })).toHaveCount(1)

  // A participant gets at most one mail a minute. Whether the minute since they were added is over is unknown here, so
  // a refusal is accepted as well.
  const { items } = await get<{ items: { id: string; fullName: string }[] }>(`/event/${event.id}/attendances?limit=50`, owner)
  const id = items.find(({ fullName }) => fullName === left)?.id
  await post(`/event/${event.id}/attendances/${id}/resend`, undefined, owner).catch((refused: Error) => {
    if (!refused.message.includes(': 429 ')) throw refused
  })
  await bulk(page, t).getByRole('button', { name: p('bulk.resend.button') }).click()
  await dialog.getByRole('button', { name: p('bulk.resend.action'), exact: true }).click()
  await expect(dialog.getByRole('status')).toHaveText(p('bulk.resend.done_zero'))
  await expect(dialog.getByRole('region', { name: p('bulk.failed_other', { number: 1 }) })).toContainText(left)
  await dialog.getByRole('button', { name: t('common.close') }).last().click()
  const address = left === 'Lê Minh Quân' ? 'quan@khach.example' : 'ha@khach.example'
  expect((await mailTo(address, /Hội nghị Khách hàng/)).text).toContain(left)
  await bulk(page, t).getByRole('button', { name: t('common.unselect') }).click()

  // All who match: gone at once, and back at a press.
  await search(page, t).fill('sao-mai.example')
  await expect(page.getByText(p('list.found_other', { number: DELEGATES }), { exact: true })).toBeVisible()
  await page.getByRole('checkbox', { name: p('list.selectLoaded_other', { number: DELEGATES }) }).check()
  await expect(bulk(page, t).getByText(p('selected_other', { number: DELEGATES }))).toBeVisible()
  await bulk(page, t).getByRole('button', { name: p('bulk.delete.button') }).click()
  await expect(dialog.getByText(p('bulk.delete.title_other', { number: DELEGATES }))).toBeVisible()
  await dialog.getByRole('button', { name: t('common.cancel') }).click()
  await expect(dialog).toBeHidden()
  await expect(rows(page), 'nothing happens without agreement').toHaveCount(DELEGATES)
  await bulk(page, t).getByRole('button', { name: p('bulk.delete.button') }).click()
  await expect(dialog.getByText(p('remove.undoable'))).toBeVisible()
  await dialog.getByRole('button', { name: p('bulk.delete.action'), exact: true }).click()
  const removed = toastOf(page, p('done.removedMany_other', { number: DELEGATES }))
  await expect(removed).toContainText(/\d+s/)
  await expect(page.getByText(p('nobodyFound'))).toBeVisible()
  await expectAccessible(page, 'a deletion that can be taken back')
  await removed.getByRole('button', { name: t('common.undo') }).click()
  await expect(rows(page)).toHaveCount(DELEGATES)
  expect(await howMany(event, owner), 'no participant was deleted').toBe(everyone)

  // Left alone, the deletion goes out when the time is over; the counts have followed before.
  await page.getByRole('checkbox', { name: p('list.selectLoaded_other', { number: DELEGATES }) }).check()
  await expect(bulk(page, t).getByText(p('selected_other', { number: DELEGATES }))).toBeVisible()
  await bulk(page, t).getByRole('button', { name: p('bulk.delete.button') }).click()
  await expect(dialog.getByRole('switch', { name: p('remove.tellMany_other', { number: DELEGATES }) })).toBeChecked()
  await expectAccessible(page, 'the question before many are deleted')
  await dialog.getByRole('button', { name: p('bulk.delete.action'), exact: true }).click()
  await expect(page.getByText(p('nobodyFound'))).toBeVisible()
  await page.getByRole('button', { name: t('common.clearFilters') }).click()
  await expect(page.getByText(p('summary', { count: 3, total: 3, checkedIn: 0 }))).toBeVisible()
  expect(await howMany(event, owner), 'the server waits').toBe(everyone)
  await expect.poll(() => howMany(event, owner), { timeout: 20_000 }).toBe(3)
  for (const at of [1, DELEGATES]) await mailTo(`${at}@sao-mai.example`, CANCELLED)
  await expect(removed).toBeHidden()
  await expect(page.getByText(p('summary', { count: 3, total: 3, checkedIn: 0 }))).toBeVisible()
  await expectAccessible(page, 'the participants')

  // With the keyboard alone: to a guest, to the one after, and a payment that is taken back.
  await page.keyboard.press('Control+k')
  const bar = page.getByRole('dialog', { name: t('shell.command.title') })
  await expect(bar.getByRole('combobox')).toBeFocused()
  await page.keyboard.type('minh quan')
  await expect(bar.getByRole('option', { name: /Lê Minh Quân/ })).toHaveAttribute('data-combobox-selected')
  await expectAccessible(page, 'the command bar')
  await page.keyboard.press('Enter')
  const reader = page.getByRole('dialog', { name: 'Lê Minh Quân' })
  await expect(reader.getByText(/^\d \/ 3$/)).toBeVisible()
  const before = Number.parseInt(await reader.getByText(/^\d \/ 3$/).innerText())
  await press(page, before === 3 ? 'ArrowUp' : 'ArrowDown')
  await expect(reader).toBeHidden()
  await press(page, before === 3 ? 'ArrowDown' : 'ArrowUp')
  await expect(reader).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(reader).toBeHidden()
  await page.getByRole('button', { name: /^Trần Thị Mai/ }).focus()
  await press(page, 'p')
  await page.getByRole('status').getByRole('button', { name: t('common.undo') }).press('Enter')
  await expect(rows(page).filter({ hasText: 'Trần Thị Mai' })).toContainText(p('payment.unpaid'))

  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByRole('button', { name: /^Trần Thị Mai/ })).toBeVisible()
  expect(await overflows(page), 'the participants on a phone').toBe(false)
  await openPanel(page, 'Trần Thị Mai')
  expect(await overflows(page), 'the side panel on a phone').toBe(false)
  await expectAccessible(page, 'the side panel on a phone')
})

test('a ticket is printed, and a guest deleted by a slip comes back, in Vietnamese', async ({ browser }) => {
  const t = wordsIn('vi')
  const p = (key: string, values?: Record<string, string | number>) => t(`participants.${key}`, values)
  const owner = await makeOrganiser('Lý Thu Thảo', 'thao.ve@hoi.example')
  const event = await makeCongress(owner, 'Hội nghị Khách hàng 2026')
  await add(owner, event, { fullName: 'Lê Minh Quân', email: 'quan@khach.example' })
  await add(owner, event, { fullName: 'Phạm Hồng Hà', email: 'ha@khach.example', paymentStatus: 'paid' })
  const page = await openBrowser(browser, 'vi', 1440)
  await enter(page, owner)
  await page.goto(`/participant-management/${event.id}`)
  const menu = async (name: string, item: string) => {
    await page.getByRole('button', { name: p('actionsOf', { name }) }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }

  // At the desk, for a guest without a phone: from the list on one page of any paper, and nothing but the ticket.
  await menu('Lê Minh Quân', p('ticket.open'))
  const ticket = page.getByRole('region', { name: p('ticket.title', { name: 'Lê Minh Quân' }) })
  await expect(ticket.getByText(p('ticket.unpaid', { amount: '200.000\u00a0₫' }))).toBeVisible()
  await expect(ticket.getByRole('img', { name: p('panel.qr', { name: 'Lê Minh Quân' }) })).toBeVisible()
  await expectAccessible(page, 'a ticket')
  await page.keyboard.press('Escape')
  await expect(ticket).toBeHidden()
  await expect(page.getByRole('button', { name: p('actionsOf', { name: 'Lê Minh Quân' }) })).toBeFocused()
  await menu('Lê Minh Quân', p('ticket.open'))
  await expect(ticket).toBeVisible()
  for (const paper of [{ format: 'A4' }, { width: '80mm', height: '200mm' }]) {
    expect(pagesOf(await page.pdf(paper)), `a ticket on ${JSON.stringify(paper)}`).toBe(1)
  }
  await page.emulateMedia({ media: 'print' })
  await expect(ticket).toBeVisible()
  await expect(page.getByRole('button', { name: p('ticket.print'), exact: true }), 'paper has no buttons').toBeHidden()
  await expect(rows(page).first(), 'paper has no list').toBeHidden()
  await page.emulateMedia({ media: 'screen' })
  await page.keyboard.press('Escape')
  await expect(ticket).toBeHidden()

  // From the panel, which stays open below.
  const panel = await openPanel(page, 'Phạm Hồng Hà')
  await panel.getByRole('button', { name: p('ticket.open') }).click()
  const print = page.getByRole('button', { name: p('ticket.print'), exact: true })
  await expect(print).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(print).toBeHidden()
  await expect(panel).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()

  const remove = async (name: string, isTold = true) => {
    await menu(name, t('common.delete'))
    const question = page.getByRole('dialog', { name: p('remove.title', { name }) })
    const tell = question.getByRole('switch', { name: p('remove.tell', { name }) })
    await expect(tell).toBeChecked()
    if (!isTold) {
      await expectAccessible(page, 'the question before a guest is deleted')
      await tell.press('Space')
      await expect(tell).not.toBeChecked()
    }
    await question.getByRole('button', { name: t('common.delete'), exact: true }).click()
    await expect(question).toBeHidden()
  }
  // One slip of the hand: back with the mouse, and with the keyboard alone.
  await remove('Lê Minh Quân')
  await expect(rows(page)).toHaveCount(1)
  await toastOf(page, p('done.removed', { name: 'Lê Minh Quân' })).getByRole('button', { name: t('common.undo') }).click()
  await expect(rows(page)).toHaveCount(2)
  await remove('Lê Minh Quân')
  await expect(rows(page)).toHaveCount(1)
  await expect(page.getByRole('button', { name: /^Phạm Hồng Hà/ }), 'the focus is in the list').toBeFocused()
  await press(page, 'z')
  await expect(rows(page)).toHaveCount(2)
  expect(await howMany(event, owner)).toBe(2)

  // Leaving at once still deletes, and tells the guest: once, because the slips before were undone.
  await remove('Lê Minh Quân')
  await expect(rows(page)).toHaveCount(1)
  await page.goto('about:blank')
  await expect.poll(() => howMany(event, owner), { timeout: 5000 }).toBe(1)
  const mail = await mailTo('quan@khach.example', CANCELLED)
  expect(mail.text).toContain('Hội nghị Khách hàng 2026')
  const [entry] = mail.attachments.filter(({ mime }) => mime.startsWith('text/calendar'))
  expect(Buffer.from(entry?.base64 ?? '', 'base64').toString()).toContain('METHOD:CANCEL')

  // Without a mail, if that is wanted; the mail to the next guest shows that none is on its way.
  await page.goto(`/participant-management/${event.id}`)
  await remove('Phạm Hồng Hà', false)
  await expect(rows(page)).toHaveCount(0)
  await page.goto('about:blank')
  await expect.poll(() => howMany(event, owner), { timeout: 5000 }).toBe(0)
  await add(owner, event, { fullName: 'Vũ Thị Sen', email: 'sen@khach.example' })
  await mailTo('sen@khach.example', /^Vé của bạn/)
  for (const [address, number] of [['quan@khach.example', 1], ['ha@khach.example', 0]] as const) {
    const cancelled = (await mailsTo(address)).filter(({ subject }) => CANCELLED.test(subject))
    expect(cancelled, address).toHaveLength(number)
  }
})

for (const lang of ['vi', 'en'] as const) {
  test(`a participant who is erased from the panel keeps a seat without a name, in ${lang}`, async ({ browser }) => {
    const t = wordsIn(lang)
    const p = (key: string, values?: Record<string, string | number>) => t(`participants.${key}`, values)
    const owner = await makeOrganiser('Lý Thu Thảo', 'thao.xoa@hoi.example')
    const event = await makeCongress(owner, 'Hội nghị Khách hàng 2026')
    const name = 'Phạm Hồng Hà'
    await add(owner, event, { fullName: name, email: 'ha@khach.example', paymentStatus: 'paid' })
    const page = await openBrowser(browser, lang, 1440)
    await enter(page, owner)
    await page.goto(`/participant-management/${event.id}`)
    const panel = await openPanel(page, name)
    await panel.getByRole('button', { name: p('actionsOf', { name }) }).click()
    await page.getByRole('menuitem', { name: p('erase.action') }).click()
    const erasing = page.getByRole('dialog', { name: p('erase.title', { name }) })
    await erasing.getByLabel(p('erase.type', { name })).fill('phạm hồng hà')
    await expectAccessible(page, 'erasing personal data')
    await erasing.getByRole('button', { name: p('erase.action'), exact: true }).click()
    await expect(page.getByRole('dialog', { name: p('erase.name') })).toBeVisible()
    await expect(page.getByText(name)).toHaveCount(0)
    expect(await howMany(event, owner)).toBe(1)
  })
}

test('a VIP comes, and brings a guest, in Vietnamese', async ({ browser }) => {
  const t = wordsIn('vi')
  const p = (key: string, values?: Record<string, string | number>) => t(`participants.${key}`, values)
  const owner = await makeOrganiser('Trần Minh Anh', 'anh.vip@hoi.example')
  const event = await makeEvent(owner, { title: 'Dạ tiệc tri ân' })
  await add(owner, event, { fullName: 'Hoàng Bảo Ngọc', email: 'ngoc@vip.example', participationType: 'VIP' })
  await add(owner, event, { fullName: 'Vũ Văn Nam', email: 'nam@khach.example' })
  const page = await openBrowser(browser, 'vi', 1440, { permissions: ['clipboard-read', 'clipboard-write'] })
  await enter(page, owner)
  await page.goto(`/participant-management/${event.id}`)
  await page.getByRole('tab', { name: p('tab.vip'), exact: true }).click()
  await expect(rows(page)).toHaveCount(1)

  // Walked in by hand: asked both ways.
  const toggle = page.getByRole('switch', { name: p('vip.toggleOf', { name: 'Hoàng Bảo Ngọc' }) })
  const dialog = page.getByRole('dialog')
  await flip(page, toggle)
  await dialog.getByRole('button', { name: t('common.cancel') }).click()
  await expect(dialog).toBeHidden()
  await expect(toggle).not.toBeChecked()
  await flip(page, toggle)
  await expect(dialog.getByText(p('vip.checkIn.message', { name: 'Hoàng Bảo Ngọc' }))).toBeVisible()
  await expectAccessible(page, 'the question before a VIP is checked in')
  await dialog.getByRole('button', { name: p('vip.checkIn.action'), exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(toggle).toBeChecked()
  await expect(page.getByText(p('summary', { count: 2, total: 2, checkedIn: 1 }))).toBeVisible()
  await flip(page, toggle)
  await dialog.getByRole('button', { name: p('vip.undo.action'), exact: true }).click()
  await expect(toggle).not.toBeChecked()

  // Two seats of their own to give away.
  const panel = await openPanel(page, 'Hoàng Bảo Ngọc')
  await panel.getByRole('tab', { name: p('panel.guests') }).click()
  await expect(panel.getByText(t('invitationCodes.own.none'))).toBeVisible()
  await expect(panel.getByText(p('guests.none'))).toBeVisible()
  await panel.getByLabel(t('invitationCodes.own.seats')).fill('2')
  await panel.getByRole('button', { name: t('invitationCodes.own.make') }).click()
  await expect(panel.getByText(t('invitationCodes.own.used_other', { used: 0, seats: 2 }))).toBeVisible()
  const link = new URL(await copiedBy(page, panel.getByRole('button', { name: t('invitationCodes.own.copyLink') })))
  expect(link.hash).toMatch(/^#code=/)

  // The guest follows the link, and knows whose guest they are.
  const phone = await openBrowser(browser, 'vi', 390)
  await phone.goto(link.pathname + link.hash)
  await expect(phone.getByText(t('publicPage.invitation.by', { name: 'Hoàng Bảo Ngọc' }))).toBeVisible()
  await expect(phone.getByText(t('publicPage.invitation.greeting', { name: 'Hoàng Bảo Ngọc' }))).toBeVisible()
  await expectAccessible(phone, 'the form with a personal code')
  expect(await overflows(phone)).toBe(false)
  await phone.getByLabel(t('publicPage.field.fullName')).fill('Đặng Thuỳ Linh')
  await phone.locator('form#register').getByLabel(t('publicPage.field.email'), { exact: true }).first().fill('linh@khach.example')
  await phone.getByLabel(t('publicPage.field.phone')).fill('0909123456')
  await phone.getByLabel(t('publicPage.field.company')).fill('Lụa Vạn Phúc')
  await phone.locator('#field-consent').check()
  await send(phone)
  await expect(phone.getByRole('heading', { name: t('publicPage.done.title') })).toBeVisible()

  // The organiser sees the inviter and the guests, from both sides.
  await page.reload()
  await expect(panel).toBeVisible()
  await panel.getByRole('tab', { name: p('panel.guests') }).click()
  await expect(panel.getByText(t('invitationCodes.own.used_other', { used: 1, seats: 2 }))).toBeVisible()
  await expect(panel.getByText(p('guests.counts', { total: 1, checkedIn: 0 }))).toBeVisible()
  await expectAccessible(page, 'the guests of a VIP')
  await panel.getByRole('button', { name: 'Đặng Thuỳ Linh' }).click()
  const guest = page.getByRole('dialog', { name: 'Đặng Thuỳ Linh' })
  await expect(guest.getByText(t('common.participationType.INVITED')).first()).toBeVisible()
  await guest.getByRole('button', { name: 'Hoàng Bảo Ngọc' }).click()
  await expect(page.getByRole('dialog', { name: 'Hoàng Bảo Ngọc' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page).getByRole('cell', { name: '1', exact: true })).toBeVisible()
})

test('the staff of an event are found, added and printed, in Vietnamese', async ({ browser }) => {
  const t = wordsIn('vi')
  const p = (key: string, values?: Record<string, string | number>) => t(`participants.${key}`, values)
  const owner = await makeOrganiser('Đỗ Quang Huy', 'huy.staff@hoi.example')
  const event = await makeEvent(owner, { title: 'Ngày hội việc làm' })
  await add(owner, event, { fullName: 'Bùi Thị Yến', email: 'yen@ban.example', role: 'Đón khách', participationType: 'COMMITTEE' })
  await add(owner, event, { fullName: 'Vũ Văn Nam', email: 'nam@khach.example' })
  const page = await openBrowser(browser, 'vi', 1440)
  await enter(page, owner)
  await page.goto(`/participant-management/${event.id}`)
  await chip(page, p('staff.toggle')).click()
  await expect(page).toHaveURL(/type=COMMITTEE/)
  await expect(rows(page)).toHaveCount(1)
  await page.getByRole('button', { name: p('staff.add') }).click()
  const panel = page.getByRole('dialog')
  await expect(panel.getByRole('combobox', { name: p('field.participationType') })).toHaveValue(t('common.participationType.COMMITTEE'))
  const newcomer = { fullName: 'Ngô Đức Anh', phone: '0933 444 555', email: 'ducanh@ban.example', company: 'Công ty Sao Mai', role: 'Âm thanh' }
  for (const [field, value] of Object.entries(newcomer)) {
    await panel.getByRole('textbox', { name: p(`field.${field}`), exact: true }).fill(value)
  }
  await panel.getByRole('button', { name: p('add') }).click()
  await expect(panel).toBeHidden()
  await expect(rows(page)).toHaveCount(2)

  await page.getByRole('link', { name: p('staff.list') }).click()
  await expect(page.getByRole('heading', { level: 1, name: p('staff.title') })).toBeVisible()
  await expect(rows(page)).toHaveCount(2)
  await expect(rows(page).first(), 'by given name, as Vietnamese lists are').toContainText('Ngô Đức Anh')
  await expect(rows(page).last()).toContainText('Đón khách')
  await expectAccessible(page, 'the staff list')
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', '')
  })
  await page.getByRole('button', { name: p('staff.print'), exact: true }).click()
  await expect(page.locator('body[data-printed]')).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('button', { name: p('staff.print'), exact: true }), 'paper has no buttons').toBeHidden()
  await expect(page.getByRole('navigation', { name: t('shell.menu.label') }), 'paper has no menu').toBeHidden()
  await expect(rows(page).first()).toBeVisible()
  await page.emulateMedia({ media: 'screen' })
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await overflows(page), 'the staff list on a phone').toBe(false)
})

test('participants in English on a phone', async ({ browser }) => {
  const t = wordsIn('en')
  const p = (key: string, values?: Record<string, string | number>) => t(`participants.${key}`, values)
  const owner = await makeOrganiser('Lan Nguyen', 'lan.people@hoi.example')
  const event = await makeCongress(owner, 'Customer congress')
  await registerThemselves(event, { fullName: 'Mai Tran', email: 'mai@people.example' })
  await add(owner, event, { fullName: 'Joe Le', email: 'joe@people.example' })
  await add(owner, event, { fullName: 'Ngoc Hoang', email: 'ngoc@vip.example', participationType: 'VIP' })
  const page = await openBrowser(browser, 'en', 390)
  await enter(page, owner)
  await pick(page, t, event.title)
  const tools = page.getByRole('button', { name: p('filter.tools') })
  await tools.click()
  await search(page, t).fill('people.example')
  await tools.click()
  await expect(tools, 'the folded search is not forgotten').toHaveAccessibleName(/1/)
  const cards = page.getByRole('list', { name: p('tab.participants') }).getByRole('listitem')
  await expect(cards).toHaveCount(2)
  await page.reload()
  await expect(cards).toHaveCount(2)
  await expectAccessible(page, 'the participants on a phone')
  expect(await overflows(page)).toBe(false)
  await expect(cards.first(), 'who is called at the door').toContainText(/09\d\d \d{3} \d{3}/)

  const panel = await openPanel(page, 'Mai Tran')
  await expect(panel.getByText(QUESTION)).toBeVisible()
  await expect(panel.getByText(t('events.log.action.participant.registered', { name: 'Mai Tran' }))).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()

  // One seat for two: the reason is told in the reader's language.
  await select(page, t, 'Mai Tran')
  await select(page, t, 'Joe Le')
  await bulk(page, t).getByRole('button', { name: p('bulk.actions') }).click()
  await page.getByRole('menuitem', { name: p('bulk.changeClass.button') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: p('bulk.changeClass.to') }).click()
  await page.getByRole('option', { name: /^Hàng ghế đầu.*1 left$/ }).click()
  await dialog.getByRole('button', { name: p('bulk.changeClass.action'), exact: true }).click()
  await expect(dialog.getByText('This ticket class is sold out.')).toBeVisible()
  await expectAccessible(page, 'the result on a phone')
  expect(await overflows(page)).toBe(false)
  await dialog.getByRole('button', { name: t('common.close') }).last().click()
  await expect(dialog).toBeHidden()

  await page.getByRole('button', { name: t('common.clearFilters') }).click()
  await chip(page, p('tab.vip')).click()
  await flip(page, page.getByRole('switch', { name: p('vip.toggleOf', { name: 'Ngoc Hoang' }) }))
  await dialog.getByRole('button', { name: p('vip.checkIn.action'), exact: true }).click()
  await expect(page.getByRole('switch')).toBeChecked()

  await page.goto(`/participant-management/${event.id}/staff`)
  await expect(page.getByText(p('staff.empty'))).toBeVisible()
  await expectAccessible(page, 'a staff list without staff')
  expect(await overflows(page)).toBe(false)
})
