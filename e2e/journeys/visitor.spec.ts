import { type Browser, expect, type Page } from '@playwright/test'
import { logInAsAdmin, makeEvent } from '../support/api.ts'
import { expectAccessible } from '../support/axe.ts'
import { enter, type Lang, overflows, speak } from '../support/browser.ts'
import { linkIn, mailTo } from '../support/mail.ts'
import { admin } from '../support/places.ts'
import { test } from '../support/test.ts'
import { wordsIn } from '../support/words.ts'
import { register } from './visitor.ts'

// A visitor comes back to their own registration: with the link in the mail, on a phone, without an account.

async function phone(browser: Browser, lang: Lang): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const page = await context.newPage()
  await speak(page, lang)
  return page
}

test('a visitor sees, corrects and cancels their own registration', async ({ browser }) => {
  const t = wordsIn('vi')
  const event = await makeEvent(await logInAsAdmin(), {
    title: 'Toạ đàm phố cổ',
    sendEmailAfterRegister: true,
    registerEmailContent: '<p>Chào {{fullName}}</p>',
    turnOffPayment: false,
    accountNumber: '0123456789',
    accountHolderName: 'CONG TY HOI',
    bankName: 'Vietcombank',
    bankBin: '970436',
    paymentEmailContent: '<p>Mong nhận {{amount}}.</p>',
    tickets: [{ name: 'Phổ thông', price: 150_000, quantity: 5, isHidden: false }],
  })
  const page = await phone(browser, 'vi')
  const code = await register(
    page,
    t,
    event.id,
    { fullName: 'Trần Thị Mai', email: 'mai.ve@khach.example', ticket: 'Phổ thông', payment: 'BANK_TRANSFER' },
    [],
  )
  await expect(page.getByRole('heading', { name: t('publicPage.own.keep.title') })).toBeVisible()
  await expectAccessible(page, 'the confirmation with its link')

  // Both mails carry the link; it opens on any device.
  const link = linkIn(await mailTo('mai.ve@khach.example', /^Vé của bạn/), '/ticket#')
  expect(linkIn(await mailTo('mai.ve@khach.example', /^Thanh toán/), '/ticket#')).toBe(link)
  const own = await phone(browser, 'vi')
  const asked: string[] = []
  own.on('request', (request) => asked.push(request.url()))
  await own.goto(new URL(link).pathname + new URL(link).hash)
  await expect(own.getByText(code)).toBeVisible()
  await expect(own.getByText(/Chờ chuyển khoản/)).toBeVisible()
  await expect(own.getByAltText(t('publicPage.transfer.qr'))).toBeVisible()
  const key = new URL(link).hash.slice(1)
  expect(asked.filter((url) => url.includes(key) && !url.includes('#')), 'the key stays out of addresses').toEqual([])
  await expectAccessible(own, 'the own page')
  expect(await overflows(own)).toBe(false)

  await own.getByRole('button', { name: t('publicPage.own.edit') }).click()
  await own.getByLabel(t('publicPage.field.fullName')).fill('Trần Thị Mai Hoa')
  await expectAccessible(own, 'the own page while editing')
  await own.getByRole('button', { name: t('publicPage.own.save') }).click()
  const details = own.getByRole('region', { name: t('publicPage.own.details') })
  await expect(details.getByRole('status')).not.toBeEmpty()
  await own.reload()
  await expect(own.getByText('Trần Thị Mai Hoa').first()).toBeVisible()

  await own.getByRole('button', { name: t('publicPage.own.cancel.action') }).click()
  await expect(own.getByRole('button', { name: t('publicPage.own.cancel.confirm') })).toBeVisible()
  await expectAccessible(own, 'the question before cancelling')
  await own.getByRole('button', { name: t('publicPage.own.cancel.confirm') }).click()
  await expect(own.getByRole('heading', { name: t('publicPage.own.cancelled.title') })).toBeVisible()

  // The link is dead now and leads to the search; the search gives the same answer for every address.
  await own.reload()
  await expect(own.getByText(t('publicPage.find.linkOver'))).toBeVisible()
  await expectAccessible(own, 'the search for a ticket')
  await own.getByLabel(t('publicPage.field.email')).fill('khong.co@khach.example')
  await own.getByRole('button', { name: t('publicPage.find.send') }).click()
  await expect(own.getByRole('status').filter({ hasText: 'thư đang được gửi' })).toBeVisible()

  // The organiser reads about it in the event's log.
  const organiser = await browser.newPage()
  await speak(organiser, 'vi')
  await enter(organiser, admin)
  await organiser.goto(`/participant-management/${event.id}`)
  await organiser.getByRole('button', { name: t('participants.tools') }).click()
  await organiser.getByRole('menuitem', { name: t('events.log.title') }).click()
  await expect(
    organiser.getByText(t('events.log.action.participant.selfCancelled', { name: 'Trần Thị Mai Hoa' })),
  ).toBeVisible()
})

test('a visitor finds a lost ticket in English', async ({ browser }) => {
  const t = wordsIn('en')
  const event = await makeEvent(await logInAsAdmin(), { title: 'Old town talk', tickets: [{ name: 'Seat', price: 0, quantity: 5, isHidden: false }] })
  const page = await phone(browser, 'en')
  const code = await register(page, t, event.id, { fullName: 'Mai Tran', email: 'mai.lost@khach.example', ticket: 'Seat' }, [])
  const later = await phone(browser, 'en')
  await later.goto(`/form/${event.id}`)
  await later.getByRole('link', { name: t('publicPage.find.title') }).click()
  await later.getByLabel(t('publicPage.field.email')).fill('Mai.Lost@khach.example')
  await later.getByRole('button', { name: t('publicPage.find.send') }).click()
  await expect(later.getByRole('status').filter({ hasText: 'on its way' })).toBeVisible()
  const link = linkIn(await mailTo('mai.lost@khach.example', /Old town talk/), '/ticket#')
  await later.goto(new URL(link).pathname + new URL(link).hash)
  await expect(later.getByText(code)).toBeVisible()
  await expect(later.getByText(t('publicPage.own.state.free'))).toBeVisible()
  await expectAccessible(later, 'the own page in English')
  expect(await overflows(later)).toBe(false)
})
