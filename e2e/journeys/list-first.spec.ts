import { expect, type Locator, type Page } from '@playwright/test'
import { get, logInAsAdmin, makeEvent, makeOrganiser, type Person, post, put, upload } from '../support/api.ts'
import { expectAccessible } from '../support/axe.ts'
import { enter, openBrowser, overflows } from '../support/browser.ts'
import { today } from '../support/days.ts'
import { serverUrl } from '../support/places.ts'
import { test } from '../support/test.ts'
import { smallTargets } from '../support/touch.ts'
import { wordsIn } from '../support/words.ts'

// An organiser stands in the hall with a phone: every list begins with its first name, the figures above it stay in sight,
// the tools are behind one button, and a row drawn to the right is a person who is there.

/** The lowest place of the first name, in pixels from the top of the screen. */
const LOWEST = 200

const NUMBER = '0123456789'
const KEY = 'khoa-cua-dich-vu'
/** Longer than a line of the phone. */
const TITLE = 'Đêm nhạc mùa thu bên hồ Tây với dàn hợp xướng thiếu nhi'
const ANY_GUEST = /^Khách Mời [A-N]$/
const GROUP = 'Câu lạc bộ Doanh nhân và Bạn đọc Sông Hàn Đà Nẵng'

const idOf = async (person: Person) => (await get<{ id: string }>('/users/me', person)).id

const hours = (count: number) => new Date(Date.now() + count * 3_600_000).toISOString()

/** A finger draws the row to the right by this many pixels, and lets go. */
async function draw(page: Page, row: Locator, by: number) {
  const box = await row.boundingBox()
  if (!box) throw new Error('the row is not on the screen')
  const finger = await page.context().newCDPSession(page)
  const y = box.y + 24
  await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x: 100, y }] })
  for (let x = 110; x <= 100 + by; x += 10) await finger.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x, y }] })
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}

