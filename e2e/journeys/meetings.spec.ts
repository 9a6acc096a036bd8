import { expect, type Page } from '@playwright/test'
import { get, logInAsAdmin, makeEvent, makeOrganiser, type Person, post, put, upload } from '../support/api.ts'
import { expectAccessible } from '../support/axe.ts'
import { enter, openBrowser, overflows } from '../support/browser.ts'
import { dayIn } from '../support/days.ts'
import { test } from '../support/test.ts'
import { wordsIn } from '../support/words.ts'

// The president of a chapter plans its weekly meetings without the one on a holiday, moves them to the evening, calls the
// roll of today's, sees who comes to how many, and cancels what is still to come. A member sees their own attendance.

const idOf = async (person: Person) => (await get<{ id: string }>('/users/me', person)).id

const hours = (count: number) => new Date(Date.now() + count * 3_600_000).toISOString()

for (const [lang, width] of [
  ['vi', 1440],
  ['en', 390],
] as const) {
  test(`a chapter meets every week, ${lang} at ${width}`, async ({ browser }) => {
    const t = wordsIn(lang)
    const president = await makeOrganiser('Nguyễn Thị Lan', 'lan@hoi.example')
    const member = await makeOrganiser('Trần Văn Minh', 'minh@hoi.example')
    const others = await Promise.all([makeOrganiser('Đỗ Thị Hồng', 'hong@hoi.example'), makeOrganiser('Lê Quốc Đạt', 'dat@hoi.example')])
    const settings = { name: 'BNI Sông Hàn', description: 'Họp mỗi sáng thứ Năm.', avatar: await upload(president, 'groupAvatar') }
    const group = await post<{ id: string }>('/group', { ...settings, ownerId: await idOf(president) }, await logInAsAdmin())
    const userIds = await Promise.all([member, ...others].map(idOf))
    await post(`/group/${group.id}/member`, { userIds, role: 'member' }, await logInAsAdmin())
    const check = async (page: Page, what: string) => {
      await expectAccessible(page, what)
      expect(await overflows(page), what).toBe(false)
    }
    const title = 'Họp chapter'

    // Four weekly meetings, without the third.
    const desk = await openBrowser(browser, lang, width)
    await enter(desk, president)
    await desk.goto(`/my-group/${group.id}?tab=events`)
    await desk.getByRole('button', { name: t('groupEvents.series.plan') }).click()
    const form = desk.getByRole('dialog')
    await form.getByLabel(t('groupEvents.series.name')).fill(title)
    await form.getByLabel(t('groupEvents.series.firstDay')).fill(dayIn(7))
    await form.getByLabel(t('groupEvents.series.firstDay')).press('Tab')
    await form.getByLabel(t('groupEvents.series.startTime')).fill('630')
    await form.getByLabel(t('groupEvents.series.endTime')).fill('6:00')
    await form.getByLabel(t('groupEvents.series.venue')).fill('Khách sạn Sông Hàn')
    await form.getByLabel(t('groupEvents.series.count')).fill('4')
    const days = form.getByRole('group', { name: t('groupEvents.series.days.label') }).getByRole('checkbox')
    await expect(days).toHaveCount(4)
    // One of the days may be a holiday.
    for (const day of await days.all()) await day.check()
    await form.getByRole('button', { name: t('groupEvents.series.planNumber', { count: 4 }) }).click()
    await expect(form.getByText(t('common.invalid.time')).or(form.getByText(t('groupEvents.series.endsBeforeStart'))).first()).toBeVisible()
    await form.getByLabel(t('groupEvents.series.startTime')).fill('6:30')
    await form.getByLabel(t('groupEvents.series.endTime')).fill('8h30')
    await days.nth(2).uncheck()
    await check(desk, 'planning meetings')
    await form.getByRole('button', { name: t('groupEvents.series.planNumber', { count: 3 }) }).click()
    await expect(form).toBeHidden()
    const series = desk.getByRole('listitem').filter({ has: desk.getByRole('heading', { name: title, exact: true }) })
    const openMenu = () => series.getByRole('button', { name: t('groupEvents.series.actionsOf', { title }) }).click()
    await expect(series.getByText('06:30 – 08:30', { exact: false })).toBeVisible()
    const dots = series.getByRole('list', { name: t('groupEvents.course.label', { title }) })
    await expect(dots.getByRole('listitem')).toHaveCount(3)
    await series.getByRole('button', { name: t('groupEvents.series.each') }).click()
    await expect(series.getByRole('list', { name: t('groupEvents.series.meetingsOf', { title }) }).getByRole('listitem')).toHaveCount(3)
    await check(desk, 'the meetings of a group')

    // All of them move to the evening.
    await openMenu()
    await desk.getByRole('menuitem', { name: t('groupEvents.series.change') }).click()
    const change = desk.getByRole('dialog')
    await change.getByLabel(t('groupEvents.series.startTime')).fill('18')
    await change.getByLabel(t('groupEvents.series.endTime')).fill('20')
    await check(desk, 'changing meetings')
    await change.getByRole('button', { name: t('groupEvents.series.changeAll', { count: 3 }) }).click()
    await expect(series.getByText('18:00 – 20:00', { exact: false })).toBeVisible()

    // Today's meeting is an event of its own. A member is let in at the door while the roll is called.
    const today = await makeEvent(president, { title: 'Họp hôm nay', groupId: group.id, eventStartDate: hours(0), endDate: hours(1) })
    await desk.goto(`/my-group/${group.id}?tab=events`)
    await desk.getByRole('link', { name: t('groupEvents.rollCallNamed', { title: today.title, date: '' }).replace(/, $/, '') }).click()
    await expect(desk.getByRole('heading', { level: 1, name: t('rollCall.of', { title: today.title }) })).toBeVisible()
    const mark = (name: string, kind: 'present' | 'substituted' | 'excused') => desk.getByRole('button', { name: t(`rollCall.press.${kind}`, { name }), exact: true })
    await expect(mark('Trần Văn Minh', 'present')).toHaveAttribute('aria-pressed', 'false')
    const registered = await post<{ ticketCode: string }>(
      `/event/${today.id}/register`,
      { fullName: 'Trần Văn Minh', email: member.email, phone: '0912345678', company: 'Sao Mai', consent: true },
      member,
    )
    await post('/event/checkin', { eventId: today.id, code: registered.ticketCode }, president)
    await expect(mark('Trần Văn Minh', 'present')).toHaveAttribute('aria-pressed', 'true')

    // A part of a name without accents, and Enter. A phone folds the search and the other tools.
    if (width === 390) await desk.getByRole('button', { name: t('rollCall.tools') }).click()
    const search = desk.getByRole('searchbox', { name: t('rollCall.search') })
    await search.fill('do thi')
    await search.press('Enter')
    await expect(search).toHaveValue('')
    await expect(mark('Đỗ Thị Hồng', 'present')).toHaveAttribute('aria-pressed', 'true')
    await mark('Đỗ Thị Hồng', 'present').click()
    await expect(mark('Đỗ Thị Hồng', 'present')).toHaveAttribute('aria-pressed', 'false')
    await mark('Đỗ Thị Hồng', 'excused').click()
    await expect(mark('Đỗ Thị Hồng', 'excused')).toHaveAttribute('aria-pressed', 'true')

    // A substitute comes for the next member, and a guest is added.
    await mark('Lê Quốc Đạt', 'substituted').click()
    const substitute = desk.getByRole('dialog')
    await substitute.getByRole('button', { name: t('rollCall.substitute.action') }).click()
    await expect(substitute.getByText(t('common.invalid.required'))).toBeVisible()
    await substitute.getByLabel(t('rollCall.person.fullName')).fill('Phạm Thay')
    await check(desk, 'a substitute')
    await substitute.getByRole('button', { name: t('rollCall.substitute.action') }).click()
    await expect(desk.getByText(t('rollCall.substitute.of', { name: 'Phạm Thay' }))).toBeVisible()
    await desk.getByRole('button', { name: t('rollCall.addGuest') }).click()
    const guest = desk.getByRole('dialog')
    await guest.getByLabel(t('rollCall.person.fullName')).fill('Vũ Khách Mời')
    await guest.getByLabel(t('rollCall.person.phone')).fill('0987 654 321')
    await guest.getByRole('combobox', { name: t('rollCall.inviter') }).fill('tran')
    await desk.getByRole('option', { name: 'Trần Văn Minh' }).click()
    await guest.getByRole('button', { name: t('rollCall.addGuest') }).click()
    await expect(desk.getByText(t('rollCall.invitedBy', { name: 'Trần Văn Minh' }))).toBeVisible()
    const figures = desk.getByRole('list', { name: t('rollCall.figures') })
    for (const [figure, number] of [
      ['present', '1/4'],
      ['substituted', '1'],
      ['excused', '1'],
      ['unmarked', '1'],
      ['guests', '1/1'],
    ] as const)
      await (width === 390
        ? expect(figures.getByRole('button', { name: t(`rollCall.short.${figure}`, { count: number.charAt(0), number: number.charAt(0) }) })).toBeVisible()
        : expect(figures.getByRole('button', { name: t(`rollCall.figure.${figure}`) })).toContainText(number))
    await check(desk, 'a roll call')

    // A substitute is removed after a question only.
    await mark('Lê Quốc Đạt', 'substituted').click()
    await desk.getByRole('dialog').getByRole('button', { name: t('common.cancel') }).click()
    await expect(desk.getByText(t('rollCall.substitute.of', { name: 'Phạm Thay' }))).toBeVisible()

    // Once the meeting is over it stands in the table of attendance.
    const { version } = await get<{ version: number }>(`/event/${today.id}`, president)
    await put(`/event/${today.id}`, { endDate: hours(0), version, section: 'emailContent' }, president)
    await desk.goto(`/my-group/${group.id}?tab=statistics&show=attendance`)
    await expect(desk.getByText(t('rollCall.attendance.emptyLead'))).toBeVisible()
    await desk.getByText(t('rollCall.attendance.all'), { exact: true }).click()
    const table = desk.getByRole('table', { name: t('rollCall.attendance.title') })
    await expect(table.getByRole('row')).toHaveCount(5)
    await expect(table.getByRole('row', { name: /Lê Quốc Đạt/ })).toContainText(t('rollCall.outcome.substituted'))
    await expect(table.getByRole('row', { name: /Nguyễn Thị Lan/ })).toContainText(t('rollCall.outcome.absent'))
    await check(desk, 'the attendance of a group')
    await table.getByRole('button', { name: /Trần Văn Minh/ }).click()
    await expect(desk.getByRole('dialog').getByRole('link', { name: today.title })).toBeVisible()
    await desk.keyboard.press('Escape')

    // The rest is cancelled.
    await desk.goto(`/my-group/${group.id}?tab=events`)
    await openMenu()
    await desk.getByRole('menuitem', { name: t('groupEvents.series.cancel') }).click()
    await check(desk, 'cancelling meetings')
    await desk.getByRole('dialog').getByRole('button', { name: t('groupEvents.series.cancelAll', { count: 3 }) }).click()
    await expect(series).toBeHidden()
    await desk.context().close()

    // A member sees themselves, and no way to call the roll.
    const phone = await openBrowser(browser, lang, width)
    await enter(phone, member)
    await phone.goto(`/my-group/${group.id}?tab=statistics&show=attendance`)
    await phone.getByText(t('rollCall.attendance.all'), { exact: true }).click()
    await expect(phone.getByRole('table', { name: t('rollCall.attendance.title') }).getByRole('row')).toHaveCount(2)
    await phone.goto(`/my-group/${group.id}?tab=events`)
    await phone.getByText(t('groupEvents.period.past'), { exact: true }).click()
    await expect(phone.getByText(title).first()).toBeVisible()
    await expect(phone.getByRole('link', { name: t('groupEvents.rollCall') })).toHaveCount(0)
  })
}

