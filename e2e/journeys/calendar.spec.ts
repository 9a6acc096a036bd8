import { readFile } from 'node:fs/promises'
import { type Download, expect, type Locator, type Page } from '@playwright/test'
import { logInAsAdmin, makeEvent } from '../support/api.ts'
import { expectAccessible } from '../support/axe.ts'
import { openBrowser, overflows } from '../support/browser.ts'
import { linkIn, mailTo } from '../support/mail.ts'
import { test } from '../support/test.ts'
import { wordsIn } from '../support/words.ts'
import { fillIn, send } from './visitor.ts'

// A visitor whose typing aid was left on, and the event in their calendar.

async function fileOf(page: Page, button: Locator): Promise<string> {
  const download = page.waitForEvent('download')
  await button.click()
  const saved: Download = await download
  expect(saved.suggestedFilename()).toBe('su-kien.ics')
  return (await readFile(await saved.path(), 'utf8')).replaceAll('\r\n ', '')
}

const valueOf = (file: string, name: string) => new RegExp(`\r\n${name}[^:]*:([^\r]*)`).exec(file)?.[1]

test('an address with accents is asked about, and the ticket goes into the calendar with its link', async ({ browser }) => {
  const t = wordsIn('vi')
  const event = await makeEvent(await logInAsAdmin(), {
    title: 'Đêm thơ phố cổ',
    sendEmailAfterRegister: true,
    registerEmailContent: '<p>Chào {{fullName}}</p>',
    tickets: [{ name: 'Phổ thông', price: 0, quantity: 5, isHidden: false }],
  })
  const page = await openBrowser(browser, 'vi', 390)
  await fillIn(
    page,
    t,
    event.id,
    { fullName: 'Nguyễn Văn A', email: 'nguyễnvăna@khach.example', ticket: 'Phổ thông' },
    [],
  )
  const email = page.getByLabel(t('publicPage.field.email'), { exact: true })
  await expect(email).toHaveAccessibleDescription(/không viết có dấu/)
  await expect(email).toHaveValue('nguyễnvăna@khach.example')
  await expectAccessible(page, 'the question about the address')
  expect(await overflows(page)).toBe(false)
  await page.getByRole('button', { name: 'nguyenvana@khach.example' }).click()
  await expect(email).toHaveValue('nguyenvana@khach.example')
  await expect(email).toBeFocused()
  await expect(page.getByRole('button', { name: 'nguyenvana@khach.example' })).toBeHidden()

  // The calendar links on the page, before and after registering.
  const add = { name: t('publicPage.calendar.file') }
  const ofEvent = await fileOf(page, page.getByRole('link', add))
  const google = await page.getByRole('link', { name: t('publicPage.calendar.google') }).getAttribute('href')
  await send(page)
  await expect(page.getByRole('heading', { name: t('publicPage.done.title') })).toBeVisible()
  const ofTicket = await fileOf(page, page.getByRole('button', add))
  const link = linkIn(await mailTo('nguyenvana@khach.example', /^Vé của bạn/), '/ticket#')
  for (const name of ['UID', 'DTSTART', 'DTEND', 'SUMMARY', 'LOCATION', 'SEQUENCE']) {
    expect(valueOf(ofTicket, name), name).toBe(valueOf(ofEvent, name))
  }
  expect(valueOf(ofEvent, 'SUMMARY')).toBe('Đêm thơ phố cổ')
  expect(valueOf(ofTicket, 'DESCRIPTION')).toContain(link)
  expect(ofEvent).not.toContain('#')
  const details = new URL(google ?? '').searchParams
  expect(details.get('text')).toBe('Đêm thơ phố cổ')
  expect(details.get('dates')).toBe(`${valueOf(ofEvent, 'DTSTART')}/${valueOf(ofEvent, 'DTEND')}`)
  await page.goto(new URL(link).pathname + new URL(link).hash)
  expect(await fileOf(page, page.getByRole('button', add))).toBe(ofTicket)
})
