import { expect } from '@playwright/test'
import { makeEvent, makeOrganiser, post } from '../support/api.ts'
import { expectAccessible } from '../support/axe.ts'
import { enter, openBrowser, overflows, toast } from '../support/browser.ts'
import { mailsTo, mailTo } from '../support/mail.ts'
import { test } from '../support/test.ts'
import { wordsIn } from '../support/words.ts'
import { setDate } from './organiser.ts'

// People who have registered are told when the event is moved, takes place elsewhere, or not at all.

/** They registered in Vietnamese: their letters are, whatever language the organiser reads. */
const GUESTS = ['mai@doi.example', 'quan@doi.example']

for (const [lang, width] of [
  ['vi', 1440],
  ['en', 390],
] as const) {
  test(`a moved event tells its guests, ${lang} at ${width}`, async ({ browser }) => {
    const t = wordsIn(lang)
    const owner = await makeOrganiser('Nguyễn Ngọc Lan', 'lan.bao@hoi.example')
    const event = await makeEvent(owner, { title: 'Hội thảo Gốm Việt', backgroundColor: '#143670' })
    for (const email of GUESTS) {
      const body = { fullName: 'Trần Thị Mai', email, phone: '0912345678', company: 'Gốm Bát Tràng' }
      await post(`/event/${event.id}/attendances`, body, owner)
    }
    const page = await openBrowser(browser, lang, width)
    await enter(page, owner)
    const dialog = page.getByRole('dialog')
    const letter = page.getByRole('dialog', { name: t('events.letter.title_other', { number: 2 }) })
    const save = async () => {
      await page.getByRole('button', { name: t('common.save'), exact: true }).click()
      await dialog.getByRole('button', { name: t('common.save') }).click()
    }

    // Moved: the finished letter is there at once, as guests will see it.
    await page.goto(`/event-management/edit/${event.id}`)
    await setDate(page, t, 'eventStartDate', new Date(Date.now() + 96 * 3_600_000))
    await page.getByRole('textbox', { name: t('events.field.venueAddress') }).fill('Cung Văn hoá Hữu nghị')
    await save()
    await expect(letter).toBeVisible()
    const mail = letter.frameLocator('iframe')
    await expect(mail.getByText('Cung Văn hoá Hữu nghị')).toBeVisible()
    const formerly = mail.locator('s', { hasText: 'Nhà hát Lớn, Hà Nội' })
    // On a phone the letter is longer than its frame.
    await (width === 390 ? expect(formerly).toBeVisible() : expect(formerly).toBeInViewport())
    await expect(mail.locator('.card')).toHaveCSS('border-radius', '10px')
    const other = lang === 'vi' ? { name: 'English', directions: 'Get directions' } : { name: 'Tiếng Việt', directions: 'Xem đường đi' }
    await letter.getByText(other.name).click()
    await expect(mail.getByText(other.directions)).toBeVisible()
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(letter.getByRole('button', { name: t('events.letter.send_other', { number: 2 }) })).toBeInViewport()
    await expect(mail.locator('#news s').first()).toBeInViewport()
    expect(await overflows(page), 'the letter on a phone').toBe(false)
    await page.setViewportSize({ width, height: width === 390 ? 844 : 900 })

    // An organiser who leaves without a decision finds it on the event's home.
    await page.keyboard.press('Escape')
    await expect(letter).toBeHidden()
    expect(await mailsTo(GUESTS[0] ?? '')).toEqual([])
    await page.goto(`/event-management/${event.id}`)
    const todo = page.getByRole('link', { name: t('eventHome.todo.letter_other', { number: 2 }) })
    await todo.click()
    await expect(letter).toBeVisible()
    await letter.getByRole('button', { name: t('events.letter.send_other', { number: 2 }) }).click()
    await expect(letter).toBeHidden()
    await expect(todo).toBeHidden()
    for (const guest of GUESTS) {
      const { text, attachments } = await mailTo(guest, /Đổi thời gian và địa điểm: Hội thảo Gốm Việt/)
      expect(text).toContain('Địa điểm: Cung Văn hoá Hữu nghị')
      expect(text).toContain('Trước đây: Nhà hát Lớn, Hà Nội')
      expect(attachments.map(({ name }) => name)).toContain('event.ics')
    }

    // Not sent on purpose.
    await page.goto(`/event-management/edit/${event.id}`)
    await page.getByRole('textbox', { name: t('events.field.venueAddress') }).fill('Cung Văn hoá Hữu nghị, cổng B')
    await save()
    await letter.getByRole('button', { name: t('events.letter.dismiss') }).click()
    await expect(letter).toBeHidden()
    await page.goto(`/event-management/${event.id}`)
    await expect(page.getByText(t('eventHome.todo.device'))).toBeVisible()
    await expect(todo).toBeHidden()

    // Reminders are on until the organiser turns them off.
    await page.goto(`/event-management/edit/${event.id}?step=emailContent`)
    await expect(page.getByRole('checkbox', { name: t('events.reminders.day') })).toBeChecked()
    await page.getByRole('checkbox', { name: t('events.reminders.hours') }).uncheck()
    const saved = toast(page)
    await save()
    await saved
    await page.reload()
    await expect(page.getByRole('checkbox', { name: t('events.reminders.hours') })).not.toBeChecked()
    await expectAccessible(page, 'the mails of an event')

    // Called off: the mail with its reason is read before it is sent.
    await page.getByRole('button', { name: t('events.action.more', { title: event.title }) }).click()
    await page.getByRole('menuitem', { name: t('events.cancel.action') }).click()
    await dialog.getByLabel(t('events.cancel.reason')).fill('Bão về đúng ngày.')
    await expect(dialog.frameLocator('iframe').getByText('Bão về đúng ngày.')).toBeVisible()
    await dialog.getByRole('button', { name: t('events.cancel.confirm') }).click()
    await expect(page.getByText(t('events.cancelled.description'))).toBeVisible()
    for (const guest of GUESTS) {
      const { text } = await mailTo(guest, /Đã huỷ: Hội thảo Gốm Việt/)
      expect(text).toContain('Bão về đúng ngày.')
      expect(await mailsTo(guest)).toHaveLength(2)
    }
  })
}
