import { expect, type Page } from '@playwright/test'
import { get, makeEvent, makeOrganiser, type Person, post, put, remove } from '../support/api.ts'
import { expectAccessible } from '../support/axe.ts'
import { enter, openBrowser, overflows, speak } from '../support/browser.ts'
import { today } from '../support/days.ts'
import { serverUrl } from '../support/places.ts'
import { test } from '../support/test.ts'
import { wordsIn } from '../support/words.ts'
import { register } from './visitor.ts'

// Transfers find their registration without the organiser: from the report of a bank service, or from a statement.

const NUMBER = '0123456789'
const KEY = 'khoa-cua-dich-vu'
const PRICE = 150_000

const paid = {
  title: 'Đêm nhạc Trịnh',
  sendEmailAfterRegister: true,
  registerEmailContent: '<p>Chào {{fullName}}</p>',
  turnOffPayment: false,
  accountNumber: NUMBER,
  accountHolderName: 'NGUYEN THI LAN',
  bankName: 'Vietcombank',
  bankBin: '970436',
  paymentEmailContent: '<p>Mong nhận {{amount}}.</p>',
  tickets: [{ name: 'Phổ thông', price: PRICE, quantity: 50, isHidden: false }],
}

interface Payer {
  id: string
  paymentRef: string
  fullName: string
}

const payers = async (by: Person, eventId: string) =>
  (await get<{ items: Payer[] }>(`/event/${eventId}/attendances?limit=100&sort=registrationTime&order=asc`, by)).items

