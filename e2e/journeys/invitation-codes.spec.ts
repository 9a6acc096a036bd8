import { readFileSync } from 'node:fs'
import { type Browser, expect, type Page } from '@playwright/test'
import { logInAsAdmin, makeEvent } from '../support/api.ts'
import { expectAccessible } from '../support/axe.ts'
import { enter, type Lang, overflows, speak, toast } from '../support/browser.ts'
import { admin } from '../support/places.ts'
import { test } from '../support/test.ts'
import { type T, wordsIn } from '../support/words.ts'
import { send } from './visitor.ts'

// Invitation codes, from the organiser who makes them to the visitor who comes with one.

async function newPage(browser: Browser, lang: Lang, width: number): Promise<Page> {
  const context = await browser.newContext({ viewport: { width, height: 900 }, permissions: ['clipboard-read', 'clipboard-write'] })
  const page = await context.newPage()
  await speak(page, lang)
  return page
}

async function openEvent() {
  const event = await makeEvent(await logInAsAdmin(), {
    tickets: [
      { name: 'Phổ thông', price: 0, quantity: 50, isHidden: false },
      { name: 'Khách mời', price: 0, quantity: -1, isHidden: true },
    ],
  })
  return event.id
}

async function openCodes(page: Page, t: T, eventId: string) {
  await enter(page, admin)
  await page.goto(`/participant-management/${eventId}?tab=tickets`)
  await expect(page.getByRole('heading', { name: t('invitationCodes.title'), exact: true })).toBeVisible()
}

async function fillIn(page: Page, t: T, email: string) {
  const form = page.locator('form#register')
  await form.getByLabel(t('publicPage.field.fullName')).fill('Trần Thị Mai')
  await form.getByLabel(t('publicPage.field.email'), { exact: true }).first().fill(email)
  await form.getByLabel(t('publicPage.field.phone')).fill('0912345678')
  await form.getByLabel(t('publicPage.field.company')).fill('Gốm Bát Tràng')
  await form.locator('#field-consent').check()
}

/** The file that a choice of the download menu saves. */
async function download(page: Page, button: string, item: string): Promise<{ name: string; bytes: Buffer }> {
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: button, exact: true }).click()
  await page.getByRole('menuitem', { name: item }).click()
  const file = await saved
  return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) }
}

