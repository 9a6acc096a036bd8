import { expect, type Page } from '@playwright/test'
import { get, logInAsAdmin, makeOrganiser, type Person, picture, post, upload } from '../support/api.ts'
import { expectAccessible } from '../support/axe.ts'
import { enter, openBrowser, overflows } from '../support/browser.ts'
import { openNotification } from '../support/notifications.ts'
import { test } from '../support/test.ts'
import { wordsIn } from '../support/words.ts'

// A member writes to a group, its manager approves, another member reads it in the feed, reacts to it and comments. The manager
// rejects another post with a reason, and the author sends it again. A member reports a comment; the owner finds it by the
// number at the menu and by the notification, and removes it.

interface Made {
  id: string
}

/** Creates a group with a manager and members. An administrator does it, because the owner has no plan that allows groups. */
async function makeGroup(name: string, owner: Person, manager: Person, members: Person[]): Promise<string> {
  const admin = await logInAsAdmin()
  const idOf = async (person: Person) => (await get<Made>('/users/me', person)).id
  const group = await post<Made>('/group', { name, avatar: await upload(admin, 'groupAvatar'), ownerId: await idOf(owner) }, admin)
  await post(`/group/${group.id}/member`, { userIds: [await idOf(manager)], role: 'manager' }, admin)
  await post(`/group/${group.id}/member`, { userIds: await Promise.all(members.map(idOf)), role: 'member' }, admin)
  return group.id
}

const photos = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ name: `anh${at}.png`, mimeType: 'image/png', buffer: picture(320, 240, [20 + at * 60, 124, 102]) }))

