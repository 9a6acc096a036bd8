import { expect } from '@playwright/test'
import { logInAsAdmin, makeEvent, post } from '../support/api.ts'
import { expectAccessible } from '../support/axe.ts'
import { enter, openBrowser, overflows } from '../support/browser.ts'
import { linkIn, mailTo } from '../support/mail.ts'
import { admin } from '../support/places.ts'
import { test } from '../support/test.ts'
import { wordsIn } from '../support/words.ts'
import { fillIn, send } from './visitor.ts'

// A registration that has to be confirmed: by the visitor with the link in the mail, or by the organiser.

test('a visitor confirms by mail, and the organiser confirms for another', async ({ browser }) => {
  const t = wordsIn('vi')
  const event = await makeEvent(await logInAsAdmin(), {
    title: 'Lớp gốm cuối tuần',
    confirmByMailMinutes: 30,
    tickets: [{ name: 'Chỗ ngồi', price: 0, quantity: 5, isHidden: false }],
  })
  const email = `mai@${event.id}.example`
  const phone = await openBrowser(browser, 'vi', 390)
  await fillIn(phone, t, event.id, { fullName: 'Lê Thị Mai', email, ticket: 'Chỗ ngồi' }, [])
  await send(phone)
  await expect(phone.getByRole('heading', { name: t('publicPage.confirm.title') })).toBeVisible()
  await expect(phone.getByRole('img', { name: /[0-9A-Z]{12}/ })).toHaveCount(0)
  await expectAccessible(phone, 'the hint to open the mail')
  expect(await overflows(phone)).toBe(false)

  const link = new URL(linkIn(await mailTo(email, /xác nhận đăng ký/), '/ticket#'))
  const own = await openBrowser(browser, 'vi', 390)
  await own.goto(link.pathname + link.hash)
  await expect(own.getByRole('heading', { name: t('publicPage.confirm.own') })).toBeVisible()
  await expectAccessible(own, 'the page that confirms')
  await own.getByRole('button', { name: t('publicPage.confirm.action'), exact: true }).click()
  await expect(own.getByRole('img', { name: /[0-9A-Z]{12}/ })).toBeVisible()

  await post(`/event/${event.id}/register`, {
    fullName: 'Trần Văn Nam',
    email: `nam@${event.id}.example`,
    phone: '0912345678',
    company: 'Gốm Bát Tràng',
    consent: true,
    ticketId: event.tickets[0]?.id,
  })
  const organiser = await openBrowser(browser, 'vi', 1440)
  await enter(organiser, admin)
  await organiser.goto(`/participant-management/${event.id}`)
  const row = organiser.getByRole('row', { name: /Trần Văn Nam/ })
  await expect(row.getByText(/Chưa xác nhận/)).toBeVisible()
  await expect(organiser.getByText(/Chưa xác nhận/)).toHaveCount(1)
  await row.getByRole('button', { name: t('participants.actionsOf', { name: 'Trần Văn Nam' }) }).click()
  await organiser.getByRole('menuitem', { name: t('participants.confirm') }).click()
  await expect(organiser.getByText(/Chưa xác nhận/)).toHaveCount(0)
})