async function report(address: string, id: number, amount: number, content: string) {
  const answer = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Apikey ${KEY}` },
    body: JSON.stringify({ id, gateway: 'Vietcombank', transactionDate: `${today()} 23:59:00`, accountNumber: NUMBER, code: null, content, transferType: 'in', transferAmount: amount, accumulated: 0, subAccount: null, referenceCode: `MB.${id}` }),
  })
  expect(answer.status).toBe(200)
}

for (const lang of ['vi', 'en'] as const) {
  test(`a webhook turns the open page from payment to ticket in ${lang}`, async ({ page, browser }) => {
    const t = wordsIn(lang)
    const lan = await makeOrganiser('Nguyễn Thị Lan', 'lan@hoi.example')
    const event = await makeEvent(lan, paid)
    await speak(page, lang)
    await enter(page, lan)

    // The organiser sets the account up: the number of the event is offered.
    await page.goto(`/event-management/${event.id}/money`)
    await page.getByRole('link', { name: t('money.setUp.action') }).click()
    await page.getByRole('button', { name: t('money.accounts.take', { number: NUMBER }) }).click()
    await page.getByRole('dialog').getByRole('button', { name: t('common.save') }).click()
    await page.getByRole('button', { name: t('money.account.connect') }).click()
    const address = await page.getByText(/\/api\/bank-webhook\//).textContent()
    await page.getByLabel(t('money.connection.key')).fill(KEY)
    await page.getByRole('button', { name: t('money.account.connect') }).last().click()
    await page.getByRole('button', { name: t('money.connection.test') }).click()
    await expect(page.getByText(/HOI TEST/).first()).toBeVisible()
    await expectAccessible(page, 'the connection')
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await overflows(page), 'the accounts on a phone').toBe(false)
    await page.setViewportSize({ width: 1440, height: 900 })

    // A visitor registers and leaves the page with the code open; the transfer arrives.
    const phone = await openBrowser(browser, lang, 390)
    await register(phone, t, event.id, { fullName: 'Trần Thị Mai', email: 'mai@khach.example', ticket: 'Phổ thông', payment: 'BANK_TRANSFER' }, [])
    await expect(phone.getByAltText(t('publicPage.transfer.qr'))).toBeVisible()
    const [mai] = await payers(lan, event.id)
    await report(new URL(new URL(address ?? '').pathname, serverUrl).href, 1, PRICE, `MBVCB.1.${mai?.paymentRef}.CT tu 0011`)
    await expect(phone.getByText(t('publicPage.done.paid'))).toBeVisible()
    await expect(phone.getByAltText(t('publicPage.transfer.qr'))).toBeHidden()
    await expect(phone.getByText(t('publicPage.done.show'))).toBeVisible()
    await phone.reload()
    await expect(phone.getByAltText(t('publicPage.transfer.qr'))).toBeHidden()

    await page.goto(`/event-management/${event.id}/money`)
    await expect(page.getByText(t('money.empty.waiting.title'))).toBeVisible()
    await page.getByText(t('money.state.used'), { exact: true }).click()
    await expect(page.getByRole('listitem').filter({ hasText: 'Trần Thị Mai' }).first()).toBeVisible()
    await expectAccessible(page, 'the money of an event')
  })

  test(`a statement is imported and the odd rest decided in ${lang}`, async ({ page }) => {
    const t = wordsIn(lang)
    const { event, file } = await withStatement()
    await speak(page, lang)
    await enter(page, event.owner)
    await page.goto('/money')
    await page.getByRole('button', { name: t('money.statement.action') }).click()
    const dialog = page.getByRole('dialog')
    await dialog.locator('input[type=file]').setInputFiles({ name: 'saoke.csv', mimeType: 'text/csv', buffer: Buffer.from(file) })
    await expect(dialog.getByText(t('money.statement.found', { count: 8, number: '8', new: '8' }))).toBeVisible()
    await expectAccessible(page, 'the preview of a statement')
    await dialog.getByRole('button', { name: t('money.statement.take') }).click()
    await expect(dialog).toBeHidden()

    await page.goto(`/event-management/${event.id}/money`)
    const rows = page.getByRole('region', { name: t('money.review.title') }).getByRole('listitem')
    await expect(rows).toHaveCount(4)
    await expectAccessible(page, 'transfers that wait')
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await overflows(page), 'transfers that wait on a phone').toBe(false)
    await page.setViewportSize({ width: 1440, height: 900 })

    // By key: a participant who paid too little counts as paid. By button: the payer is chosen. The second payment is
    // set aside.
    const under = rows.filter({ hasText: t('money.reason.under') })
    await under.focus()
    await page.keyboard.press('Enter')
    await expect(rows).toHaveCount(3)
    const unknown = rows.filter({ hasText: t('money.reason.unknown') })
    await unknown.getByRole('button', { name: t('money.action.choose') }).click()
    await page.getByRole('dialog').getByRole('button', { name: /Khách 8/ }).click()
    await expect(rows).toHaveCount(2)
    await rows.filter({ hasText: t('money.reason.double') }).getByRole('button', { name: t('money.action.aside') }).click()
    await expect(rows).toHaveCount(1)
    // The last decision is taken back.
    await page.getByRole('button', { name: t('money.action.undo') }).click()
    await expect(rows).toHaveCount(2)
    await rows.filter({ hasText: t('money.reason.oneWrong') }).getByRole('button', { name: t('money.action.assign') }).click()
    await expect(rows).toHaveCount(1)
    // Accepted after all, the second payment goes on the list of refunds as a whole.
    await rows.getByRole('button', { name: /150[.,]000/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: t('participants.payments.surplus.accept') }).click()
    await expect(page.getByText(t('money.empty.waiting.title'))).toBeVisible()
    await expect(page.getByRole('region', { name: t('money.refund.title') }).getByText('Khách 1')).toBeVisible()
    const money = await get<{ received: { count: number } }>(`/event/${event.id}/money`, event.owner)
    expect(money.received.count).toBe(7)
  })
}

for (const lang of ['vi', 'en'] as const) {
  test(`a visitor who pays by the deadline gets a receipt, and a refund when removed, in ${lang}`, async ({ page, browser }) => {
    const t = wordsIn(lang)
    const lan = await makeOrganiser('Nguyễn Thị Lan', 'lan@hoi.example')
    const event = await makeEvent(lan, paid)
    await speak(page, lang)
    await enter(page, lan)

    // The organiser gives visitors five days, and their seats to others afterwards.
    await page.goto(`/event-management/edit/${event.id}?step=paymentInfo`)
    await page.getByRole('switch', { name: t('events.payment.deadline') }).click()
    await page.getByLabel(t('events.payment.days')).fill('5')
    await page.getByRole('checkbox', { name: t('events.payment.release') }).check()
    await expectAccessible(page, 'the payment deadline')
    await page.getByRole('button', { name: t('common.save') }).first().click()
    await page.getByRole('dialog').getByRole('button', { name: t('common.save') }).click()
    await expect(page.getByRole('dialog')).toBeHidden()

    const phone = await openBrowser(browser, lang, 390)
    await register(phone, t, event.id, { fullName: 'Trần Thị Mai', email: 'mai@khach.example', ticket: 'Phổ thông', payment: 'BANK_TRANSFER' }, [])
    await expect(phone.getByText(t('publicPage.transfer.released'))).toBeVisible()
    const [mai] = await payers(lan, event.id)

    // A part in cash is noted, taken back, noted again; the rest is noted as paid with one press.
    await page.goto(`/participant-management/${event.id}`)
    await page.getByRole('button', { name: /^Trần Thị Mai/ }).first().click()
    const panel = page.getByRole('dialog', { name: 'Trần Thị Mai' })
    const received = panel.getByRole('region', { name: t('participants.payments.title') })
    const note = async () => {
      await received.getByRole('button', { name: t('participants.payments.note') }).click()
      await received.getByLabel(t('participants.payments.amount')).fill('100k')
      await expectAccessible(page, 'noting money')
      await received.getByRole('button', { name: t('common.save') }).click()
      await expect(received.getByRole('listitem')).toHaveCount(1)
    }
    await note()
    await expectAccessible(page, 'payments of a participant')
    await received.getByRole('listitem').getByRole('button').click()
    await expect(received.getByText(t('participants.payments.none'))).toBeVisible()
    await note()
    await panel.getByRole('button', { name: /50[.,]000/ }).click()
    await expect(received.getByRole('listitem')).toHaveCount(2)
    await page.keyboard.press('Escape')

    // The organiser and the visitor download the receipt.
    await page.goto(`/participant-management/${event.id}`)
    await page.getByRole('button', { name: t('participants.actionsOf', { name: 'Trần Thị Mai' }) }).first().click()
    const [receipt] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: t('participants.receipt') }).click(),
    ])
    expect(receipt.suggestedFilename()).toContain(mai?.paymentRef ?? '')
    await remove(`/event/${event.id}/attendances`, { ids: [mai?.id] }, lan)

    // She gets a refund: the account is typed, the code appears, and the way back is noted and taken back.
    await page.goto(`/event-management/${event.id}/money`)
    const refunds = page.getByRole('region', { name: t('money.refund.title') })
    await expect(refunds.getByText(t('money.refund.noAccount'))).toBeVisible()
    await expectAccessible(page, 'refunds')
    await refunds.getByRole('button', { name: t('money.refund.account') }).click()
    const dialog = page.getByRole('dialog')
    // The list of banks stands beside the dialog in the page, and scrolls all the same.
    await dialog.getByLabel(t('money.account.bank')).click()
    const bank = page.getByRole('option').first()
    await bank.hover()
    const top = (await bank.boundingBox())?.y ?? 0
    await page.mouse.wheel(0, 100)
    await expect.poll(async () => (await bank.boundingBox())?.y).toBeLessThan(top)
    await dialog.getByLabel(t('money.account.bank')).fill('Techcombank')
    await dialog.getByLabel(t('money.account.number')).fill('19001234')
    await dialog.getByLabel(t('money.account.holder')).fill('TRAN THI MAI')
    await dialog.getByRole('button', { name: t('common.save') }).click()
    await expect(dialog).toBeHidden()
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await overflows(page), 'refunds on a phone').toBe(false)
    await page.setViewportSize({ width: 1440, height: 900 })
    await refunds.getByRole('button', { name: t('money.refund.qr') }).click()
    await expect(dialog.locator('img')).toBeVisible()
    await dialog.getByRole('button', { name: t('money.refund.transferred') }).click()
    await expect(refunds.getByText(t('money.refund.empty.owed'))).toBeVisible()
    await refunds.getByRole('button', { name: t('money.action.undo') }).click()
    await expect(refunds.getByText('Trần Thị Mai')).toBeVisible()
    await page.goto('/money')
    await expect(page.getByText(t('money.allIntro'))).toBeVisible()
    const [ledger] = await Promise.all([
      page.waitForEvent('download'),
      (async () => {
        await page.getByRole('button', { name: t('money.ledger.export') }).click()
        await page.getByRole('menuitem', { name: 'CSV' }).click()
      })(),
    ])
    expect(ledger.suggestedFilename()).toMatch(/csv$/)
  })
}

for (const lang of ['vi', 'en'] as const) {
  test(`a statement dropped on the page of an event is proved, taken in and counted in ${lang}`, async ({ page }) => {
    const t = wordsIn(lang)
    const { event, day, named } = await withStatement()
    const row = (debit: string, credit: string, balance: string, text: string) => `${day};${text};${debit};${credit};${balance}`
    const rows = [
      row('', '150.000', '10.150.000', `IBFT ${named(1)}`),
      row('500.000', '', '9.650.000', `Hoan tien ${named(3)} do chuyen nham`),
      row('', '150.000', '9.800.000', `IBFT ${named(2)}`),
      row('', '140.000', '9.940.000', named(5)),
    ]
    const file = (titles: string, lines: string[]) => [titles, ...lines].join('\n')
    const titles = 'Ngày giao dịch;Diễn giải;Nợ TKTT;Có TKTT;Số dư'
    await speak(page, lang)
    await enter(page, event.owner)
    await page.goto(`/event-management/${event.id}/money`)
    const choose = page.locator('header input[type=file]')
    const dialog = page.getByRole('dialog')
    const take = dialog.getByRole('button', { name: t('money.statement.take') })
    await expect(page.getByRole('button', { name: t('money.statement.action') })).toBeVisible()

    // A row is missing: the row that does not fit is named, and nothing can be taken in.
    await drop(page, file(titles, rows.filter((_, at) => at !== 2)))
    await expect(dialog.getByText(t('money.statement.proof.matches', { fitting: '2', rows: '3' }))).toBeVisible()
    await expect(take).toBeDisabled()
    await expectAccessible(page, 'a statement with a row that does not fit')
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()

    // Titles that say nothing, without a balance: a person chooses, by rows in each direction.
    const bare = file('Ngày;Nội dung;A;B', rows.map((line) => line.split(';').slice(0, 4).join(';')))
    await drop(page, bare)
    const doubt = dialog.getByRole('group', { name: t('money.statement.doubt.direction') })
    await expect(doubt.getByRole('button', { name: t('money.statement.choice.take') })).toHaveCount(2)
    await expect(take).toBeDisabled()
    await expectAccessible(page, 'a statement about which is asked')
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await overflows(page), 'a statement about which is asked on a phone').toBe(false)
    await page.setViewportSize({ width: 1440, height: 900 })
    await doubt.locator('section').filter({ hasText: t('money.statement.choice.in', { column: 'B' }) }).getByRole('button').click()
    await expect(dialog.getByText(t('money.statement.found', { count: 3, number: '3', new: '3' }))).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()

    // The whole file: the proof, the sums, then the result, which stays, and the figures with it.
    await drop(page, file(titles, rows))
    await expect(dialog.getByText(t('money.statement.proof.matches', { fitting: '4', rows: '4' }))).toBeVisible()
    await expectAccessible(page, 'a statement that is proved')
    await take.click()
    await expect(dialog).toBeHidden()
    const bar = page.getByRole('status').filter({ hasText: t('money.result.paid', { count: 2, number: '2' }) })
    await expect(bar).toBeVisible()
    const tile = (name: string) => page.locator('dl > div').filter({ has: page.getByText(t(`money.sum.${name}`), { exact: true }) })
    await expect(tile('received')).toContainText(t('money.people', { count: 2, number: '2' }))
    await expect(tile('waiting')).toContainText(t('money.transfers', { count: 1, number: '1' }))
    await expectAccessible(page, 'what became of a statement')
    await bar.getByRole('link', { name: t('money.result.waiting', { count: 1, number: '1' }) }).click()
    await expect(page.getByRole('region', { name: t('money.review.title') })).toBeInViewport()
    const people = await get<{ items: { fullName: string; paymentStatus: string }[] }>(`/event/${event.id}/attendances?limit=100`, event.owner)
    expect(people.items.filter(({ paymentStatus }) => paymentStatus === 'paid').map(({ fullName }) => fullName).sort()).toEqual(['Khách 1', 'Khách 2'])

    // The same file once more, by the button: nothing is new.
    await choose.setInputFiles({ name: 'saoke.csv', mimeType: 'text/csv', buffer: Buffer.from(file(titles, rows)) })
    await take.click()
    await expect(page.getByText(t('money.result.known', { file: 'saoke.csv' }))).toBeVisible()

    // A file that names another account is only imported after a confirmation; ignored rows can be seen.
    await drop(page, `Số tài khoản: 99887766554;;;;\n${file(titles, rows)}`)
    const confirm = dialog.getByRole('checkbox', { name: t('money.statement.otherAccount.accept', { own: NUMBER }) })
    await expect(confirm).toBeVisible()
    await expect(take).toBeDisabled()
    await dialog.getByText(t('money.statement.leftRows', { count: 1, number: '1' })).click()
    await expectAccessible(page, 'a statement of another account')
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await overflows(page), 'a statement of another account on a phone').toBe(false)
    await page.setViewportSize({ width: 1440, height: 900 })
    await confirm.check()
    await expect(take).toBeEnabled()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()

    // Without a sign, the balance says which amounts came in, and a person which the first one is.
    const unsigned = rows.map((line) => {
      const [on, text, debit, credit, balance] = line.split(';')
      return [on, text, `${debit}${credit}`, balance].join(';')
    })
    await drop(page, file('Ngày giao dịch;Nội dung;Số tiền;Số dư', unsigned))
    await dialog.getByRole('button', { name: t('money.statement.openRow.in') }).click()
    await expect(dialog.getByText(t('money.statement.found', { count: 3, number: '3', new: '0' }))).toBeVisible()
    await expectAccessible(page, 'a statement without signs')
  })
}

/** Drops a file on the page, as a mouse does. */
async function drop(page: Page, content: string) {
  const files = await page.evaluateHandle((text) => {
    const data = new DataTransfer()
    data.items.add(new File([text], 'saoke.csv', { type: 'text/csv' }))
    return data
  }, content)
  await page.dispatchEvent('body', 'dragover', { dataTransfer: files })
  await page.dispatchEvent('body', 'drop', { dataTransfer: files })
}

for (const lang of ['vi', 'en'] as const) {
  test(`more than the price is asked about once and owed back in ${lang}`, async ({ page }) => {
    const t = wordsIn(lang)
    const lan = await makeOrganiser('Nguyễn Thị Lan', 'lan@hoi.example')
    const event = await makeEvent(lan, { ...paid, tickets: [{ name: 'Phổ thông', price: 600_000, quantity: 50, isHidden: false }] })
    const ticketId = event.tickets[0]?.id
    const names = ['Trần Thị Mai', 'Lê Thị Hoa', 'Vũ Minh An', 'Đỗ Thu Hà']
    for (const fullName of names)
      await post(`/event/${event.id}/attendances`, { fullName, email: `khach${names.indexOf(fullName)}@khach.example`, phone: '0912345678', company: 'Sao Mai', ticketId, paymentMethod: 'BANK_TRANSFER', sendMail: false }, lan)
    const account = await post<{ id: string }>('/bank-accounts', { bankName: 'Vietcombank', bankBin: '970436', accountNumber: NUMBER, holderName: 'NGUYEN THI LAN' }, lan)
    const { webhookAddress } = await put<{ webhookAddress: string }>(`/bank-accounts/${account.id}/connection`, { service: 'sepay', key: KEY }, lan)
    const people = await payers(lan, event.id)
    const named = (name: string) => people.find(({ fullName }) => fullName === name)?.paymentRef ?? ''
    const wrong = (reference: string) => `${reference.slice(0, 5)}${reference[5] === '8' ? '9' : '8'}${reference.slice(6)}`
    const address = new URL(new URL(webhookAddress).pathname, serverUrl).href
    await report(address, 1, 700_000, named('Trần Thị Mai'))
    await report(address, 2, 550_000, named('Lê Thị Hoa'))
    await report(address, 3, 600_000, wrong(named('Vũ Minh An')))
    await report(address, 4, 600_000, wrong(named('Đỗ Thu Hà')))

    await speak(page, lang)
    await enter(page, lan)
    await page.goto(`/event-management/${event.id}/money`)
    const review = page.getByRole('region', { name: t('money.review.title') })
    const rows = review.getByRole('listitem')
    await expect(rows).toHaveCount(4)
    const mai = rows.filter({ hasText: 'Trần Thị Mai' })
    await expect(mai.getByText(/600[.,]000.*700[.,]000/)).toBeVisible()
    await expect(mai.getByText(/^(Thừa 100\.000.*|₫100,000 too much)$/)).toBeVisible()
    await expect(rows.filter({ hasText: 'Lê Thị Hoa' }).getByText(/^(Thiếu 50\.000.*|₫50,000 too little)$/)).toBeVisible()
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(mai.getByText(/600[.,]000.*700[.,]000/)).toBeVisible()
    expect(await overflows(page), 'differences on a phone').toBe(false)
    await page.setViewportSize({ width: 1440, height: 900 })

    // Together only the exact ones are accepted; too much and too little are left, and that is said.
    await expect(review.getByText(t('money.bulk.over', { count: 1, number: '1' }))).toBeVisible()
    await review.getByRole('button', { name: t('money.bulk.accept', { number: '2' }) }).click()
    await expect(rows).toHaveCount(2)

    // Too much is asked about once, and the difference is owed back.
    await mai.getByRole('button', { name: /100[.,]000/ }).click()
    const dialog = page.getByRole('dialog')
    await expectAccessible(page, 'the question about too much')
    await dialog.getByRole('button', { name: t('participants.payments.surplus.accept') }).click()
    await expect(rows).toHaveCount(1)
    const refunds = page.getByRole('region', { name: t('money.refund.title') })
    await expect(refunds.getByText('Trần Thị Mai')).toBeVisible()
    await expect(refunds.getByText(/100[.,]000/).first()).toBeVisible()
    const money = await get<{ byClass: { received: { amount: number }; surplus: { amount: number } }[]; refunds: { amount: number } }>(`/event/${event.id}/money`, lan)
    expect(money.byClass[0]?.received.amount, 'the class').toBe(1_800_000)
    expect(money.byClass[0]?.surplus.amount).toBe(100_000)
    expect(money.refunds.amount).toBe(100_000)
    await expectAccessible(page, 'money with a surplus')

    // Undone, the refund goes, too; and then it is kept as agreed.
    await review.getByRole('button', { name: t('money.action.undo') }).click()
    await expect(rows).toHaveCount(2)
    await expect(refunds).toBeHidden()
    await mai.getByRole('button', { name: /100[.,]000/ }).click()
    await dialog.getByRole('radio', { name: t('participants.payments.surplus.keep') }).click()
    await dialog.getByLabel(t('participants.payments.surplus.note')).fill('Góp cho câu lạc bộ')
    await dialog.getByRole('button', { name: t('participants.payments.surplus.accept') }).click()
    await expect(rows).toHaveCount(1)
    await expect(page.getByText(t('money.sum.surplus'))).toBeVisible()
    await refunds.getByText(t('money.refund.state.notOwed'), { exact: true }).click()
    await expect(refunds.getByText(/Góp cho câu lạc bộ/)).toBeVisible()
  })
}

/** An event with eight people who owe, and a statement on which four pay, and four transfers are odd. */
async function withStatement() {
  const owner = await makeOrganiser('Nguyễn Thị Lan', 'lan@hoi.example')
  const event = await makeEvent(owner, paid)
  const ticketId = event.tickets[0]?.id
  for (let at = 1; at <= 8; at++) {
    await post(`/event/${event.id}/attendances`, { fullName: `Khách ${at}`, email: `khach${at}@khach.example`, phone: '0912345678', company: 'Sao Mai', ticketId, paymentMethod: 'BANK_TRANSFER', sendMail: false }, owner)
  }
  const account = { bankName: 'Vietcombank', bankBin: '970436', accountNumber: NUMBER, holderName: 'NGUYEN THI LAN' }
  await post('/bank-accounts', account, owner)
  const people = await payers(owner, event.id)
  const named = (at: number) => people.find(({ fullName }) => fullName === `Khách ${at}`)?.paymentRef ?? ''
  const wrong = named(7)
  const typo = `${wrong.slice(0, 5)}${wrong[5] === '8' ? '9' : '8'}${wrong.slice(6)}`
  const [year, month, day] = today().split('-')
  const line = (amount: string, text: string, out = '') => `${day}/${month}/${year};${out};${amount};${text}`
  const file = [
    'SAO KÊ TÀI KHOẢN;;;',
    'Ngày giao dịch;Ghi nợ;Ghi có;Diễn giải',
    ...[1, 2, 3, 4].map((at) => line('150.000', `IBFT ${named(at)} GD 78960${at}`)),
    line('', 'Phí dịch vụ', '11.000'),
    line('140.000', named(5)),
    line('150.000', `${named(1)} lan hai`),
    line('150.000', 'cam on ban to chuc'),
    line('150.000', typo),
  ].join('\n')
  return { event: { ...event, owner }, file, named, day: `${day}/${month}/${year}` }
}