test('codes made in bulk, printed, and followed to a hidden class, in Vietnamese', async ({ browser }) => {
  const t = wordsIn('vi')
  const eventId = await openEvent()
  const organiser = await newPage(browser, 'vi', 1440)
  await openCodes(organiser, t, eventId)
  await expect(organiser.getByText(t('invitationCodes.empty'))).toBeVisible()

  await organiser.getByRole('button', { name: t('invitationCodes.add') }).click()
  const dialog = organiser.getByRole('dialog')
  await dialog.getByLabel(t('invitationCodes.field.count')).fill('12')
  await dialog.getByRole('combobox', { name: t('participants.field.ticket') }).click()
  await organiser.getByRole('option', { name: 'Khách mời', exact: true }).click()
  await expectAccessible(organiser, 'the dialog for new codes')
  await dialog.getByRole('button', { name: t('invitationCodes.make'), exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(organiser.getByText(t('invitationCodes.selected_other', { number: 12 }))).toBeVisible()
  await expectAccessible(organiser, 'the list of codes')

  const cards = await download(organiser, t('invitationCodes.download'), t('invitationCodes.file.pdf'))
  expect(cards.name).toMatch(/\.pdf$/)
  expect(cards.bytes.subarray(0, 5).toString()).toBe('%PDF-')
  expect(cards.bytes.toString('latin1').match(/\/Type \/Page\n/g)).toHaveLength(2)
  const table = await download(organiser, t('invitationCodes.download'), 'CSV')
  const lines = table.bytes.toString('utf8').trim().split('\r\n')
  expect(lines).toHaveLength(13)
  const [, first = '', second = ''] = lines
  const [code = ''] = first.split(',')
  const [other = ''] = second.split(',')
  const link = /https?:\S+#code=\w+/.exec(first)?.[0] ?? ''

  // A visitor follows the link: the class that is hidden from others is already chosen.
  const visitor = await newPage(browser, 'vi', 390)
  await visitor.goto(link)
  await expect(visitor.getByText(t('publicPage.invitation.valid'))).toBeVisible()
  await expect(visitor.getByRole('radio', { name: /Khách mời/ })).toBeChecked()
  await expectAccessible(visitor, 'the form with a code')
  expect(await overflows(visitor)).toBe(false)
  await fillIn(visitor, t, 'mai@khach.example')
  await send(visitor)
  await expect(visitor.getByRole('heading', { name: t('publicPage.done.title') })).toBeVisible()

  // The link works for no second visitor; a mistyped code is reported at its field, and everything else stays.
  const late = await newPage(browser, 'vi', 390)
  await late.goto(link)
  await expect(late.getByText(t('publicPage.invitation.invalid'))).toBeVisible()
  await fillIn(late, t, 'binh@khach.example')
  const field = late.getByLabel(t('publicPage.invitation.label'))
  await field.fill('SAI-ROI')
  await field.blur()
  await expect(late.getByText(t('publicPage.invitation.invalid'))).toBeVisible()
  await expect(late.getByLabel(t('publicPage.field.company'))).toHaveValue('Gốm Bát Tràng')
  await field.fill(other.toLowerCase())
  await field.blur()
  await expect(late.getByText(t('publicPage.invitation.valid'))).toBeVisible()
  await send(late)
  await expect(late.getByRole('heading', { name: t('publicPage.done.title') })).toBeVisible()

  // The organiser sees that the code is used up, and switches off the rest.
  await organiser.getByRole('searchbox', { name: t('invitationCodes.search') }).fill(code)
  const row = organiser.getByRole('row', { name: new RegExp(code) })
  await expect(row.getByText(t('invitationCodes.state.usedUp'))).toBeVisible()
  await expect(row.getByText('1 / 1')).toBeVisible()
  await organiser.getByRole('button', { name: t('common.clearFilters') }).click()
  const told = toast(organiser, 'Đã tắt 12 mã mời')
  await organiser.getByRole('button', { name: t('invitationCodes.turnOff'), exact: true }).click()
  await told
  const refused = await newPage(browser, 'vi', 390)
  await refused.goto(`/form/${eventId}`)
  await expect(refused.getByLabel(t('publicPage.field.fullName'))).toBeVisible()
  await expect(refused.getByRole('button', { name: t('publicPage.invitation.ask') })).toBeHidden()

  await organiser.setViewportSize({ width: 390, height: 844 })
  await expect(organiser.getByText(code).first()).toBeVisible()
  expect(await overflows(organiser), 'the codes on a phone').toBe(false)
  await expectAccessible(organiser, 'the codes on a phone')
})

test('a code of the organiser’s own choice, in English', async ({ browser }) => {
  const t = wordsIn('en')
  const eventId = await openEvent()
  const organiser = await newPage(browser, 'en', 1440)
  await openCodes(organiser, t, eventId)
  await organiser.getByRole('button', { name: t('invitationCodes.add') }).click()
  const dialog = organiser.getByRole('dialog')
  await dialog.getByText(t('invitationCodes.kind.chosen')).click()
  await dialog.getByLabel(t('invitationCodes.field.code')).fill('FRIENDS-2026')
  await dialog.getByRole('checkbox', { name: t('invitationCodes.isUnlimited') }).check()
  await dialog.getByRole('button', { name: t('invitationCodes.make'), exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(organiser.getByRole('row', { name: /FRIENDS-2026/ }).getByText(t('invitationCodes.usesUnlimited', { used: 0 }))).toBeVisible()

  const visitor = await newPage(browser, 'en', 1440)
  await visitor.goto(`/form/${eventId}`)
  await visitor.getByRole('button', { name: t('publicPage.invitation.ask') }).click()
  const field = visitor.getByLabel(t('publicPage.invitation.label'))
  await field.fill('friends')
  await field.blur()
  await expect(visitor.getByText('Invalid invitation code')).toBeVisible()
  await field.fill('friends-2026')
  await field.blur()
  await expect(visitor.getByText(t('publicPage.invitation.valid'))).toBeVisible()
})
