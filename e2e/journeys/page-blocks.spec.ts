import { expect, type Page } from '@playwright/test'
import { logInAsAdmin, makeEvent, picture } from '../support/api.ts'
import { expectAccessible } from '../support/axe.ts'
import { enter, openBrowser, overflows, press } from '../support/browser.ts'
import { admin } from '../support/places.ts'
import { test } from '../support/test.ts'
import { type T, wordsIn } from '../support/words.ts'

// Programme, speakers and questions: the organiser writes them by keyboard and mouse, visitors read them on the event's page.

const saved = async (page: Page, t: T) => {
  const answer = page.waitForResponse((response) => response.url().endsWith('/page') && response.request().method() === 'PUT')
  await page.getByRole('button', { name: t('common.save'), exact: true }).click()
  expect((await answer).status()).toBe(200)
}

async function expectRead(page: Page, t: T, where: string) {
  const programme = page.getByRole('region', { name: t('publicPage.blocks.programme') })
  await expect(programme.getByRole('listitem')).toHaveText([/08:00.*Đón khách/, /08:30.*09:15.*Khai mạc.*Nguyễn Ngọc Lan/, /10:00.*Phiên <b>chính<\/b>/])
  const speakers = page.getByRole('region', { name: t('publicPage.blocks.speakers') })
  await expect(speakers.getByRole('listitem')).toHaveText([/Trần Quang Dũng/, /Nguyễn Ngọc Lan.*Chủ nhiệm CLB Nhạc Xưa/])
  const bio = speakers.getByText('Lan hát nhạc xưa đã hai mươi năm.')
  await expect(bio).toBeHidden()
  await speakers.getByText('Nguyễn Ngọc Lan').click()
  await expect(bio).toBeVisible()
  const questions = page.getByRole('region', { name: t('publicPage.blocks.questions') })
  const answer = questions.getByText('Có, trong sân.')
  await expect(answer).toBeHidden()
  await questions.getByText('Có chỗ gửi xe không?').focus()
  await press(page, 'Enter')
  await expect(answer).toBeVisible()
  await expectAccessible(page, where)
  expect(await overflows(page), where).toBe(false)
}

