import { expect } from '@playwright/test'
import { logInAsAdmin, post } from '../support/api.ts'
import { expectAccessible } from '../support/axe.ts'
import { enter, openBrowser, overflows, toast } from '../support/browser.ts'
import { mailTo } from '../support/mail.ts'
import { admin } from '../support/places.ts'
import { test } from '../support/test.ts'
import { wordsIn } from '../support/words.ts'

// A mail is given up. The administrator finds it among the dead jobs and in the mail log, has it retried, and it
// arrives. The audit log and the activity of the account record the login and the retry.

for (const [lang, width] of [
  ['vi', 1440],
  ['en', 390],
] as const) {
  test(`the running platform, ${lang} at ${width}`, async ({ browser }) => {
    const t = wordsIn(lang)
    // The mail server refuses the first mail to this address.
    const email = 'moved@hoi.example'
    const body = { fullName: 'Trần Thị Hoa', email, phone: '0912345678', company: 'Công ty Sen Vàng', eventLimit: 1 }
    await post('/users', body, await logInAsAdmin())

    const office = await openBrowser(browser, lang, width)
    await enter(office, admin)
    if (width === 390) await office.getByRole('button', { name: t('shell.openMenu') }).click()
    await office.getByRole('navigation', { name: t('shell.menu.label') }).getByRole('link').last().click()
    await office.waitForURL(/\/system$/)
    await expect(office.getByRole('heading', { level: 1, name: t('shell.menu./system') })).toBeVisible()

    // The overview looks again by itself, and leads to the job.
    await expect(office.getByText(t('system.overview.deadJobs', { count: 1 }))).toBeVisible({ timeout: 30_000 })
    const { data: program } = await (await office.request.get('/api/health')).json()
    await expect(office.getByText(program.commit ?? t('system.overview.unknown')).first()).toBeVisible()
    const engines = t('system.overview.enginesOf', { sqlite: program.sqlite, postgres: program.lowestPostgres })
    await expect(office.getByText(engines)).toBeVisible()
    await expectAccessible(office, 'the overview')
    expect(await overflows(office), 'the overview').toBe(false)
    const licences = await office.context().newPage()
    await licences.goto((await office.getByRole('link', { name: t('system.overview.licenses') }).getAttribute('href')) ?? '')
    await licences.getByRole('searchbox', { name: t('licenses.search') }).fill('preact')
    await expect(licences.getByRole('status').filter({ hasText: /^[1-9] / })).toBeVisible()
    await licences.getByText('preact', { exact: true }).click()
    await expect(licences.getByText(/Permission is hereby granted/)).toBeVisible()
    await expectAccessible(licences, 'the licences')
    expect(await overflows(licences), 'the licences').toBe(false)
    await licences.close()

    // The question mark opens the guide of the screen, in a tab of its own.
    const task = t('guides.task.administrator.system')
    const opened = office.waitForEvent('popup')
    await office.getByRole('link', { name: t('guides.open', { task }) }).click()
    const guide = await opened
    await expect(guide.getByRole('heading', { level: 2, name: task })).toBeInViewport()
    await expectAccessible(guide, 'a guide')
    expect(await overflows(guide), 'a guide').toBe(false)
    await guide.close()

    await office.getByRole('button', { name: t('system.overview.showDeadJobs') }).click()
    const kind = t('system.kind.accounts.sendGeneratedPassword')
    await expect(office.getByText(kind).filter({ visible: true })).toBeVisible()
    await expect(office.getByText(/550/).first()).toBeVisible()
    expect(await office.locator('main').textContent()).not.toContain(email)
    await expectAccessible(office, 'dead jobs')
    expect(await overflows(office), 'dead jobs').toBe(false)

    // In the mail log the same mail is given up.
    await office.getByRole('tab', { name: t('system.tab.mails') }).click()
    await office.getByRole('searchbox', { name: t('system.mails.search') }).fill('moved@')
    await expect(office.getByText(email)).toBeVisible()
    await expect(office.getByText(t('system.mailState.givenUp')).first()).toBeVisible()
    await expectAccessible(office, 'the mail log')
    expect(await overflows(office), 'the mail log').toBe(false)

    // It is tried again, and arrives.
    await office.getByRole('tab', { name: t('system.tab.jobs') }).click()
    await office.getByRole('button', { name: t('system.jobs.retry.action'), exact: true }).click()
    const done = toast(office)
    await office.getByRole('dialog').getByRole('button', { name: t('system.jobs.retry.action') }).click()
    await done
    await expect(office.getByText(t('system.jobs.none.title'))).toBeVisible()
    await expectAccessible(office, 'no dead jobs')
    expect((await mailTo(email, /./)).text).toContain(email)
    await office.getByRole('tab', { name: t('system.tab.mails') }).click()
    await expect(async () => {
      await office.reload()
      await expect(office.getByText(email)).toBeVisible()
      await expect(office.getByText(t('system.mailState.sent')).first()).toBeVisible({ timeout: 1000 })
    }).toPass()

    // The audit log lists the login and the retry with their actors.
    await office.getByRole('tab', { name: t('system.tab.audit') }).click()
    const log = office.getByRole(width === 390 ? 'list' : 'table', { name: t('system.audit.list') })
    await expect(log.getByText(t('system.action.loggedIn')).first()).toBeVisible()
    await expect(log.getByText(admin.email).first()).toBeVisible()
    await expectAccessible(office, 'the audit log')
    expect(await overflows(office), 'the audit log').toBe(false)
    await office.getByRole('combobox', { name: t('system.audit.what') }).click()
    await office.getByRole('option', { name: t('system.action.jobsRetried') }).click()
    await office.keyboard.press('Escape')
    await expect(log.getByText(t('system.action.loggedIn'))).toHaveCount(0)
    await expect(log.getByText(t('system.action.jobsRetried'))).toBeVisible()
    await expect(log.getByText(admin.email)).toBeVisible()

    // So does the account's activity.
    await office.goto('/committee-management')
    await office.getByRole('button', { name: t('committees.actionsOf', { name: 'Trần Thị Hoa' }) }).click()
    await office.getByRole('menuitem', { name: t('system.activity.action') }).click()
    const activity = office.getByRole('dialog')
    await expect(activity.getByText(t('system.activity.never'))).toBeVisible()
    await expect(activity.getByRole('listitem').filter({ hasText: t('system.action.accountCreated') })).toBeVisible()
    await expectAccessible(office, 'the activity of an account')
    expect(await overflows(office), 'the activity of an account').toBe(false)
  })
}
