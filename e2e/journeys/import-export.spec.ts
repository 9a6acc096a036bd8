import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import { logInAsAdmin, makeEvent } from '../support/api.ts'
import { expectAccessible } from '../support/axe.ts'
import { enter, type Lang, overflows, speak } from '../support/browser.ts'
import { test } from '../support/test.ts'
import { wordsIn } from '../support/words.ts'

// An organiser brings a list in from a spreadsheet, mends it, and takes everyone out again as a file.

const csv = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })

const BROKEN = 'Họ và tên;Email;Liên hệ;Công ty\nNguyễn Văn Đức;duc@example.vn;912345678;Sao Mai\nTrần Thị Ổi;khong-phai-email;0987654321;Sao Mai\n'
const MENDED = BROKEN.replace('khong-phai-email', 'oi@example.vn').replace('0987654321', 'O987654321')

async function participants(page: Page, lang: Lang, change: Record<string, unknown> = {}) {
  const admin = await logInAsAdmin()
  const event = await makeEvent(admin, change)
  await speak(page, lang)
  await enter(page, admin)
  await page.goto(`/participant-management/${event.id}`)
}

for (const lang of ['vi', 'en'] as const) {
  test(`a list comes in and goes out in ${lang}`, async ({ page }) => {
    const t = wordsIn(lang)
    const f = (key: string, values?: Record<string, string | number>) => t(`participants.files.${key}`, values)
    await participants(page, lang)
    // The empty list offers the import.
    await page.getByRole('button', { name: f('import') }).last().click()
    const dialog = page.getByRole('dialog')
    const file = dialog.locator('input[type=file]')

    // The template has the columns that are understood.
    const template = page.waitForEvent('download')
    await dialog.getByRole('button', { name: f('templateAs', { format: 'CSV' }) }).click()
    expect(readFileSync(await (await template).path(), 'utf8')).toContain(lang === 'vi' ? 'Họ và tên *,Email,' : 'Full name *,Email,')

    // A file that is no list is refused with a message, and another file can be chosen.
    await file.setInputFiles({ name: 'thiep.csv', mimeType: 'text/csv', buffer: Buffer.from('%PDF-1.7\n') })
    await expect(dialog.getByText(lang === 'vi' ? /^thiep\.csv là tệp PDF/ : /^thiep\.csv is a PDF/)).toBeVisible()
    await dialog.getByRole('button', { name: f('another') }).click()

    // A column with an unusual title is mapped by hand; then the broken row shows, and the import is blocked.
    await file.setInputFiles(csv('khach.csv', BROKEN))
    const meaning = dialog.getByRole('combobox', { name: f('meaningOf', { column: 'Liên hệ' }) })
    await expect(meaning).toBeVisible()
    await meaning.click()
    await page.getByRole('option', { name: lang === 'vi' ? 'Số điện thoại' : 'Phone' }).click()
    const errors = dialog.getByRole('alert').getByRole('row')
    await expect(errors).toHaveCount(2)
    await expect(errors.nth(1)).toContainText('3')
    await expect(errors.nth(1)).toContainText('Email')
    await expect(dialog.getByRole('button', { name: lang === 'vi' ? 'Nhập 2 người' : 'Import 2 people' })).toBeDisabled()
    await expectAccessible(page, 'import with errors')
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await overflows(page), 'the import on a phone').toBe(false)
    await page.setViewportSize({ width: 1440, height: 900 })

    await dialog.getByRole('button', { name: f('another') }).click()
    await file.setInputFiles(csv('khach.csv', MENDED))
    await meaning.click()
    await page.getByRole('option', { name: lang === 'vi' ? 'Số điện thoại' : 'Phone' }).click()
    // A phone number that cannot be one is shown; the other rows are still imported.
    const phones = dialog.getByRole('region', { name: f('badPhones', { count: 1, number: 1 }) })
    await expect(phones).toContainText('O987654321')
    await expect(phones).toContainText(f('unanswered'))
    const run = dialog.getByRole('button', { name: lang === 'vi' ? 'Nhập 2 người' : 'Import 2 people' })
    await expect(run).toBeDisabled()
    await expectAccessible(page, 'import with a question')
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await overflows(page), 'the question on a phone').toBe(false)
    await page.setViewportSize({ width: 1440, height: 900 })
    await phones.getByRole('radio', { name: f('phone.empty') }).check()
    await run.click()
    await expect(dialog).toBeHidden()
    await expect(page.getByText('Nguyễn Văn Đức').first()).toBeVisible()
    await expect(page.getByText('Trần Thị Ổi').first()).toBeVisible()
    await expect(page.getByText('0912 345 678').first()).toBeVisible()

    // Out again, as CSV with everything.
    await page.getByRole('button', { name: t('participants.tools') }).click()
    await page.getByRole('menuitem', { name: f('export') }).click()
    await dialog.getByRole('radio', { name: 'CSV' }).check()
    await dialog.getByLabel(f('sensitive')).check()
    await expectAccessible(page, 'export')
    const download = page.waitForEvent('download')
    await dialog.getByRole('button', { name: f('download') }).click()
    const saved = await download
    expect(saved.suggestedFilename()).toBe(lang === 'vi' ? 'Đêm nhạc mùa thu - Người tham dự.csv' : 'Đêm nhạc mùa thu - Participants.csv')
    const text = readFileSync(await saved.path(), 'utf8')
    expect(text).toContain('Nguyễn Văn Đức,duc@example.vn,"0912345678",Sao Mai')
    expect(text).toContain('Trần Thị Ổi,oi@example.vn,,Sao Mai')
    expect(text).toContain(lang === 'vi' ? 'Mã số thuế' : 'Tax number')
    await expect(dialog).toBeHidden()

    // The log knows of both.
    await page.getByRole('button', { name: t('participants.tools') }).click()
    await page.getByRole('menuitem', { name: t('events.log.title') }).click()
    await expect(page.getByText(t('events.log.action.participant.imported_other', { number: 2 }))).toBeVisible()
    await expect(page.getByText(t('events.log.action.participant.exportedSensitive_other', { number: 2 }))).toBeVisible()
  })
}

