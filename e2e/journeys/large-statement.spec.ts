import { expect, type Locator } from '@playwright/test'
import { get, makeEvent, makeOrganiser, type Person, post } from '../support/api.ts'
import { enter, type Lang, speak } from '../support/browser.ts'
import { today, typed } from '../support/days.ts'
import { serverUrl } from '../support/places.ts'
import { test } from '../support/test.ts'
import { wordsIn } from '../support/words.ts'

// A statement of a large event: nearly all of it finds its registration, and the rest is decided in bulk.

const NUMBER = '0123456789'
const PRICE = 250_000
const LESS = 200_000
const MORE = 300_000

interface Payer {
  fullName: string
  paymentRef: string
}

interface Money {
  received: { amount: number; count: number }
  due: { amount: number; count: number }
  waiting: { amount: number; count: number }
}

/** The number of transfers on the statement by kind. */
interface Odd {
  /** A wrong character in the reference, the right amount: a suggestion that is accepted together with others. */
  mistyped: number
  /** A part of the price: left out when several are accepted together. */
  under: number
  /** More than the price: left out as well, because the organiser has to decide about the rest. */
  over: number
  /** From a participant who has already paid. */
  double: number
  /** Names no participant. */
  unknown: number
}

async function makeLargeEvent(owner: Person, people: number) {
  const event = await makeEvent(owner, {
    title: 'Giải chạy mùa thu',
    totalParticipants: people,
    turnOffPayment: false,
    accountNumber: NUMBER,
    accountHolderName: 'NGUYEN THI LAN',
    bankName: 'Vietcombank',
    bankBin: '970436',
    paymentEmailContent: '<p>Mong nhận {{amount}}.</p>',
    tickets: [{ name: 'Phổ thông', price: PRICE, quantity: -1, isHidden: false }],
  })
  const lines = Array.from({ length: people }, (_, at) => `Khách ${at},khach${at}@khach.example,0912345678,Sao Mai,Phổ thông,Chuyển khoản`)
  const form = new FormData()
  form.append('file', new Blob([['Họ và tên,Email,Số điện thoại,Công ty,Hạng vé,Hình thức thanh toán', ...lines].join('\n')]), 'khach.csv')
  form.append('sendMail', 'false')
  const answer = await fetch(`${serverUrl}/api/event/${event.id}/attendances/import`, { method: 'POST', body: form, headers: { authorization: `Bearer ${owner.token}` } })
  expect(answer.status, await answer.text()).toBe(200)
  await post('/bank-accounts', { bankName: 'Vietcombank', bankBin: '970436', accountNumber: NUMBER, holderName: 'NGUYEN THI LAN' }, owner)
  const pages = Array.from({ length: Math.ceil(people / 100) }, (_, at) => at + 1)
  const read = (page: number) => get<{ items: Payer[] }>(`/event/${event.id}/attendances?limit=100&page=${page}`, owner)
  const payers = (await Promise.all(pages.map(read))).flatMap(({ items }) => items)
  expect(payers).toHaveLength(people)
  return { event, payers }
}

/** One row per payer; `Odd` says how many of them differ from an exact payment. */
function statementOf(payers: Payer[], { mistyped, under, over, double, unknown }: Odd): string {
  const day = typed(today())
  const line = (number: number, text: string, amount = PRICE) => `${day};FT${String(number).padStart(6, '0')};;${amount};${text}`
  const exact = payers.length - mistyped - under - over - double - unknown
  const rows = payers.slice(0, payers.length - double - unknown).map(({ paymentRef }, at) => {
    const wrong = `${paymentRef.slice(0, 5)}${paymentRef[5] === '8' ? '9' : '8'}${paymentRef.slice(6)}`
    const place = at - exact
    if (place < 0 || place >= mistyped) {
      const amount = place < 0 ? PRICE : place < mistyped + under ? LESS : MORE
      return line(at, `IBFT ${paymentRef} GD ${at}`, amount)
    }
    return line(at, `IBFT ${wrong} GD ${at}`)
  })
  const again = payers.slice(0, double).map(({ paymentRef }, at) => line(rows.length + at, `${paymentRef} lan hai`))
  const strange = Array.from({ length: unknown }, (_, at) => line(rows.length + double + at, `cam on ban to chuc ${'abcdefghij'[at % 10]}`))
  return ['Ngày giao dịch;Số bút toán;Ghi nợ;Ghi có;Diễn giải', ...rows, ...again, ...strange].join('\n')
}