test('an organiser writes programme, speakers and questions, and visitors read them', async ({ browser }) => {
  const t = wordsIn('vi')
  const event = await makeEvent(await logInAsAdmin(), { title: 'Đêm nhạc Hà Trang' })
  const page = await openBrowser(browser, 'vi', 1440, { permissions: ['clipboard-read', 'clipboard-write'] })
  await enter(page, admin)
  await page.goto(`/event-management/${event.id}`)
  await page.getByRole('link', { name: t('shell.event.page'), exact: true }).click()
  await expect(page.getByText(t('events.page.questions.empty'))).toBeVisible()
  await expectAccessible(page, 'the editor without blocks')

  // By keyboard alone: Enter begins the next item, at the time when the one before it ends.
  await page.getByRole('button', { name: t('events.page.programme.add') }).focus()
  await press(page, 'Enter')
  await expect(page.getByRole('textbox', { name: t('events.page.programme.start') })).toBeFocused()
  await page.keyboard.type('8h30')
  await press(page, 'Tab')
  await page.keyboard.type('915')
  await press(page, 'Tab')
  await page.keyboard.type('Khai mạc')
  await press(page, 'Enter')
  const titles = page.getByRole('textbox', { name: t('events.page.programme.titleField') })
  await expect(titles.nth(1)).toBeFocused()
  // Each line copied from a message becomes an item, ordered by time.
  await page.evaluate(() => navigator.clipboard.writeText('10h Phiên <b>chính</b>\n08:00 - Đón khách'))
  await press(page, 'ControlOrMeta+v')
  await expect(titles).toHaveCount(3)
  await expect(titles.nth(0)).toHaveValue('Đón khách')
  await expect(page.getByRole('textbox', { name: t('events.page.programme.start') }).nth(2)).toHaveValue('10:00')

  const addSpeaker = page.getByRole('button', { name: t('events.page.speakers.add') })
  await addSpeaker.click()
  await page.getByRole('textbox', { name: t('events.page.speakers.name') }).fill('Nguyễn Ngọc Lan')
  await page.getByRole('textbox', { name: t('events.page.speakers.role') }).fill('Chủ nhiệm CLB Nhạc Xưa')
  await page.getByRole('textbox', { name: t('events.page.speakers.bio') }).fill('Lan hát nhạc xưa đã hai mươi năm.')
  await page.getByLabel(t('events.page.speakers.photo')).setInputFiles({ name: 'lan.png', mimeType: 'image/png', buffer: picture(400, 400) })
  await expect(page.getByRole('img', { name: t('common.upload.preview', { label: t('events.page.speakers.photo') }) })).toBeVisible()
  await addSpeaker.click()
  await page.getByRole('textbox', { name: t('events.page.speakers.name') }).fill('Trần Quang Dũng')
  await page.getByRole('button', { name: t('events.page.up', { name: 'Trần Quang Dũng' }) }).click()

  await page.getByRole('button', { name: t('events.page.programme.more', { name: 'Khai mạc' }) }).click()
  await page.getByRole('combobox', { name: t('events.page.speakers.title') }).click()
  await page.getByRole('option', { name: 'Nguyễn Ngọc Lan' }).click()
  await press(page, 'Escape')

  const addQuestion = page.getByRole('button', { name: t('events.page.questions.add') })
  for (const question of ['Có chỗ gửi xe không?', 'Câu này thừa?']) {
    await addQuestion.click()
    await page.getByRole('textbox', { name: t('events.page.questions.question') }).fill(question)
  }
  // Both lack their answer: nothing is sent, and the first is pointed at.
  await page.getByRole('button', { name: t('common.save'), exact: true }).click()
  await expect(page.getByText(t('common.invalid.required'))).toHaveCount(2)
  await expect(page.getByRole('textbox', { name: t('events.page.questions.answer') }).first()).toBeFocused()
  await page.keyboard.type('Có, trong sân.')
  const extra = t('events.page.remove', { name: 'Câu này thừa?' })
  await page.getByRole('button', { name: extra }).click()
  await page.getByRole('button', { name: t('common.undo') }).click()
  await page.getByRole('button', { name: extra }).click()
  await expectAccessible(page, 'the editor with blocks')
  await saved(page, t)
  await page.reload()
  await expect(titles).toHaveCount(3)
  await expect(page.getByRole('button', { name: t('events.page.edit', { name: 'Có chỗ gửi xe không?' }) })).toBeVisible()

  // They stand in the HTML itself, where nothing of them is code.
  const html = await (await page.request.get(`/form/${event.id}`)).text()
  expect(html).toContain('10:00 Phiên &lt;b&gt;chính&lt;/b&gt;')
  expect(html).toContain('"@type":"Person"')

  const desk = await openBrowser(browser, 'vi', 1440)
  await desk.goto(`/form/${event.id}`)
  await expectRead(desk, t, 'the page with blocks on a desk')
  // The form stays beside them, where it was.
  expect((await desk.locator('#register').boundingBox())?.y).toBeLessThan(600)
  const phone = await openBrowser(browser, 'en', 390, { colorScheme: 'dark', hasTouch: true, isMobile: true })
  await phone.goto(`/form/${event.id}`)
  await expectRead(phone, wordsIn('en'), 'the page with blocks on a phone')
})

test('on a phone, several days are told apart', async ({ browser }) => {
  const t = wordsIn('vi')
  const start = Date.parse('2031-05-20T01:00:00Z')
  const event = await makeEvent(await logInAsAdmin(), { eventStartDate: new Date(start).toISOString(), endDate: new Date(start + 30 * 3_600_000).toISOString() })
  const page = await openBrowser(browser, 'vi', 390)
  await enter(page, admin)
  await page.goto(`/event-management/${event.id}/page`)
  for (const [day, time, title] of [
    ['2', '08:00', 'Bế mạc'],
    ['1', '09:00', 'Khai mạc'],
  ]) {
    await page.getByRole('button', { name: t('events.page.programme.add') }).click()
    await page.getByLabel(t('events.page.programme.dayLabel')).last().selectOption(`${day}`)
    await page.getByRole('textbox', { name: t('events.page.programme.start') }).last().fill(`${time}`)
    await page.getByRole('textbox', { name: t('events.page.programme.titleField') }).last().fill(`${title}`)
  }
  await expectAccessible(page, 'the editor on a phone')
  expect(await overflows(page)).toBe(false)
  await saved(page, t)
  await page.goto(`/form/${event.id}`)
  const programme = page.getByRole('region', { name: t('publicPage.blocks.programme') })
  await expect(programme.getByRole('heading', { level: 3 })).toHaveText([/^Ngày 1.*20\/05\/2031/, /^Ngày 2.*21\/05\/2031/])
  await expect(programme.getByRole('listitem')).toHaveText([/09:00.*Khai mạc/, /08:00.*Bế mạc/])
})
