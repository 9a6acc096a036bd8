import { expect } from '@playwright/test'
import { makeEvent, makeOrganiser, post } from '../support/api.ts'
import { expectAccessible } from '../support/axe.ts'
import { enter, openBrowser, overflows } from '../support/browser.ts'
import { mailsTo, mailTo } from '../support/mail.ts'
import { admin } from '../support/places.ts'
import { test } from '../support/test.ts'
import { wordsIn } from '../support/words.ts'

// A participant asks for erasure; the organiser carries it out, and only a record without a name is left. The owner of an
// account reads its data and asks for a correction, and the administrators answer.

for (const [lang, width] of [
  ['vi', 390],
  ['en', 1440],
] as const) {
  test(`a visitor asks to be erased, and is, in ${lang}`, async ({ browser }) => {
    const t = wordsIn(lang)
    const own = (key: string) => t(`publicPage.myData.${key}`)
    const requests = (key: string, values?: Record<string, string | number>) =>
      t(`dataRequests.${key}`, values)
    const lan = await makeOrganiser('Nguyễn Thị Lan', 'lan@hoi.example')
    const event = await makeEvent(lan, { title: 'Hội thảo gốm' })
    const [name, email] = ['Trần Thị Mai', 'mai@khach.example']
    const { ownKey } = await post<{ ownKey: string }>(`/event/${event.id}/register`, {
      fullName: name,
      email,
      phone: '0912345678',
      company: 'Gốm Bát Tràng',
      consent: true,
      answers: [],
    })

    const guest = await openBrowser(browser, lang, width)
    await guest.goto(`/form/${event.id}/ticket#${ownKey}`)
    await guest.getByRole('button', { name: own('open') }).click()
    const section = guest.getByRole('region', { name: own('title') })
    await expect(section.getByText(own('rest'))).toBeVisible()
    await expect(section.getByText(email), 'the page shows it above').toHaveCount(0)
    const downloading = guest.waitForEvent('download')
    await section.getByRole('button', { name: own('save.pdf') }).click()
    expect((await downloading).suggestedFilename()).toMatch(/\.pdf$/)
    await section.getByRole('button', { name: own('kind.erasure') }).click()
    await expect(section.getByText(own('placeBack'))).toBeVisible()
    await expectAccessible(guest, 'asking to be erased')
    expect(await overflows(guest)).toBe(false)
    await section.getByRole('button', { name: own('sendErasure') }).click()
    await expect(section.getByRole('heading', { name: own('requests') })).toBeVisible()
    await mailTo(lan.email, /dữ liệu|data/)

    const page = await openBrowser(browser, lang, width)
    await enter(page, lan)
    await page.goto(`/event-management/${event.id}/data-requests`)
    await expect(page.getByText(name)).toBeVisible()
    await expectAccessible(page, 'requests about data')
    expect(await overflows(page)).toBe(false)
    await page.getByRole('button', { name: requests('erase') }).click()
    const question = page.getByRole('dialog', { name: requests('eraseTitle', { name }) })
    await question.getByRole('textbox').fill(name)
    await question.getByRole('button', { name: requests('erase') }).click()
    await expect(page.getByRole('heading', { name: requests('noneOpen') })).toBeVisible()
    await page.getByText(requests('closed'), { exact: true }).click()
    await expect(page.getByRole('heading', { name: requests('nobody') })).toBeVisible()
    await expect(page.getByText(requests('result.done'), { exact: true })).toBeVisible()
    await expect(page.getByText(name)).toHaveCount(0)

    await mailTo(email, /xoá|erased/)
    const before = (await mailsTo(email)).length
    await guest.reload()
    await expect(guest.getByText(t('publicPage.find.linkOver'))).toBeVisible()
    expect((await mailsTo(email)).length).toBe(before)
  })

  test(`an account reads its data and asks the administrators, in ${lang}`, async ({ browser }) => {
    const t = wordsIn(lang)
    const own = (key: string) => t(`dataRequests.my.${key}`)
    const requests = (key: string, values?: Record<string, string | number>) => t(`dataRequests.${key}`, values)
    const name = 'Nguyễn Thị Lan'
    const lan = await makeOrganiser(name, 'lan.du-lieu@hoi.example')
    const [wish, reply] = ['Tên công ty cũ còn trong nhật ký', 'Quản trị viên sẽ sửa trong tuần này']

    const page = await openBrowser(browser, lang, width)
    await enter(page, lan)
    await page.goto('/profile?tab=data')
    await page.getByRole('button', { name: own('show') }).click()
    await expect(page.locator('dl').getByText(lan.email).first()).toBeVisible()
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: own('json') }).click()
    expect((await downloading).suggestedFilename()).toMatch(/\.json$/)
    await page.getByRole('textbox', { name: own('content') }).fill(wish)
    await expectAccessible(page, 'the data of an account')
    expect(await overflows(page)).toBe(false)
    await page.getByRole('button', { name: own('send') }).click()
    const sent = page.getByRole('listitem').filter({ hasText: wish })
    await expect(sent).toContainText(requests('kind.correction'))

    const desk = await openBrowser(browser, lang, width)
    await enter(desk, admin)
    await desk.goto('/system?tab=data')
    await expect(desk.getByRole('heading', { name })).toBeVisible()
    await expectAccessible(desk, 'requests of accounts about data')
    expect(await overflows(desk)).toBe(false)
    await desk.getByRole('button', { name: requests('answer'), exact: true }).click()
    const dialog = desk.getByRole('dialog', { name: requests('title.answer', { name }) })
    await dialog.getByRole('textbox', { name: requests('text.answer') }).fill(reply)
    await dialog.getByRole('button', { name: t('common.save'), exact: true }).click()
    await expect(dialog).toBeHidden()

    await mailTo(lan.email, /dữ liệu tài khoản|account data/)
    await page.reload()
    await expect(sent).toContainText(reply)
  })
}
