import { expect } from '@playwright/test'
import { get, logInAsAdmin, makeOrganiser, post, upload } from '../support/api.ts'
import { expectAccessible } from '../support/axe.ts'
import { enter, openBrowser, overflows, toast } from '../support/browser.ts'
import { openNotification } from '../support/notifications.ts'
import { test } from '../support/test.ts'
import { wordsIn } from '../support/words.ts'

// A member enters a deal with another member, and the owner of the group approves it in another browser. The deal counts for
// both, appears on the leaderboard and in the report, and the owner voids it.

for (const [lang, width] of [
  ['vi', 1440],
  ['en', 390],
] as const) {
  test(`a deal counts once it is approved, ${lang} at ${width}`, async ({ browser }) => {
    const t = wordsIn(lang)
    const [owner, member] = [await makeOrganiser('Trần Thị Hoa', 'hoa@hoi.example'), await makeOrganiser('Lê Văn Minh', 'minh@hoi.example')]
    const admin = await logInAsAdmin()
    const { id: ownerId } = await get<{ id: string }>('/users/me', owner)
    const { id: memberId } = await get<{ id: string }>('/users/me', member)
    const avatar = await upload(admin, 'groupAvatar')
    const group = await post<{ id: string }>('/group', { name: 'Hội Doanh nhân', description: '', avatar, ownerId }, admin)
    await post(`/group/${group.id}/member`, { userIds: [memberId], role: 'member' }, admin)

    const desk = await openBrowser(browser, lang, 1440)
    const phone = await openBrowser(browser, lang, width)
    await Promise.all([enter(desk, owner), enter(phone, member)])
    const tab = `/my-group/${group.id}?tab=statistics`
    await Promise.all([desk.goto(tab), phone.goto(tab)])

    // The member enters a deal in which the owner bought.
    await phone.getByRole('button', { name: t('points.add') }).click()
    const form = phone.getByRole('dialog', { name: t('points.add') })
    await form.getByRole('combobox', { name: t('points.role.buyer') }).fill('thi hoa')
    await phone.getByRole('option', { name: 'Trần Thị Hoa' }).click()
    await form.getByRole('textbox', { name: t('points.field.value') }).fill('5000000')
    await expectAccessible(phone, 'form of a point')
    const added = toast(phone, lang === 'vi' ? 'Đã ghi giao dịch' : 'is entered')
    await form.getByRole('button', { name: t('points.form.send') }).click()
    await added
    await expect(phone.getByText(t('points.status.pending')).first()).toBeVisible()
    const sold = phone.getByRole('button', { name: t('points.mine.sold') })
    await expect(sold).toContainText('0')

    // The owner opens the notification and approves the deal.
    await openNotification(desk, lang, 'point.pending', 'Lê Văn Minh')
    await desk.waitForURL(/tab=statistics/)
    const deal = desk.getByRole('dialog', { name: t('points.title') })
    await expectAccessible(desk, 'a point')
    await deal.getByRole('button', { name: t('points.approve') }).click()
    await expect(deal).toBeHidden()

    // The approved deal counts in the member's statement, on the leaderboard and in the report.
    await phone.reload()
    await expect(sold).toContainText('1')
    await sold.click()
    await expect(phone).toHaveURL(/by=sold/)
    expect(await overflows(phone), 'points fit').toBe(false)
    await phone.getByText(t('points.part.ranking'), { exact: true }).click()
    await expect(phone.getByRole('button', { name: t('posts.standing.deals', { count: 1, number: 1 }) })).toBeVisible()
    expect(await overflows(phone), 'leaderboard fits').toBe(false)
    await expectAccessible(phone, 'leaderboard')

    // The member stands on the podium alone, whose picture can be kept.
    await expect(phone.getByRole('list', { name: t('points.leaderboard.podium') })).toContainText('Lê Văn Minh')
    await phone.getByRole('button', { name: t('points.leaderboard.share.action'), exact: true }).click()
    const picture = phone.getByRole('dialog', { name: t('points.leaderboard.share.title') })
    await expect(picture.getByRole('img', { name: /Lê Văn Minh/ })).toBeVisible()
    await expectAccessible(phone, 'picture of the podium')
    const kept = phone.waitForEvent('download')
    await picture.getByRole('button', { name: t('points.leaderboard.share.download') }).click()
    expect((await kept).suggestedFilename()).toBe('Hội-Doanh-nhân.png')
    await picture.getByRole('button', { name: t('common.close'), exact: true }).click()
    await phone.getByText(t('points.part.report'), { exact: true }).click()
    await expect(phone.getByRole('button', { name: new RegExp(`^${t('points.report.bought')}`) })).toContainText('1')
    expect(await overflows(phone), 'report fits').toBe(false)
    await expectAccessible(phone, 'report')

    // The owner voids the deal, which no longer counts.
    await desk.goto(`${tab}&points=approved`)
    await desk.getByRole('button', { name: 'Lê Văn Minh' }).click()
    await deal.getByRole('button', { name: t('points.void.action') }).click()
    const reason = desk.getByRole('dialog', { name: t('points.void.title') })
    await reason.getByRole('textbox').fill('Khách trả hàng')
    await reason.getByRole('button', { name: t('points.void.action') }).click()
    await expect(reason).toBeHidden()
    await phone.goto(tab)
    await expect(sold).toContainText('0')
  })
}