// A group's page begins with the plan of meetings for its president. Once there is a meeting, a member comes with one press,
// which the president sees by the member's face, takes it back, and undoes that.
for (const [lang, width] of [
  ['vi', 390],
  ['en', 1440],
] as const) {
  test(`a group's page begins with its next meeting, ${lang} at ${width}`, async ({ browser }) => {
    const t = wordsIn(lang)
    const president = await makeOrganiser('Nguyễn Thị Lan', 'lan@hoi.example')
    const member = await makeOrganiser('Trần Văn Minh', 'minh@hoi.example')
    const settings = { name: 'BNI Sông Hàn', description: 'Họp mỗi sáng thứ Năm.', avatar: await upload(president, 'groupAvatar') }
    const group = await post<{ id: string }>('/group', { ...settings, ownerId: await idOf(president) }, await logInAsAdmin())
    await post(`/group/${group.id}/member`, { userIds: [await idOf(member)], role: 'member' }, await logInAsAdmin())
    const frontOf = (page: Page) => page.getByRole('region', { name: t('groupEvents.front.label') })

    const desk = await openBrowser(browser, lang, width)
    await enter(desk, president)
    await desk.goto(`/my-group/${group.id}`)
    await frontOf(desk).getByRole('link', { name: t('groupEvents.front.plan') }).click()
    await expect(desk.getByRole('dialog', { name: t('groupEvents.series.plan') })).toBeVisible()

    const { title } = await makeEvent(president, { title: 'Họp chapter', groupId: group.id, membersOnly: true })
    const phone = await openBrowser(browser, lang, width)
    await enter(phone, member)
    await phone.goto(`/my-group/${group.id}`)
    const front = frontOf(phone)
    const come = front.getByRole('button', { name: t('groupEvents.comeNamed', { title }) })
    const takeBack = front.getByRole('button', { name: t('groupEvents.front.takeBackNamed', { title }) })
    const faces = t('groupEvents.front.faces', { count: 1 })
    await expect(front.getByRole('link', { name: title })).toBeVisible()
    await expect(front.getByRole('link', { name: t('groupEvents.front.deals') })).toBeVisible()
    await come.click()
    await expect(front.getByText(t('groupEvents.front.coming'), { exact: true })).toBeVisible()
    await expect(front.getByText(faces)).toBeVisible()
    await expectAccessible(phone, 'the front of a group')
    expect(await overflows(phone)).toBe(false)
    await desk.goto(`/my-group/${group.id}`)
    await expect(frontOf(desk).getByText(faces)).toBeVisible()

    await takeBack.click()
    await expect(come).toBeVisible()
    await expect(front.getByText(faces)).toBeHidden()
    await phone.getByRole('button', { name: t('common.undo') }).click()
    await expect(takeBack).toBeVisible()
    await expect(front.getByText(faces)).toBeVisible()
  })
}