for (const [lang, width] of [
  ['vi', 1440],
  ['en', 390],
] as const) {
  test(`a post finds its readers, ${lang} at ${width}`, async ({ browser }) => {
    const t = wordsIn(lang)
    const owner = await makeOrganiser('Trần Thị Hoa', 'hoa@hoi.example')
    const manager = await makeOrganiser('Lê Văn Cúc', 'cuc@hoi.example')
    const author = await makeOrganiser('Nguyễn Ngọc Lan', 'lan@hoi.example')
    const reader = await makeOrganiser('Phạm Thị Đào', 'dao@hoi.example')
    const group = await makeGroup('Hội Doanh nhân Sông Hồng', owner, manager, [author, reader])
    const look = async (page: Page, where: string) => {
      expect(await overflows(page), where).toBe(false)
      await expectAccessible(page, where)
    }

    // The number beside "my groups", which a phone shows at the button of the menu.
    const waits = (page: Page, count: number) => {
      const name = t('shell.counted.waiting', { count })
      return width === 390
        ? page.getByRole('button', { name: `${t('shell.openMenu')}. ${name}`, exact: true })
        : page.getByRole('link', { name, exact: true })
    }

    // The member writes a post with pictures.
    const desk = await openBrowser(browser, lang, width)
    await enter(desk, author)
    await desk.goto(`/my-group/${group}`)
    const text = desk.getByRole('textbox', { name: t('posts.compose.label') })
    await text.fill('Mời cả nhà dự buổi gặp mặt: https://hoi.example/gap-mat\nHẹn gặp!')
    await desk.locator('input[type=file]').setInputFiles(photos(3))
    const chosen = desk.getByRole('list', { name: t('posts.compose.images') })
    await expect(chosen.getByRole('listitem')).toHaveCount(3)
    await desk.getByRole('button', { name: t('posts.compose.removeImage', { number: 2 }) }).click()
    await expect(chosen.getByRole('listitem')).toHaveCount(2)
    await look(desk, 'writing')
    await desk.getByRole('button', { name: t('posts.compose.sendForApproval') }).click()
    await expect(desk.getByText(t('posts.pending'), { exact: true })).toBeVisible()
    await expect(text).toHaveValue('')
    await look(desk, 'an own post that waits')

    // Before the approval the other member's feed is empty.
    const phone = await openBrowser(browser, lang, width)
    await enter(phone, reader)
    await phone.goto('/my-feed')
    await expect(phone.getByText(t('posts.feed.empty.title'))).toBeVisible()
    await look(phone, 'an empty feed')

    // The manager finds the post among the waiting ones, and approves it.
    const office = await openBrowser(browser, lang, width)
    await enter(office, manager)
    await office.goto('/my-group')
    await expect(office.getByText(t('groups.waiting.posts', { count: 1, number: 1 }))).toBeVisible()
    await expect(waits(office, 1)).toBeVisible()
    await look(office, 'the groups')
    await office.goto(`/my-group/${group}?tab=review`)
    await expect(office.getByRole('article')).toContainText('buổi gặp mặt')
    await look(office, 'the queue')
    await office.getByRole('article').getByRole('button', { name: t('posts.review.approve'), exact: true }).click()
    await expect(office.getByText(t('posts.review.empty.title'))).toBeVisible()
    await expect(waits(office, 1)).toHaveCount(0)

    // The other member reads the post, opens a picture, likes the post, changes the like into applause and comments on it.
    await phone.reload()
    const card = phone.getByRole('article')
    await expect(card).toContainText('buổi gặp mặt')
    await expect(card.getByRole('link', { name: 'https://hoi.example/gap-mat' })).toHaveAttribute('rel', /noopener.*nofollow/)
    await card.getByRole('button', { name: t('posts.image.open', { number: 1, count: 2 }) }).click()
    const large = phone.getByRole('dialog')
    await expect(large.getByRole('img', { name: t('posts.image.of', { number: 1, count: 2, name: 'Nguyễn Ngọc Lan' }) })).toBeVisible()
    await phone.keyboard.press('ArrowRight')
    await expect(large.getByRole('img', { name: t('posts.image.of', { number: 2, count: 2, name: 'Nguyễn Ngọc Lan' }) })).toBeVisible()
    await look(phone, 'a large picture')
    await phone.keyboard.press('Escape')
    await expect(large).toBeHidden()
    const like = card.getByRole('button', { name: t('posts.like.action'), exact: true })
    await like.click()
    await expect(like).toHaveAttribute('aria-pressed', 'true')
    await expect(card.getByRole('button', { name: new RegExp(`^${t('posts.reactions.you')} .*1`) })).toBeVisible()
    await like.press('ArrowUp')
    const row = phone.getByRole('menu', { name: t('posts.reactions.choose') })
    await expect(row.getByRole('menuitemradio', { checked: true })).toBeFocused()
    await look(phone, 'the row of reactions')
    await phone.keyboard.press('Escape')
    await expect(row).toBeHidden()
    await expect(like).toBeFocused()
    await like.press('ArrowUp')
    const applause = t('posts.reactions.kinds.applause')
    await row.getByRole('menuitemradio', { name: applause }).click()
    await expect(row).toBeHidden()
    await expect(card.getByRole('button', { name: applause, exact: true })).toHaveAttribute('aria-pressed', 'true')
    await card.getByRole('button', { name: t('posts.comment.action'), exact: true }).click()
    await card.getByRole('textbox', { name: t('posts.comment.label') }).fill('Tôi sẽ đến')
    await card.getByRole('button', { name: t('posts.comment.send') }).click()
    await expect(card.getByRole('list', { name: t('posts.comment.list') })).toContainText('Tôi sẽ đến')
    await look(phone, 'the feed')

    // The author sees who reacted and how, and the comment, and answers.
    await desk.reload()
    const own = desk.getByRole('article')
    await own.getByRole('button', { name: /^Phạm Thị Đào/ }).click()
    const reactions = desk.getByRole('dialog', { name: t('posts.reactions.title') })
    await expect(reactions.getByRole('listitem')).toContainText('Phạm Thị Đào')
    await expect(reactions.getByRole('listitem')).toContainText(applause)
    await look(desk, 'the list of reactions')
    await desk.keyboard.press('Escape')
    await expect(reactions).toBeHidden()
    await own.getByRole('button', { name: t('posts.comment.count', { count: 1, number: 1 }) }).click()
    await own.getByRole('button', { name: t('posts.comment.reply') }).click()
    await own.getByRole('textbox', { name: t('posts.comment.replyTo', { name: 'Phạm Thị Đào' }) }).fill('Hẹn gặp bạn')
    await own.getByRole('button', { name: t('posts.comment.send') }).first().click()
    await expect(own.getByRole('list', { name: t('posts.comment.list') })).toContainText('Hẹn gặp bạn')
    await look(desk, 'comments')

    // The notification leads the author to the very comment.
    await openNotification(desk, lang, 'comment.new', 'Phạm Thị Đào')
    await expect(desk).toHaveURL(/\?comment=/)
    const marked = (page: Page) => page.locator('main [aria-current="true"]')
    await expect(marked(desk)).toContainText('Tôi sẽ đến')
    await expect(marked(desk)).toBeInViewport()
    await look(desk, 'a marked comment')
    await desk.goto(`/my-group/${group}`)

    // The other member reports the answer. The owner sees the number grow without a reload, and the notification leads
    // to the reported answer.
    const study = await openBrowser(browser, lang, width)
    await enter(study, owner)
    await study.goto('/notifications')
    await phone.reload()
    await card.getByRole('button', { name: t('posts.comment.count', { count: 2, number: 2 }) }).click()
    await card.getByRole('button', { name: t('posts.comment.actionsOf', { name: 'Nguyễn Ngọc Lan' }) }).click()
    await phone.getByRole('menuitem', { name: t('posts.menu.report') }).click()
    const report = phone.getByRole('dialog', { name: t('posts.report.title') })
    await report.getByRole('textbox').fill('Lạc đề')
    await look(phone, 'a report')
    await report.getByRole('button', { name: t('posts.report.send') }).click()
    await expect(report).toBeHidden()
    await expect(waits(study, 1)).toBeVisible()
    await openNotification(study, lang, 'post.reported', 'Phạm Thị Đào')
    await expect(study).toHaveURL(/tab=review&report=/)
    await expect(marked(study).filter({ hasText: 'Hẹn gặp bạn' })).toContainText('Lạc đề')
    await look(study, 'a report that waits')
    await study.getByRole('button', { name: t('posts.reports.remove') }).click()
    await study.getByRole('dialog').getByRole('button', { name: t('posts.reports.remove') }).click()
    await expect(study.getByText(t('posts.reports.resolved'))).toBeVisible()
    await expect(waits(study, 1)).toHaveCount(0)
    await phone.reload()
    await card.getByRole('button', { name: t('posts.comment.count', { count: 1, number: 1 }) }).click()
    await expect(card.getByRole('list', { name: t('posts.comment.list') })).not.toContainText('Hẹn gặp bạn')

    // The author writes two more posts; the manager approves one and rejects the other with a reason.
    for (const words of ['Bán xe cũ', 'Tìm người cùng chạy bộ']) await post(`/group/${group}/post`, { text: words }, author)
    await office.reload()
    await expect(office.getByRole('article')).toHaveCount(2)
    await office.getByRole('checkbox', { name: t('posts.review.select', { name: 'Nguyễn Ngọc Lan' }) }).first().focus()
    await office.keyboard.press('r')
    await office.getByRole('dialog').getByRole('textbox').fill('Chỉ đăng bán vào thứ Sáu')
    await office.getByRole('dialog').getByRole('button', { name: t('posts.review.reject'), exact: true }).click()
    await expect(office.getByRole('article')).toHaveCount(1)
    await office.getByRole('checkbox', { name: t('posts.review.selectAll') }).press('Space')
    await office.getByRole('button', { name: t('posts.review.approveSelected', { count: 1, number: 1 }) }).click()
    await expect(office.getByText(t('posts.review.empty.title'))).toBeVisible()

    // The author reads the reason, changes the post and sends it again.
    await desk.reload()
    const rejected = desk.getByRole('article').filter({ hasText: 'Bán xe cũ' })
    await expect(rejected).toContainText('Chỉ đăng bán vào thứ Sáu')
    await rejected.getByRole('button', { name: t('posts.menu.label') }).click()
    await desk.getByRole('menuitem', { name: t('posts.menu.edit') }).click()
    const edit = desk.getByRole('dialog')
    await edit.getByRole('textbox').fill('Tặng xe cũ')
    await look(desk, 'editing')
    await edit.getByRole('button', { name: t('posts.edit.save') }).click()
    await expect(desk.getByRole('article').filter({ hasText: 'Tặng xe cũ' })).toContainText(t('posts.pending'))

    // The manager closes the first post on its own page. It takes no comments any more.
    await office.goto(`/my-group/${group}`)
    await office
      .getByRole('article')
      .filter({ hasText: 'buổi gặp mặt' })
      .getByRole('link')
      .filter({ has: office.locator('time') })
      .click()
    await expect(office.getByRole('heading', { level: 1, name: t('posts.single.title') })).toBeVisible()
    await office.getByRole('button', { name: t('posts.menu.label') }).click()
    await office.getByRole('menuitem', { name: t('posts.menu.close') }).click()
    await expect(office.getByText(t('posts.comment.closed'))).toBeVisible()
    await look(office, 'a closed post')
  })
}
