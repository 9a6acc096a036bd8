import { expect, type Locator, type Page } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { enter, openBrowser, overflows, toast } from '../support/browser.ts'
import { mailTo } from '../support/mail.ts'
import { admin } from '../support/places.ts'
import { test } from '../support/test.ts'
import { wordsIn } from '../support/words.ts'

// An administrator creates an account and a plan, and sells the plan; the organiser logs in with the mailed password,
// must replace it, and finds the plan. Then the account is suspended, and its open page says so.

/** The field of a limit, not the switch beside it, which has the same words in its name. */
const typedIn = (dialog: Locator) => dialog.locator('input:not([type=checkbox])')

for (const [lang, width] of [
  ['vi', 1440],
  ['en', 390],
] as const) {
  test(`accounts and plans, ${lang} at ${width}`, async ({ browser }) => {
    const t = wordsIn(lang)
    const email = `hoa.${lang}@hoi.example`
    const office = await openBrowser(browser, lang, width)
    await enter(office, admin)

    // The administrator creates the account.
    await office.goto('/committee-management')
    await office.getByRole('button', { name: t('committees.add') }).click()
    const account = office.getByRole('dialog')
    await account.getByLabel(t('auth.fullName')).fill('Trần Thị Hoa')
    await account.getByLabel(t('auth.company')).fill('Công ty Sen Vàng')
    await account.getByLabel(t('auth.email')).fill(email)
    await account.getByLabel(t('auth.phone')).fill('0912345678')
    await account.getByLabel(t('committees.field.eventLimit')).and(typedIn(account)).fill('1')
    await expectAccessible(office, 'a new account')
    await account.getByRole('button', { name: t('committees.add') }).click()
    await expect(account).toBeHidden()
    await expect(office.getByRole('main').getByText('Trần Thị Hoa').first()).toBeVisible()
    expect(await overflows(office), 'the accounts').toBe(false)

    // Creates a plan with a single package.
    await office.goto('/plan-management')
    await office.getByRole('button', { name: t('plans.add') }).first().click()
    const plan = office.getByRole('dialog')
    const field = (name: string) => plan.getByLabel(t(`plans.field.${name}`)).and(typedIn(plan))
    await field('baseName').fill('Gói Hoa Sen')
    await field('price').first().fill('1000000')
    await field('startDate').fill('01/01/2026')
    await field('startDate').press('Escape')
    await field('expirationDate').fill('12/12/2099')
    await field('expirationDate').press('Escape')
    await field('duration').fill('12')
    for (const [name, value] of [
      ['numberOfPackages', '1'],
      ['numberOfEvents', '5'],
      ['attendeesPerEvent', '300'],
      ['eventPrice', '600000'],
      ['numberOfGroups', '2'],
      ['usersPerGroup', '60'],
      ['groupPrice', '400000'],
    ] as const)
      await field(name).fill(value)
    await expectAccessible(office, 'a new plan')
    await plan.getByRole('button', { name: t('plans.add') }).click()
    await expect(plan).toBeHidden()
    await office.getByRole('main').getByText('Gói Hoa Sen').first().click()
    await expect(office.getByRole('heading', { name: 'Gói Hoa Sen' })).toBeVisible()

    // Two windows edit it: the price that the other one saved first is shown beside the typed one, and not overwritten.
    const other = await openBrowser(browser, lang, width)
    await enter(other, admin)
    await other.goto(office.url())
    for (const page of [office, other])
      await page.getByRole('main').getByRole('button', { name: t('common.edit'), exact: true }).click()
    const edited = (page: Page, name: string) => {
      const dialog = page.getByRole('dialog')
      return dialog.getByLabel(t(`plans.field.${name}`)).and(typedIn(dialog))
    }
    await edited(other, 'price').first().fill('2000000')
    await other.getByRole('dialog').getByRole('button', { name: t('common.save') }).click()
    await expect(other.getByRole('dialog')).toBeHidden()
    await edited(office, 'eventPrice').fill('700000')
    await office.getByRole('dialog').getByRole('button', { name: t('common.save') }).click()
    const notice = office.getByRole('dialog').getByRole('alert')
    await expect(notice.getByRole('radiogroup')).toHaveCount(1)
    await expect(notice.getByRole('radio').first()).toBeChecked()
    await expectAccessible(office, 'a change that meets another one')
    expect(await overflows(office), 'a change that meets another one').toBe(false)
    await office.getByRole('dialog').getByRole('button', { name: t('common.save') }).click()
    await expect(office.getByRole('dialog')).toBeHidden()
    await expect(office.getByRole('main').getByText(/2[.,]000[.,]000/)).toBeVisible()
    await expect(office.getByRole('main').getByText(/700[.,]000/)).toBeVisible()
    await other.context().close()

    // Sells it, after a try without an account.
    await office.getByRole('button', { name: t('plans.users.add') }).click()
    const sale = office.getByRole('dialog')
    await sale.getByRole('button', { name: t('plans.users.add') }).click()
    await expect(sale.getByText(t('plans.users.chooseOne'))).toBeVisible()
    await sale.locator('input').first().fill('hoa')
    await office.getByRole('option', { name: /Trần Thị Hoa/ }).click()
    await sale.getByRole('button', { name: t('plans.users.add') }).click()
    await expect(sale).toBeHidden()
    await expect(office.getByText(email).first()).toBeVisible()
    await expect(office.getByRole('button', { name: t('plans.users.add') }), 'it is sold out').toBeDisabled()
    await expectAccessible(office, 'a plan that is sold out')
    expect(await overflows(office), 'a plan').toBe(false)

    // The organiser logs in with the mailed password.
    const password = /: (\S+)/.exec((await mailTo(email, /./)).text.split('\n').find((line) => /^(Mật khẩu|Password)/.test(line)) ?? '')?.[1] ?? ''
    const home = await openBrowser(browser, lang, width)
    await home.goto('/auth/login')
    await home.locator('input[type=email]').fill(email)
    await home.locator('input[type=password]').fill(password)
    await home.locator('form button[type=submit]').click()
    await expect(home.getByRole('heading', { name: t('auth.mustChange.title') })).toBeVisible()
    const typed = home.locator('input[type=password]')
    await typed.nth(0).fill(password)
    await typed.nth(1).fill('mat-khau-cua-hoa')
    await typed.nth(2).fill('mat-khau-cua-hoa')
    await home.locator('form button[type=submit]').click()
    await expect(home.getByRole('heading', { name: t('auth.mustChange.title') })).toBeHidden()
    await home.goto('/profile?tab=plan')
    await expect(home.getByText('Gói Hoa Sen')).toBeVisible()
    await expect(home.getByText(t('plans.own.used', { used: 0, limit: 6 }))).toBeVisible()
    await expectAccessible(home, 'own plans')
    expect(await overflows(home), 'own plans').toBe(false)

    // The administrator suspends the account: the organiser's page leaves for the login, which says why.
    await office.goto('/committee-management')
    await office.getByRole('button', { name: t('committees.actionsOf', { name: 'Trần Thị Hoa' }) }).click()
    await office.getByRole('menuitem', { name: t('committees.suspend.action') }).click()
    const done = toast(office)
    await office.getByRole('dialog').getByRole('button', { name: t('committees.suspend.action') }).click()
    await done
    await expect(office.getByText(t('committees.state.suspended')).first()).toBeVisible()
    await home.reload()
    await home.waitForURL(/\/auth\/login/)
    await home.locator('input[type=email]').fill(email)
    await home.locator('input[type=password]').fill('mat-khau-cua-hoa')
    await home.locator('form button[type=submit]').click()
    await expect(home.getByText(/bị tạm khoá|suspended/).filter({ visible: true }).first()).toBeVisible()

    // Nothing waits for the administrator, and the figures lead to their lists.
    await office.goto('/dashboard')
    await expect(office.getByRole('heading', { level: 1 })).toBeVisible()
    const needs = office.getByRole('region', { name: t('statistics.needs.title') })
    await expect(needs.getByText(t('statistics.needs.none'))).toBeVisible()
    await expectAccessible(office, 'the dashboard')
    expect(await overflows(office), 'the dashboard').toBe(false)
    await office.getByRole('link', { name: new RegExp(t('statistics.figure.totalCommittees')) }).click()
    await office.waitForURL(/\/committee-management/)
  })
}
