import { expect } from '@playwright/test'
import { get, makeEvent, makeOrganiser, post } from '../support/api.ts'
import { expectAccessible } from '../support/axe.ts'
import { copiedBy, enter, openBrowser, overflows } from '../support/browser.ts'
import { test } from '../support/test.ts'
import { wordsIn } from '../support/words.ts'

// Guests who stand at the door without their ticket: staff with a phone find them, take their cash and let them in.

const PRICE = 350_000

test('a phone at the door that may serve guests finds one, notes the cash and lets them in', async ({ browser }) => {
  const t = wordsIn('vi')
  const organiser = await makeOrganiser('Nguyễn Ngọc Lan', 'lan@hoi.example')
  const event = await makeEvent(organiser, {
    turnOffPayment: false,
    // Tonight: long before an event a check-in is asked about.
    eventStartDate: new Date(Date.now() + 20 * 3_600_000).toISOString(),
    closeRegistrationDate: new Date(Date.now() + 19 * 3_600_000).toISOString(),
    accountNumber: '0123456789',
    accountHolderName: 'NGUYEN NGOC LAN',
    bankName: 'Vietcombank',
    bankBin: '970436',
    paymentEmailContent: '<p>{{amount}}</p>',
    tickets: [{ name: 'Vé thường', description: null, price: PRICE, quantity: 10 }],
  })
  for (const [at, fullName] of ['Phạm Minh Hà', 'Phạm Minh Hà', 'Đỗ Gia Bảo'].entries()) {
    await post(
      `/event/${event.id}/attendances`,
      {
        fullName,
        email: `khach${at}@khach.example`,
        phone: `091234567${at}`,
        company: '',
        ticketId: event.tickets[0]?.id,
        participationType: 'ORDINARY',
        paymentMethod: 'CASH_AT_VENUE',
        paymentStatus: 'unpaid',
        sendMail: false,
      },
      organiser,
    )
  }

  const desk = await openBrowser(browser, 'vi', 1440, { permissions: ['clipboard-read', 'clipboard-write'] })
  await enter(desk, organiser)
  await desk.goto(`/participant-management/${event.id}/door`)
  await desk.getByLabel(t('checkin.welcoming.label')).fill('Cổng A')
  await desk.getByRole('checkbox', { name: t('checkin.welcoming.servesGuests') }).check()
  await desk.getByRole('button', { name: t('checkin.welcoming.make') }).click()
  const link = await copiedBy(desk, desk.getByRole('button', { name: t('checkin.welcoming.copy') }))
  const right = desk.getByRole('switch', { name: t('checkin.welcoming.servesGuestsName', { label: 'Cổng A' }) })
  await expect(right).toBeChecked()
  await expectAccessible(desk, 'the settings of the door')

  const phone = await openBrowser(browser, 'vi', 390)
  await phone.goto(link)
  const search = phone.getByLabel(t('checkin.search.label'))
  await expect(search).toBeVisible()
  await search.fill('minh ha')
  const guest = phone.getByRole('listitem').filter({ hasText: '671' })
  await expect(phone.getByRole('listitem').filter({ hasText: 'Phạm Minh Hà' })).toHaveCount(2)
  await expect(guest).toContainText(t('checkin.search.unpaid', { amount: '350.000 ₫' }))
  await expect(guest, 'no more of a phone number than tells two people apart').not.toContainText('0912')
  expect(await overflows(phone)).toBe(false)
  await expectAccessible(phone, 'guests found at the door')
  for (const button of await guest.getByRole('button').all()) expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(40)

  await guest.getByRole('button', { name: /350\.000/ }).click()
  await expect(phone.getByText(t('checkin.paid', { name: 'Phạm Minh Hà', amount: '350.000 ₫' })).first()).toBeVisible()
  await expect(guest).not.toContainText(t('checkin.search.unpaid', { amount: '350.000 ₫' }))
  await guest.getByRole('button', { name: t('checkin.search.checkInName', { name: 'Phạm Minh Hà' }) }).click()
  const result = phone.getByRole('region', { name: t('checkin.result') })
  await expect(result).toHaveAttribute('data-tone', 'good')
  await expect(result).toContainText('Phạm Minh Hà')

  // The organiser reads in the log at which door that was, and takes the right away.
  const log = await get<{ items: { action: string; data: Record<string, unknown> }[] }>(`/event/${event.id}/activities`, organiser)
  const atDoor = log.items.filter(({ data }) => data.device === 'Cổng A').map(({ action }) => action)
  expect(atDoor).toEqual(['participant.checkedIn', 'participant.paid'])
  await right.click()
  await expect(right).not.toBeChecked()
  await expect(search).toBeHidden()
})