const OTHER_SYSTEM = [
  'api_id,name,first_name,last_name,email,approval_status,ticket_name,Cỡ áo,qr_code_url',
  'g-1,Alex Rivera,Alex,Rivera,alex@example.vn,approved,21km,M,https://example.com/1',
  'g-2,Trần Bình,Bình,Trần,binh@example.vn,declined,21km,L,https://example.com/2',
]
const LATER = [
  ...OTHER_SYSTEM.map((line) => line.replace(',M,', ',XL,')),
  'g-3,Lê Cúc,Cúc,Lê,cuc@example.vn,approved,21km,S,https://example.com/3',
]

for (const lang of ['vi', 'en'] as const) {
  test(`a list of another system comes in with its classes and questions, and again, in ${lang}`, async ({ page }) => {
    const t = wordsIn(lang)
    const f = (key: string, values?: Record<string, string | number>) => t(`participants.files.${key}`, values)
    await participants(page, lang)
    await page.getByRole('button', { name: f('import') }).first().click()
    const dialog = page.getByRole('dialog')
    const file = dialog.locator('input[type=file]')
    await file.setInputFiles(csv('luma.csv', OTHER_SYSTEM.join('\n')))

    // A person who declined is left out, and the preview says so.
    await dialog.getByRole('button', { name: f('whoIsLeftOut', { count: 1, number: 1 }) }).click()
    await expect(dialog.getByRole('row', { name: '3 Trần Bình declined' })).toBeVisible()
    // The event has no classes: one press makes the one of the file.
    await dialog.getByRole('button', { name: f('makeClasses', { count: 1, name: '21km' }) }).click()
    const price = dialog.getByRole('textbox', { name: f('priceOf', { name: '21km' }) })
    // The file does not contain the price, so the organiser enters it.
    await expect(price).toHaveValue('')
    await price.fill('0')
    await price.blur()
    // An unknown column becomes a question; columns of web addresses are not offered.
    const size = dialog.getByRole('switch', { name: 'Cỡ áo' })
    await expect(dialog.getByRole('switch')).toHaveCount(1)
    await size.check()
    const run = dialog.getByRole('button', { name: f('run', { count: 1, number: 1 }) })
    await expect(run).toBeEnabled()
    await expectAccessible(page, 'import with questions')
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await overflows(page), 'the questions on a phone').toBe(false)
    await page.setViewportSize({ width: 1440, height: 900 })
    await run.click()
    await expect(dialog).toBeHidden()
    await expect(page.getByText(f('done', { name: 'luma.csv' }))).toBeVisible()
    await expect(page.getByText('Alex Rivera').first()).toBeVisible()
    await expect(page.getByText('Rivera Alex')).toHaveCount(0)

    // The list again, with a change and a new person.
    await page.getByRole('button', { name: f('import') }).click()
    await file.setInputFiles(csv('luma.csv', LATER.join('\n')))
    await dialog.getByRole('button', { name: f('whatChanges', { count: 1, number: 1 }) }).click()
    await expect(dialog.getByText(f('change', { field: 'Cỡ áo', before: 'M', after: 'XL' }))).toBeVisible()
    await dialog.getByRole('button', { name: f('runBoth', { added: 1, updated: 1 }) }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByText('Lê Cúc').first()).toBeVisible()
    await page.getByText('Alex Rivera').first().click()
    await expect(page.getByRole('dialog').getByText('XL', { exact: true })).toBeVisible()
    await expect(page.getByRole('dialog').getByText('21km').first()).toBeVisible()
  })
}