for (const lang of ['vi', 'en'] as const) {
  test(`a phone begins with the names in ${lang}`, async ({ browser }) => {
    const t = wordsIn(lang)
    const lan = await makeOrganiser('Nguyễn Thị Lan', 'lan@hoi.example')
    const minh = await makeOrganiser('Trần Văn Minh', 'minh@hoi.example')
    const settings = { name: GROUP, description: 'Họp mỗi sáng thứ Năm.', avatar: await upload(lan, 'groupAvatar') }
    const group = await post<{ id: string }>('/group', { ...settings, ownerId: await idOf(lan) }, await logInAsAdmin())
    await post(`/group/${group.id}/member`, { userIds: [await idOf(minh)], role: 'member' }, await logInAsAdmin())
    const now = { closeRegistrationDate: hours(0.5), eventStartDate: hours(1), endDate: hours(3) }
    const meeting = await makeEvent(lan, { ...now, title: TITLE, groupId: group.id })
    const event = await makeEvent(lan, {
      ...now,
      title: TITLE,
      turnOffPayment: false,
      accountNumber: NUMBER,
      accountHolderName: 'NGUYEN THI LAN',
      bankName: 'Vietcombank',
      bankBin: '970436',
      paymentEmailContent: '<p>Mong nhận {{amount}}.</p>',
      tickets: [{ name: 'Phổ thông', price: 150_000, quantity: 50, isHidden: false }],
    })
    for (const letter of 'ABCDEFGHIJKLMN')
      await post(
        `/event/${event.id}/attendances`,
        { fullName: `Khách Mời ${letter}`, email: `khach-${letter}@khach.example`, phone: '0912345678', company: 'Sao Mai', ticketId: event.tickets[0]?.id, paymentMethod: 'BANK_TRANSFER', sendMail: false },
        lan,
      )
    const account = await post<{ id: string }>('/bank-accounts', { bankName: 'Vietcombank', bankBin: '970436', accountNumber: NUMBER, holderName: 'NGUYEN THI LAN' }, lan)
    const { webhookAddress } = await put<{ webhookAddress: string }>(`/bank-accounts/${account.id}/connection`, { service: 'sepay', key: KEY }, lan)
    const reported = await fetch(new URL(new URL(webhookAddress).pathname, serverUrl), {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Apikey ${KEY}` },
      body: JSON.stringify({ id: 1, gateway: 'Vietcombank', transactionDate: `${today()} 23:59:00`, accountNumber: NUMBER, code: null, content: 'KHACH MOI 3 chuyen tien ve', transferType: 'in', transferAmount: 100_000, accumulated: 0, subAccount: null, referenceCode: 'MB.1' }),
    })
    expect(reported.status).toBe(200)

    const phone = await openBrowser(browser, lang, 390, { hasTouch: true, isMobile: true })
    await enter(phone, lan)
    /** Opens a screen, whose first name stands high and whose tools are folded, and looks at it with and without them. */
    const begins = async (path: string, name: Locator, button: string, tool: Locator) => {
      await phone.goto(path)
      await expect.poll(async () => Math.round((await name.boundingBox())?.y ?? Number.POSITIVE_INFINITY), path).toBeLessThanOrEqual(LOWEST)
      await expect(tool, path).toBeHidden()
      for (const folded of [true, false]) {
        if (!folded) await phone.getByRole('button', { name: button }).click()
        await (folded ? expect(tool, path).toBeHidden() : expect(tool, path).toBeVisible())
        await expectAccessible(phone, path)
        expect(await overflows(phone), path).toBe(false)
        expect(await smallTargets(phone), path).toEqual([])
      }
      await phone.getByRole('button', { name: button }).click()
    }
    const rowsOf = (list: string) => phone.getByRole('list', { name: list }).getByRole('listitem')

    // The members, as their leader manages them and on the group's own page.
    const first = rowsOf(t('groups.members.list')).first().getByText('Nguyễn Thị Lan', { exact: true })
    const add = phone.getByRole('button', { name: t('groups.addMembers.action'), exact: true })
    await begins(`/group-management/${group.id}`, first, t('groups.members.tools'), add)
    await begins(`/my-group/${group.id}?tab=members`, first, t('groups.members.tools'), add)

    // The transfers of an event, and of all.
    const transfers = phone.getByRole('region', { name: t('money.review.title') })
    const amount = transfers.getByRole('listitem').first().getByText(/100[.,]000/).first()
    const states = transfers.getByRole('radiogroup', { name: t('money.review.state') })
    await begins('/money', amount, t('money.tools'), states)
    await begins(`/event-management/${event.id}/money`, amount, t('money.tools'), states)
    // Another state is told beside the figures, and left with one press.
    await phone.getByRole('button', { name: t('money.tools') }).click()
    await states.getByText(t('money.state.used'), { exact: true }).click()
    await expect(phone.getByRole('button', { name: t('money.tools') })).toHaveAccessibleName(/1/)
    await expect(amount).toBeHidden()
    await phone.getByRole('button', { name: t('common.clearFilters') }).click()
    await expect(amount).toBeVisible()

    // The participants; their figures stay in sight.
    const guests = rowsOf(t('participants.tab.participants'))
    const search = phone.getByRole('searchbox', { name: t('participants.filter.search') })
    await begins(`/participant-management/${event.id}`, guests.first().getByText(ANY_GUEST), t('participants.filter.tools'), search)
    const fullName = await guests.nth(2).getByText(ANY_GUEST).innerText()
    const checkedIn = phone.getByRole('button', { name: new RegExp(`^${t('participants.checkedIn')} `) })
    // Not far enough: the row goes back, and the filter for those who are checked in is absent while there are none.
    await draw(phone, guests.nth(1), 60)
    await expect(guests.nth(1)).not.toHaveAttribute('data-drawn')
    await expect(phone.getByRole('button', { name: `${t('participants.notCheckedIn')} 14` })).toBeVisible()
    await expect(checkedIn).toHaveCount(0)
    // Had the short one counted as well, there would be two.
    await draw(phone, guests.nth(2), 140)
    await expect(phone.getByText(t('participants.done.checkedIn', { name: fullName }))).toBeVisible()
    await expect(checkedIn).toHaveText(/ 1$/)
    await checkedIn.click()
    await expect(guests).toHaveCount(1)
    await expect(guests).toContainText(fullName)
    await phone.getByRole('button', { name: new RegExp(`^${t('participants.filter.all')}`) }).click()
    await expect(guests).toHaveCount(14)
    await phone.evaluate(() => window.scrollTo(0, 300))
    await expect(guests.first()).not.toBeInViewport()
    await expect(phone.getByRole('group', { name: t('participants.filter.label') })).toBeInViewport()

    // The roll call.
    const members = rowsOf(t('rollCall.members'))
    const minhOnRoll = members.filter({ hasText: 'Trần Văn Minh' })
    await begins(`/my-group/${group.id}/roll-call/${meeting.id}`, members.first().getByText(/^(Nguyễn Thị Lan|Trần Văn Minh)$/), t('rollCall.tools'), phone.getByRole('searchbox', { name: t('rollCall.search') }))
    const lanOnRoll = members.filter({ hasText: 'Nguyễn Thị Lan' })
    const presence = (row: Locator, name: string) => row.getByRole('button', { name: t('rollCall.press.present', { name }), exact: true })
    await draw(phone, lanOnRoll, 60)
    await expect(lanOnRoll).not.toHaveAttribute('data-drawn')
    await expect(presence(lanOnRoll, 'Nguyễn Thị Lan')).toHaveAttribute('aria-pressed', 'false')
    await draw(phone, minhOnRoll, 140)
    await expect(presence(minhOnRoll, 'Trần Văn Minh')).toHaveAttribute('aria-pressed', 'true')
    await expect(presence(lanOnRoll, 'Nguyễn Thị Lan')).toHaveAttribute('aria-pressed', 'false')
    await expect(phone.getByRole('button', { name: t('rollCall.short.present', { number: 1 }) })).toBeVisible()
  })
}
