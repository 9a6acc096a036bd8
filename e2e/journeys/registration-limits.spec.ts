import { expect } from '@playwright/test'
import { logInAsAdmin, makeEvent, post } from '../support/api.ts'
import { expectAccessible } from '../support/axe.ts'
import { enter, openBrowser, overflows } from '../support/browser.ts'
import { admin } from '../support/places.ts'
import { test } from '../support/test.ts'
import { wordsIn } from '../support/words.ts'
import { fillIn, send } from './visitor.ts'

// One network and many registrations: the organiser sees the burst, turns a limit on, and the next visitor reads why.

const guest = (at: number) => ({
  fullName: `Khách ${at}`,
  email: `khach${at}@mang.example`,
  phone: '0912345678',
  company: 'Công ty Sao Mai',
  consent: true,
})

test('a burst from one network is shown and limited', async ({ browser }) => {
  const t = wordsIn('vi')
  const event = await makeEvent(await logInAsAdmin(), {
    title: 'Đêm nhạc ít chỗ',
    tickets: [{ name: 'Chỗ ngồi', price: 0, quantity: -1, isHidden: false }],
  })
  const ticketId = event.tickets[0]?.id
  for (let at = 0; at < 22; at++) await post(`/event/${event.id}/register`, { ...guest(at), ticketId })

  const organiser = await openBrowser(browser, 'vi', 1440)
  await enter(organiser, admin)
  await organiser.goto(`/participant-management/${event.id}`)
  const notice = organiser.getByRole('alert').filter({ hasText: t('participants.bursts.hint') })
  await expect(notice).toBeVisible()
  await expectAccessible(organiser, 'the notice of a burst')
  await notice.getByRole('button', { name: t('participants.bursts.show') }).click()
  await expect(organiser.getByRole('button', { name: t('participants.filter.clearBurst') })).toBeVisible()

  await notice.getByRole('link', { name: t('participants.bursts.limit') }).click()
  await organiser.getByRole('switch', { name: t('events.limits.perAddress') }).check()
  await expect(organiser.getByLabel(t('events.limits.perAddressNumber'))).toHaveValue('10')
  await expectAccessible(organiser, 'the limits')
  await organiser.getByRole('button', { name: t('common.save'), exact: true }).click()
  await organiser.getByRole('dialog').getByRole('button', { name: t('common.save'), exact: true }).click()
  await expect(organiser.getByRole('dialog')).toBeHidden()

  const phone = await openBrowser(browser, 'vi', 390)
  await fillIn(phone, t, event.id, { fullName: 'Lê Thị Mai', email: 'mai@mang.example', ticket: 'Chỗ ngồi' }, [])
  await send(phone)
  await expect(phone.getByText(/đã đạt mức ban tổ chức cho phép/).first()).toBeVisible()
  await expect(phone.getByLabel(t('publicPage.field.fullName'))).toHaveValue('Lê Thị Mai')
  expect(await overflows(phone)).toBe(false)
})
