import { expect, type Page } from '@playwright/test'
import { get, makeOrganiser, picture, put } from '../support/api.ts'
import { expectAccessible } from '../support/axe.ts'
import { enter, openBrowser, overflows, toast } from '../support/browser.ts'
import { admin } from '../support/places.ts'
import { test } from '../support/test.ts'
import { wordsIn } from '../support/words.ts'

// An administrator creates a group for an organiser. The organiser requires a certificate of applicants and adds a manager,
// who shares no group with the organiser, so the manager is invited and accepts.
// An applicant finds the group by its name without accents, uploads the certificate, and becomes a member when the manager
// accepts the request. Owner, manager and member keep their pages open, and see there what the others do.

const file = (name: string) => ({ name, mimeType: 'image/png', buffer: picture(256, 256) })

const applicantName = 'Nguyễn Phương Linh'
const GROUP = 'Hội Doanh nhân Hồ Gươm'

for (const [lang, width] of [
  ['vi', 1440],
  ['en', 390],
] as const) {
  test(`a group gets members, ${lang} at ${width}`, async ({ browser }) => {
    const t = wordsIn(lang)
    const owner = await makeOrganiser('Trần Thị Hoa', 'hoa@hoi.example')
    const manager = await makeOrganiser('Đỗ Quang Minh', 'minh@hoi.example')
    const applicant = await makeOrganiser(applicantName, 'linh@hoi.example')
    const check = async (page: Page, what: string) => {
      await expectAccessible(page, what)
      expect(await overflows(page), what).toBe(false)
    }

    // The administrator creates the group, first without an owner. Until a photo is chosen, the initials stand for it.
    const office = await openBrowser(browser, lang, width)
    await enter(office, admin)
    await office.goto('/group-management')
    await office.getByRole('link', { name: t('groups.add') }).first().click()
    await office.getByRole('textbox', { name: t('groups.field.name') }).fill(GROUP)
    await expect(office.getByText('HD', { exact: true })).toBeVisible()
    await office.getByRole('button', { name: t('groups.add') }).click()
    await expect(office.getByText(t('groups.invalid.owner'))).toBeVisible()
    await office.getByRole('combobox', { name: t('groups.field.owner') }).fill('hoa')
    await office.getByRole('option', { name: /Trần Thị Hoa/ }).click()
    const photo = t('groups.field.avatar')
    await office.locator('input[type=file][data-path=avatar]').setInputFiles(file('anh.png'))
    await expect(office.getByRole('img', { name: t('common.upload.preview', { label: photo }) })).toBeVisible()
    await check(office, 'a new group')
    await office.getByRole('button', { name: t('groups.add') }).click()
    await expect(office.getByRole('heading', { level: 1, name: GROUP })).toBeVisible()
    await expect(office).toHaveURL(/\/group-management\/[0-9a-f-]+$/)
    await check(office, 'a group as administrators see it')
    await office.context().close()

    // The owner requires a certificate of everyone who asks to join.
    const home = await openBrowser(browser, lang, width)
    await enter(home, owner)
    await home.goto('/my-group')
    await check(home, 'my groups')
    await home.getByRole('link', { name: GROUP }).click()
    await home.getByRole('tab', { name: t('groups.tab.settings') }).click()
    await home.getByLabel(t('groups.document.membershipCertificate')).check()
    const saved = toast(home)
    await home.getByRole('button', { name: t('common.save'), exact: true }).click()
    await saved
    await check(home, 'the settings of a group')

    // The owner adds a manager, first without choosing a person.
    await home.getByRole('tab', { name: t('groups.tab.members') }).click()
    if (width === 390) await home.getByRole('button', { name: t('groups.members.tools') }).click()
    await home.getByRole('button', { name: t('groups.addMembers.action'), exact: true }).click()
    const addition = home.getByRole('dialog')
    await addition.getByLabel(t('groups.addMembers.add.label')).check()
    await addition.getByRole('button', { name: t('groups.addMembers.add.action') }).click()
    await expect(addition.getByText(t('groups.invalid.people'))).toBeVisible()
    await addition.getByRole('combobox', { name: t('groups.people.label') }).fill('do quang')
    await home.getByRole('option', { name: /Đỗ Quang Minh/ }).click()
    await addition.getByRole('combobox', { name: t('groups.field.role') }).click()
    await home.getByRole('option', { name: t('groups.role.manager') }).click()
    await check(home, 'new members')
    await addition.getByRole('button', { name: t('groups.addMembers.add.action') }).click()
    await expect(addition).toBeHidden()
    await expect(home.getByText(t('groups.done.invited', { count: 1, number: 1, group: GROUP }))).toBeVisible()
    const { items } = await get<{ items: { id: string; group: { id: string } }[] }>('/group/request/mine', manager)
    const [invitation] = items
    if (!invitation) throw new Error('the manager is not invited')
    await put(`/group/${invitation.group.id}/join-request/${invitation.id}`, { action: 'accept' }, manager)
    await home.reload()
    await expect(home.getByText('Đỗ Quang Minh').first()).toBeVisible()

    // The applicant finds the group, asks to join without the certificate, and reads that it is missing.
    const visitor = await openBrowser(browser, lang, width)
    await enter(visitor, applicant)
    await visitor.goto('/discovery')
    await visitor.getByRole('searchbox', { name: t('groups.discovery.search') }).fill('doanh nhan ho guom')
    const card = visitor.getByRole('listitem').filter({ hasText: GROUP }).first()
    await expect(visitor.getByRole('heading', { name: t('groups.discovery.results') })).toBeVisible()
    await check(visitor, 'groups to join')
    await card.getByRole('button', { name: t('groups.mine.askNamed', { name: GROUP }) }).click()
    const joining = visitor.getByRole('dialog')
    await joining.getByLabel(t('groups.join.message')).fill('Tôi muốn giao lưu cùng các anh chị.')
    await joining.getByRole('button', { name: t('groups.join.send') }).click()
    await expect(joining.getByText(t('groups.invalid.membershipCertificate'))).toBeVisible()
    await joining.locator('input[type=file][data-path=membershipCertificate]').setInputFiles(file('giay.png'))
    const certificate = t('groups.document.membershipCertificate')
    await expect(joining.getByRole('img', { name: t('common.upload.preview', { label: certificate }) })).toBeVisible()
    await check(visitor, 'a request to join')
    await joining.getByRole('button', { name: t('groups.join.send') }).click()
    await expect(card.getByText(t('groups.mine.requested'))).toBeVisible()

    // The owner's open page shows the new request. The manager reads the certificate and accepts.
    await expect(home.getByText(t('groups.view.someWaiting', { number: 1 }))).toBeVisible()
    const desk = await openBrowser(browser, lang, width)
    await enter(desk, manager)
    await desk.goto('/my-group')
    await expect(desk.getByText(t('groups.waiting.requests', { count: 1, number: 1 }))).toBeVisible()
    await desk.getByRole('link', { name: GROUP }).click()
    await expect(desk.getByRole('tab', { name: t('groups.tab.settings') }), 'only owners change settings').toHaveCount(0)
    await desk.getByRole('tab', { name: t('groups.tab.members') }).click()
    await desk.getByText(t('groups.view.someWaiting', { number: 1 })).click()
    const request = desk.getByRole('listitem', { name: applicantName })
    await expect(request.getByText('Tôi muốn giao lưu cùng các anh chị.')).toBeVisible()
    await expect(request.getByRole('img', { name: t('groups.waiting.documentOf', { document: certificate, name: applicantName }) })).toBeVisible()
    await check(desk, 'requests that wait')
    await request.getByRole('button', { name: t('groups.waiting.acceptNamed', { name: applicantName }) }).click()
    await expect(desk.getByText(t('groups.waiting.empty.title'))).toBeVisible()
    await desk.getByText(t('groups.view.history'), { exact: true }).click()
    await expect(desk.getByText(t('groups.requestStatus.accepted')).first()).toBeVisible()
    await check(desk, 'decided requests')

    // The applicant is a member at once.
    await visitor.goto('/my-group')
    await visitor.getByRole('link', { name: GROUP }).click()
    await visitor.getByRole('tab', { name: t('groups.tab.members') }).click()
    await expect(visitor.getByText('Đỗ Quang Minh').first()).toBeVisible()
    await expect(visitor.getByText('minh@hoi.example'), 'members do not see addresses').toHaveCount(0)
    await check(visitor, 'the members of a group')

    // The member writes. The manager, whose page counts the post at once, approves it, and the owner likes it.
    await visitor.getByRole('tab', { name: t('groups.tab.discussion') }).click()
    await visitor.getByRole('textbox', { name: t('posts.compose.label') }).fill('Rất vui được làm quen')
    await visitor.getByRole('button', { name: t('posts.compose.sendForApproval') }).click()
    await desk.getByRole('tab', { name: new RegExp(`^${t('groups.tab.review')}.*1`) }).click()
    await desk.getByRole('article').getByRole('button', { name: t('posts.review.approve'), exact: true }).click()
    await expect(visitor.getByText(t('posts.pending'), { exact: true })).toBeHidden()
    await home.getByRole('tab', { name: t('groups.tab.discussion') }).click()
    const like = (page: Page) => page.getByRole('article').getByRole('button', { name: new RegExp(`^${t('posts.like.action')}`) })
    await like(home).click()
    await expect(like(home)).toHaveAttribute('aria-pressed', 'true')

    // The owner removes the member, who cannot read on.
    await home.getByRole('tab', { name: t('groups.tab.members') }).click()
    await home.getByRole('button', { name: t('groups.actionsOf', { name: applicantName }) }).click()
    await home.getByRole('menuitem', { name: t('groups.members.remove.action') }).click()
    await home.getByRole('dialog').getByRole('button', { name: t('groups.members.remove.action') }).click()
    await expect(visitor.getByRole('article')).toHaveCount(0)
  })
}

