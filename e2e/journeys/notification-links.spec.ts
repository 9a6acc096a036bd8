import { expect } from '@playwright/test'
import { get, logInAsAdmin, makeEvent, makeOrganiser, type Person, post, put, upload } from '../support/api.ts'
import { expectAccessible } from '../support/axe.ts'
import { enter, openBrowser, overflows } from '../support/browser.ts'
import { today } from '../support/days.ts'
import { openNotification } from '../support/notifications.ts'
import { test } from '../support/test.ts'
import { wordsIn } from '../support/words.ts'

// The owner of a group presses a notification of each kind that is about one thing: a comment, a report, a request, an
// invitation, a point, an event. Beside each thing stands another of its kind, and the press leads to the one that was meant.

interface Made {
  id: string
}

const idOf = async (person: Person) => (await get<Made>('/users/me', person)).id

async function makeGroup(name: string, owner: Person): Promise<string> {
  const admin = await logInAsAdmin()
  const avatar = await upload(admin, 'groupAvatar')
  return (await post<Made>('/group', { name, avatar, ownerId: await idOf(owner) }, admin)).id
}

for (const [lang, width] of [
  ['vi', 1440],
  ['en', 390],
] as const) {
  test(`a notification leads to its subject, ${lang} at ${width}`, async ({ browser }) => {
    const t = wordsIn(lang)
    const owner = await makeOrganiser('Trần Thị Hoa', 'hoa@hoi.example')
    const minh = await makeOrganiser('Lê Văn Minh', 'minh@hoi.example')
    const lan = await makeOrganiser('Nguyễn Ngọc Lan', 'lan@hoi.example')
    const cuc = await makeOrganiser('Đỗ Thị Cúc', 'cuc@hoi.example')
    const manager = await makeOrganiser('Phan Văn Long', 'long@hoi.example')
    const [ownerId, minhId, lanId, cucId] = [await idOf(owner), await idOf(minh), await idOf(lan), await idOf(cuc)]
    const group = await makeGroup('Hội Doanh nhân Sông Hồng', owner)
    await post(`/group/${group}/member`, { userIds: [minhId, lanId, cucId], role: 'member' }, await logInAsAdmin())
    await post(`/group/${group}/member`, { userIds: [await idOf(manager)], role: 'manager' }, await logInAsAdmin())

    const page = await openBrowser(browser, lang, width)
    await enter(page, owner)
    const marked = page.locator('main [aria-current="true"]')
    const look = async (where: string) => {
      expect(await overflows(page), where).toBe(false)
      await expectAccessible(page, where)
    }

    // A comment, below a page of other comments.
    const own = await post<Made>(`/group/${group}/post`, { text: 'Mời cả nhà dự buổi gặp mặt' }, owner)
    for (const number of Array.from({ length: 12 }, (_, at) => at + 1)) await post(`/group/${group}/post/${own.id}/comment`, { text: `Ghi chú ${number}` }, owner)
    await post(`/group/${group}/post/${own.id}/comment`, { text: 'Tôi sẽ đến' }, minh)
    await openNotification(page, lang, 'comment.new', 'Lê Văn Minh')
    await expect(page).toHaveURL(new RegExp(`/my-group/${group}/${own.id}\\?comment=`))
    await expect(marked).toContainText('Tôi sẽ đến')
    await expect(marked).toBeInViewport()
    await look('a comment')

    // A report of the second of two posts.
    for (const [text, reporter] of [
      ['Bán xe cũ', minh],
      ['Cho thuê nhà', cuc],
    ] as const) {
      const { id } = await post<Made>(`/group/${group}/post`, { text }, lan)
      await put(`/group/${group}/post/${id}/approve`, {}, owner)
      await post(`/group/${group}/post/${id}/report`, { reason: `Không nên: ${text}` }, reporter)
    }
    await openNotification(page, lang, 'post.reported', 'Đỗ Thị Cúc')
    await expect(page).toHaveURL(/tab=review&report=/)
    await expect(marked).toContainText('Không nên: Cho thuê nhà')
    await expect(marked).toBeInViewport()
    await look('a report')

    // One of two requests.
    const [dao, nam] = [await makeOrganiser('Phạm Thị Đào', 'dao@hoi.example'), await makeOrganiser('Vũ Văn Nam', 'nam@hoi.example')]
    await post(`/group/${group}/join-request`, { message: 'Mong được tham gia' }, dao)
    await post(`/group/${group}/join-request`, { message: 'Tôi làm nghề vận tải' }, nam)
    await openNotification(page, lang, 'joinRequest.created', 'Vũ Văn Nam')
    await expect(page).toHaveURL(/tab=members&view=waiting&request=/)
    await expect(marked).toContainText('Tôi làm nghề vận tải')
    await expect(marked).toBeInViewport()
    await look('a request')

    // One of two invitations.
    for (const name of ['Câu lạc bộ Chạy bộ', 'Câu lạc bộ Cà phê']) {
      const other = await makeGroup(name, minh)
      await post(`/group/${other}/invitation`, { userIds: [ownerId], role: 'member' }, minh)
    }
    await openNotification(page, lang, 'invitation.created', 'Câu lạc bộ Cà phê')
    await expect(page).toHaveURL(/\/my-group\?invitation=/)
    await expect(marked).toContainText('Câu lạc bộ Cà phê')
    await expect(marked).toBeInViewport()
    await expect(marked.getByRole('button', { name: t('groups.mine.acceptOf', { name: 'Câu lạc bộ Cà phê' }) })).toBeVisible()
    await look('an invitation')

    // One of two points.
    const dealDate = today()
    await post(`/group/${group}/point`, { sellerId: minhId, counterpartyId: lanId, roleType: 'buyer', value: 1_000_000, dealDate }, minh)
    await post(`/group/${group}/point`, { sellerId: lanId, counterpartyId: minhId, roleType: 'buyer', value: 2_000_000, dealDate }, lan)
    await openNotification(page, lang, 'point.pending', /Nguyễn Ngọc Lan (và|and) Lê Văn Minh/)
    await expect(page).toHaveURL(/tab=statistics&point=/)
    const deal = page.getByRole('dialog', { name: t('points.title') })
    await expect(deal).toContainText(/2[.,]000[.,]000/)
    await expect(deal.getByRole('button', { name: t('points.approve') })).toBeVisible()
    await look('a point')

    // One of two events.
    for (const title of ['Gặp mặt đầu xuân', 'Họp mặt cuối năm']) {
      await makeEvent(manager, { title, groupId: group })
    }
    await openNotification(page, lang, 'event.new', 'Gặp mặt đầu xuân')
    await expect(page).toHaveURL(/tab=events&event=/)
    const rows = page.getByRole('tabpanel').getByRole('listitem')
    await expect(rows).toHaveCount(1)
    await expect(rows).toContainText('Gặp mặt đầu xuân')
    await look('an event')
    await page.getByRole('link', { name: t('groupEvents.all') }).click()
    await expect(rows).toHaveCount(2)
  })
}