/** A text with any number in it. */
const textOf = (text: string) => new RegExp(`^${text.replace('{{number}}', '[\\d.,]+')}$`)

const cases: [Lang, number, Odd][] = [
  ['vi', 2000, { mistyped: 30, under: 20, over: 10, double: 20, unknown: 20 }],
  ['en', 200, { mistyped: 3, under: 2, over: 1, double: 2, unknown: 2 }],
]
for (const [lang, people, odd] of cases) {
  test(`a statement of ${people} rows is taken in and its odd rest decided in ${lang}`, async ({ page }) => {
    const t = wordsIn(lang)
    const number = (count: number) => new Intl.NumberFormat(lang === 'vi' ? 'vi-VN' : 'en-GB').format(count)
    const lan = await makeOrganiser('Nguyễn Thị Lan', 'lan@hoi.example')
    const { event, payers } = await makeLargeEvent(lan, people)
    const rest = odd.mistyped + odd.under + odd.over + odd.double + odd.unknown
    const money = () => get<Money>(`/event/${event.id}/money`, lan)

    await speak(page, lang)
    await enter(page, lan)
    await page.goto('/money')
    await page.getByRole('button', { name: t('money.statement.action') }).click()
    const dialog = page.getByRole('dialog')
    await dialog.locator('input[type=file]').setInputFiles({ name: 'saoke.csv', mimeType: 'text/csv', buffer: Buffer.from(statementOf(payers, odd)) })
    await expect(dialog.getByText(t('money.statement.found', { count: people, number: number(people), new: number(people) }))).toBeVisible()
    await dialog.getByRole('button', { name: t('money.statement.take') }).click()
    await expect(dialog).toBeHidden({ timeout: 20_000 })

    await page.goto(`/event-management/${event.id}/money`)
    const tile = (name: string) => page.locator('dl > div').filter({ has: page.getByText(t(`money.sum.${name}`), { exact: true }) })
    const people_ = (count: number) => t('money.people', { count, number: number(count) })
    // The jobs that mark people paid work on while the page is open.
    await expect(tile('received')).toContainText(people_(people - rest), { timeout: 60_000 })
    await expect(tile('due')).toContainText(people_(rest))
    await expect(tile('waiting')).toContainText(t('money.transfers', { count: rest, number: number(rest) }))

    // Exact transfers are accepted and the rest is set aside, a page of twenty at a time.
    const review = page.getByRole('region', { name: t('money.review.title') })
    const rows = review.getByRole('listitem')
    await expect(rows).toHaveCount(Math.min(20, rest))
    const all = review.getByRole('checkbox', { name: t('money.review.all') })
    const accept = review.getByRole('button', { name: textOf(t('money.bulk.accept')) })
    const aside = review.getByRole('button', { name: textOf(t('money.bulk.aside')) })
    const press = async (bulk: Locator) => {
      const decided = Number((await bulk.textContent())?.replace(/\D/g, ''))
      await bulk.click()
      return decided
    }
    for (let left = rest; left > 0; ) {
      // A single one has no button for all.
      const single = rows.filter({ hasText: t('money.reason.oneWrong') }).getByRole('button', { name: t('money.action.assign') })
      if (await accept.isVisible()) {
        left -= await press(accept)
      } else if (await single.isVisible()) {
        await single.click()
        left -= 1
      } else {
        await all.check()
        left -= await press(aside)
      }
      await expect(tile('waiting')).toContainText(t('money.transfers', { count: left, number: number(left) }))
      await expect(rows).toHaveCount(Math.min(20, left))
      await expect(page.locator('button[data-loading]'), 'the list is the new one').toHaveCount(0)
    }
    await expect(page.getByText(t('money.empty.waiting.title'))).toBeVisible()

    // Every transfer is somewhere, and every dong.
    const { received, due } = await money()
    const unpaid = rest - odd.mistyped
    expect(received).toEqual({ count: people - unpaid, amount: (people - unpaid) * PRICE })
    expect(due).toEqual({ count: unpaid, amount: unpaid * PRICE })
    await expect(tile('received')).toContainText(people_(received.count))
    const count = async (state: string) => (await get<{ total: number }>(`/transfers?eventId=${event.id}&state=${state}`, lan)).total
    expect((await count('used')) + (await count('aside'))).toBe(people)
    expect(await count('aside')).toBe(unpaid)
  })
}
