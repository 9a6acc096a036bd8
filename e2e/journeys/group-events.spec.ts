import { expect } from '@playwright/test'
import { get, logInAsAdmin, makeEvent, makeOrganiser, type Person, post, upload } from '../support/api.ts'
import { expectAccessible } from '../support/axe.ts'
import { enter, openBrowser, overflows } from '../support/browser.ts'
import { test } from '../support/test.ts'
import { wordsIn } from '../support/words.ts'

// An event for the members of a group: a member registers with one press, a visitor reads which group it is for, and a
// guest comes in with an invitation code.

const idOf = async (person: Person) => (await get<{ id: string }>('/users/me', person)).id

test('members register with one press, and others need an invitation code', async ({ browser }) => {
  const t = wordsIn('vi')
  const leader = await makeOrganiser('Nguyễn Thị Lan', 'lan@hoi.example')
  const member = await makeOrganiser('Trần Văn Minh', 'minh@hoi.example')
  const settings = { name: 'Doanh nhân Trẻ', description: 'Gặp nhau sáng thứ Tư.', avatar: await upload(leader, 'groupAvatar') }
  const group = await post<{ id: string }>('/group', { ...settings, ownerId: await idOf(leader) }, await logInAsAdmin())
  await post(`/group/${group.id}/member`, { userIds: [await idOf(member)], role: 'member' }, await logInAsAdmin())
  const event = await makeEvent(leader, { title: 'Cà phê thứ Tư', groupId: group.id, membersOnly: true })
  await post(`/event/${event.id}/invitation-codes`, { code: 'KHACH', maxUses: 1, participationType: 'INVITED' }, leader)

  const desk = await openBrowser(browser, 'vi', 1440)
  await enter(desk, member)
  await desk.goto(`/my-group/${group.id}?tab=events`)
  await expectAccessible(desk, 'the events of a group')
  await desk.getByRole('button', { name: t('groupEvents.registerNamed', { title: event.title }) }).click()
  const ticket = desk.getByRole('link', { name: t('groupEvents.ticketNamed', { title: event.title }) })
  await expect(ticket).toBeVisible()
  const page = desk.waitForEvent('popup')
  await ticket.click()
  await expect((await page).getByText('Trần Văn Minh').first()).toBeVisible()

  const phone = await openBrowser(browser, 'vi', 390)
  await phone.goto(`/form/${event.id}`)
  await expect(phone.getByText(t('publicPage.membersOnly.ofGroup', { group: settings.name }))).toBeVisible()
  await expectAccessible(phone, 'an event for members')
  expect(await overflows(phone)).toBe(false)
  await phone.getByRole('button', { name: t('publicPage.invitation.ask') }).click()
  await phone.getByLabel(t('publicPage.field.fullName')).fill('Lê Thị Mai')
  await phone.getByLabel(t('publicPage.field.email'), { exact: true }).fill('mai@khach.example')
  await phone.getByLabel(t('publicPage.field.phone')).fill('0912345678')
  await phone.getByLabel(t('publicPage.field.company')).fill('Gốm Bát Tràng')
  await phone.getByLabel(t('publicPage.invitation.label')).fill('KHACH')
  await phone.getByRole('checkbox').check()
  await phone.locator('form#register button[type=submit]').click()
  await expect(phone.getByRole('heading', { name: t('publicPage.done.title') })).toBeVisible()

  await enter(await openBrowser(browser, 'vi', 390), leader)
  const own = await get<{ items: { registeredCount: number; groupName: string }[] }>('/event', leader)
  expect(own.items[0]).toMatchObject({ registeredCount: 2, groupName: settings.name })
})
