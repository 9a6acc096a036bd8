import { expect } from '@playwright/test'
import { makeEvent, makeOrganiser, remove } from '../support/api.ts'
import { expectAccessible } from '../support/axe.ts'
import { enter, openBrowser, overflows } from '../support/browser.ts'
import { test } from '../support/test.ts'
import { wordsIn } from '../support/words.ts'

test('leaving an event that is being written offers to keep it as a draft', async ({ browser }) => {
  const t = wordsIn('vi')
  const organiser = await makeOrganiser('Nguyễn Ngọc Lan', 'lan@hoi.example')
  const page = await openBrowser(browser, 'vi', 1440)
  await enter(page, organiser)
  await page.goto('/event-management/add-new')
  await page.getByLabel(t('events.field.title')).fill('Đêm nhạc mùa thu')
  const exit = page.getByRole('link', { name: t('events.wizard.exit') })
  const question = page.getByRole('dialog', { name: t('events.wizard.leave.title') })

  await exit.click()
  await question.getByRole('button', { name: t('events.wizard.leave.stay') }).click()
  await expect(page.getByLabel(t('events.field.title'))).toHaveValue('Đêm nhạc mùa thu')

  await exit.click()
  await question.getByRole('button', { name: t('events.wizard.saveDraft') }).click()
  await expect(page).toHaveURL(/\/event-management$/)
  await expect(page.getByRole('link', { name: /Đêm nhạc mùa thu/ })).toBeVisible()
  await page.getByRole('link', { name: /Đêm nhạc mùa thu/ }).click()
  await expect(page.getByLabel(t('events.field.title'))).toHaveValue('Đêm nhạc mùa thu')
})

for (const [lang, width] of [
  ['vi', 390],
  ['en', 1440],
] as const) {
  test(`text typed into an event's settings outlives a session that is ended from elsewhere: ${lang}`, async ({ browser }) => {
    const t = wordsIn(lang)
    const owner = await makeOrganiser('Nguyễn Ngọc Lan', 'lan.phien@hoi.example')
    const event = await makeEvent(owner)
    const page = await openBrowser(browser, lang, width)
    await enter(page, owner)
    const address = `/event-management/edit/${event.id}`
    await page.goto(address)
    const title = page.getByLabel(t('events.field.title'))
    await expect(title).toHaveValue(event.title)
    await title.fill('Đêm nhạc bên hồ')

    // Nothing is touched here: the page hears of it, says so, and stays until it is answered.
    await remove('/users/me/sessions', { password: owner.password }, owner)
    const ended = page.getByRole('dialog', { name: t('shell.sessionEnded.title') })
    await expect(ended).toBeVisible()
    await expect(page).toHaveURL(new RegExp(address))
    expect(await overflows(page), 'the question on a phone').toBe(false)
    await expectAccessible(page, 'the end of a session')
    await ended.getByRole('button', { name: t('shell.sessionEnded.logIn') }).click()

    await page.waitForURL(/\/auth\/login/)
    await page.locator('input[type=email]').fill(owner.email)
    await page.locator('input[type=password]').fill(owner.password)
    await page.locator('form button[type=submit]').click()
    await page.waitForURL(new RegExp(address))
    await expect(title).toHaveValue('Đêm nhạc bên hồ')
    const restored = page.getByRole('status').filter({ hasText: t('common.typed.restored', { time: '' }).replace(/\W+$/, '') })
    await expect(restored).toBeVisible()
    await expectAccessible(page, 'what was typed is back')

    // A new page has it, too, until it is given up.
    page.on('dialog', (leaving) => void leaving.accept())
    await page.reload()
    await expect(title).toHaveValue('Đêm nhạc bên hồ')
    await restored.getByRole('button', { name: t('common.typed.discard') }).click()
    await expect(title).toHaveValue(event.title)
    await page.reload()
    await expect(title).toHaveValue(event.title)
    await expect(restored).toBeHidden()

    // With nothing typed the page leaves at once; the login says why, and leads back.
    await remove('/users/me/sessions', { password: owner.password }, owner)
    await page.waitForURL(/\/auth\/login/)
    await expect(page.getByText(t('shell.sessionEnded.comeBack'))).toBeVisible()
    expect(await overflows(page), 'the end of a session at the login').toBe(false)
    await expectAccessible(page, 'the end of a session at the login')
    await page.locator('input[type=email]').fill(owner.email)
    await page.locator('input[type=password]').fill(owner.password)
    await page.locator('form button[type=submit]').click()
    await page.waitForURL(new RegExp(address))
    await expect(page.getByText(t('shell.sessionEnded.comeBack'))).toBeHidden()
  })
}
