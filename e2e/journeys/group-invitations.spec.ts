import { expect, type Page } from '@playwright/test'
import { get, logInAsAdmin, makeOrganiser, type Person, post, upload } from '../support/api.ts'
import { expectAccessible } from '../support/axe.ts'
import { enter, openBrowser, overflows, toast } from '../support/browser.ts'
import { linkIn, mailTo } from '../support/mail.ts'
import { test } from '../support/test.ts'
import { type T, wordsIn } from '../support/words.ts'

// The president of a chapter uploads the list of its members before any of them has an account, and invites one more by
// e-mail. One follows the mail, signs up and becomes a member since the day in the list. Another opens the link of the group,
// logs in and asks to join; a third declines without an account.

const idOf = async (person: Person) => (await get<{ id: string }>('/users/me', person)).id
const PASSWORD = 'mat-khau-rieng-toi'

/** Fills in the fields that the invitation leaves empty, and confirms the address, which logs in. */
async function signUp(page: Page, t: T, email: string, subject: RegExp) {
  await page.getByLabel(t('auth.company')).fill('Công ty Sao Mai')
  await page.getByLabel(t('auth.password'), { exact: true }).fill(PASSWORD)
  await page.getByLabel(t('auth.retype')).fill(PASSWORD)
  await page.getByRole('button', { name: t('auth.signUp.submit') }).click()
  await expect(page.getByText(t('auth.signUp.doneTitle'))).toBeVisible()
  const mail = await mailTo(email, subject)
  await page.goto(new URL(linkIn(mail, '/verify-email/')).pathname)
}