// An organiser whose plans include no group asks for one on the phone. An administrator approves it with one press, the
// organiser's open page says so, and the form has the name already, which is all that it needs. The new group begins with
// its link, to which a guest comes, with invitations and the plan of its meetings.
test('an organiser without a plan asks for a group and creates it', async ({ browser }) => {
  const t = wordsIn('vi')
  const about = { group: 'Hội Hoa Sen', name: 'Vũ Thị Mai' }
  const president = await makeOrganiser(about.name, 'mai@hoi.example')
  const home = await openBrowser(browser, 'vi', 390)
  await enter(home, president)
  await home.goto('/my-group')
  await home.getByRole('button', { name: t('groups.ask.action') }).click()
  const asking = home.getByRole('dialog')
  await asking.getByRole('textbox', { name: t('groups.field.name') }).fill(about.group)
  await expectAccessible(home, 'asking for a group')
  await asking.getByRole('button', { name: t('groups.join.send') }).click()
  await expect(asking).toBeHidden()
  await expect(home.getByRole('button', { name: t('groups.ask.action') })).toHaveCount(0)
  expect(await overflows(home)).toBe(false)

  const office = await openBrowser(browser, 'vi', 1440)
  await enter(office, admin)
  await office.goto('/group-management')
  const card = office.getByRole('listitem', { name: about.group })
  await expect(card).toBeVisible()
  await expectAccessible(office, 'requests for groups')
  await card.getByRole('button', { name: t('groups.asked.approveNamed', about) }).click()
  await expect(card).toHaveCount(0)

  await expect(home.getByText(t('groups.ask.approved', about))).toBeVisible()
  await home.getByRole('link', { name: t('groups.add') }).click()
  await expect(home.getByRole('textbox', { name: t('groups.field.name') })).toHaveValue(about.group)
  await expect(home.getByText('HH', { exact: true })).toBeVisible()
  await home.getByRole('button', { name: t('groups.add') }).click()

  const moment = home.getByRole('dialog', { name: t('groups.birth.title') })
  await expect(moment.getByRole('img', { name: t('groups.joinLink.code', { name: about.group }) })).toBeVisible()
  await expect(moment.getByRole('link', { name: 'Zalo' })).toBeVisible()
  await expectAccessible(home, 'a group that was just created')
  expect(await overflows(home)).toBe(false)
  expect(await get<{ avatar: string }[]>('/group/mine', president)).toMatchObject([{ avatar: expect.stringMatching(/^\/api\/upload\//) }])

  const address = await moment.getByRole('link', { name: /\/join\// }).getAttribute('href')
  const guest = await openBrowser(browser, 'vi', 390)
  await guest.goto(new URL(address ?? '').pathname)
  await expect(guest.getByText(about.group).first()).toBeVisible()

  const addresses = moment.getByRole('textbox', { name: t('groups.addMembers.addresses') })
  await addresses.fill('an@hoi.example\nTrần Bình <binh@hoi.example>')
  await moment.getByRole('button', { name: t('groups.addMembers.email.action') }).click()
  await expect(home.getByText(t('groups.done.invited', { count: 2, number: 2, group: about.group }))).toBeVisible()
  await expect(addresses).toHaveValue('')

  await moment.getByRole('link', { name: t('groups.birth.plan') }).click()
  const plan = home.getByRole('dialog', { name: t('groupEvents.series.plan') })
  await expect(plan).toBeVisible()
  await plan.getByRole('button', { name: t('common.cancel') }).click()
  await expect(plan).toBeHidden()
  await expect(home.getByRole('heading', { level: 1, name: about.group })).toBeVisible()
})
