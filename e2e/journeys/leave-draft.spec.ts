import { expect } from '@playwright/test'
import { makeOrganiser } from '../support/api.ts'
import { enter, openBrowser } from '../support/browser.ts'
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