for (const [language, width] of [
  ['vi', 1440],
  ['en', 390],
] as const) {
  test(`a chapter invites its members, ${language} at ${width}`, async ({ browser }) => {
    const t = wordsIn(language)
    const president = await makeOrganiser('Nguyễn Thị Lan', 'lan@hoi.example')
    await makeOrganiser('Trần Văn Minh', 'minh@hoi.example')
    const known = await makeOrganiser('Phạm Thu Hà', 'ha@hoi.example')
    const settings = { name: 'BNI Sông Hàn', description: 'Họp mỗi sáng thứ Năm.', avatar: await upload(president, 'groupAvatar') }
    const group = await post<{ id: string }>('/group', { ...settings, ownerId: await idOf(president) }, await logInAsAdmin())
    const check = async (page: Page, what: string) => {
      await expectAccessible(page, what)
      expect(await overflows(page), what).toBe(false)
    }

    // The list of the chapter: every address is invited, so nothing reveals which of them have an account.
    const desk = await openBrowser(browser, language, width)
    await enter(desk, president)
    await desk.goto(`/my-group/${group.id}?tab=members`)
    // A phone folds the tools above the members.
    if (width === 390) await desk.getByRole('button', { name: t('groups.members.tools') }).click()
    await desk.getByRole('button', { name: t('groups.import.action') }).click()
    const upload60 = desk.getByRole('dialog')
    const list = 'Họ tên,Email,SĐT,Lĩnh vực,Ngày tham gia\nĐỗ Thị Hồng,hong@hoi.example,0912 345 678,Xây dựng,31/5/2019\nTrần Văn Minh,minh@hoi.example,,Vận tải,\n'
    await upload60.locator('input[type=file]').setInputFiles({ name: 'danh-sach.csv', mimeType: 'text/csv', buffer: Buffer.from(list) })
    await check(desk, 'a list of members')
    const imported = toast(desk)
    await upload60.getByRole('button', { name: t('groups.import.run') }).click()
    await imported
    await desk.getByRole('button', { name: t('groups.addMembers.action'), exact: true }).click()
    const addition = desk.getByRole('dialog')
    await addition.getByLabel(t('groups.addMembers.email.label')).check()
    await addition.getByRole('textbox', { name: t('groups.addMembers.addresses') }).fill('Lê Quốc Đạt <dat@hoi.example>\nkhông phải email')
    await addition.getByRole('button', { name: t('groups.addMembers.email.action') }).click()
    await expect(addition.getByText(t('groups.invalid.address', { address: 'không phải email' }))).toBeVisible()
    await addition.getByRole('textbox', { name: t('groups.addMembers.addresses') }).fill('Lê Quốc Đạt <dat@hoi.example>\nha@hoi.example')
    await check(desk, 'inviting by e-mail')
    await addition.getByRole('button', { name: t('groups.addMembers.email.action') }).click()
    await expect(addition).toBeHidden()
    await desk.getByText(t('groups.view.someWaiting', { number: 4 }), { exact: true }).click()
    const waiting = desk.getByRole('list', { name: t('groups.waiting.invitations', { count: 4, number: 4 }) })
    await expect(waiting.getByText('hong@hoi.example')).toBeVisible()
    await expect(waiting.getByText('ha@hoi.example').first()).toBeVisible()
    await expect(waiting.getByText('Trần Văn Minh').first()).toBeVisible()
    await check(desk, 'invitations that wait')

    // An invitee without an account follows the mail, and is a member since 2019 after accepting.
    const home = await openBrowser(browser, language, width)
    const mail = await mailTo('hong@hoi.example', /BNI Sông Hàn/)
    await home.goto(new URL(linkIn(mail, '/invitation/')).pathname)
    await expect(home.getByText('Họp mỗi sáng thứ Năm.')).toBeVisible()
    await check(home, 'an invitation')
    await home.getByRole('link', { name: t('auth.signUp.submit') }).click()
    await expect(home.getByLabel(t('auth.fullName'))).toHaveValue('Đỗ Thị Hồng')
    await expect(home.getByLabel(t('auth.email'))).toHaveValue('hong@hoi.example')
    await signUp(home, t, 'hong@hoi.example', language === 'vi' ? /Xác minh/ : /Verify/)
    await expect(home).toHaveURL(/\/my-group$/)
    await home.getByRole('button', { name: t('groups.mine.acceptOf', { name: 'BNI Sông Hàn' }) }).click()
    await home.getByRole('link', { name: 'BNI Sông Hàn' }).click()
    await home.getByRole('tab', { name: t('groups.tab.members') }).click()
    await home.getByRole('main').getByRole('button', { name: /Đỗ Thị Hồng Công ty/ }).first().click()
    const card = home.getByRole('dialog')
    await expect(card.getByText(language === 'vi' ? '31/05/2019' : 'May 31, 2019')).toBeVisible()
    await expect(card.getByText(t('groups.card.ownHidden'))).toBeVisible()
    await check(home, 'the card of a member')

    // An invitee can decline without an account.
    const stranger = await openBrowser(browser, language, width)
    const other = await mailTo('dat@hoi.example', /BNI Sông Hàn/)
    await stranger.goto(new URL(linkIn(other, '/invitation/')).pathname)
    await stranger.getByRole('button', { name: t('groups.invitation.decline') }).click()
    await expect(stranger.getByText(t('groups.invitation.declinedHint'))).toBeVisible()

    // The link of the group leads through the login back to the group.
    await desk.getByRole('radiogroup', { name: t('groups.view.label') }).getByText(t('groups.view.members')).click()
    await desk.getByRole('button', { name: t('groups.joinLink.action') }).click()
    const link = desk.getByRole('dialog')
    await link.getByRole('button', { name: t('groups.joinLink.make') }).click()
    await expect(link.getByRole('img', { name: t('groups.joinLink.code', { name: 'BNI Sông Hàn' }) })).toBeVisible()
    await check(desk, 'the link of a group')
    const url = await link.getByRole('link', { name: /\/join\// }).getAttribute('href')
    const guest = await openBrowser(browser, language, width)
    await guest.goto(new URL(url ?? '').pathname)
    await check(guest, 'a group behind its link')
    await guest.getByRole('link', { name: t('auth.login.submit') }).click()
    await guest.getByLabel(t('auth.email')).fill(known.email)
    await guest.getByLabel(t('auth.password'), { exact: true }).fill(known.password)
    await guest.getByRole('button', { name: t('auth.login.submit') }).click()
    await expect(guest).toHaveURL(/\/join\//)
    await guest.getByRole('button', { name: t('groups.mine.acceptOf', { name: 'BNI Sông Hàn' }) }).click()
    await expect(guest.getByText(t('groups.mine.member'), { exact: true })).toBeVisible()
  })
}
