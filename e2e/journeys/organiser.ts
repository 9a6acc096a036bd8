import { expect, type Page } from '@playwright/test'
import { picture } from '../support/api.ts'
import { linkIn, mailTo } from '../support/mail.ts'
import type { T } from '../support/words.ts'

// The steps of an organiser, from which journeys are put together.

export interface Organiser {
  fullName: string
  email: string
  password: string
}

export async function signUp(page: Page, t: T, who: Organiser) {
  await page.goto('/auth/login')
  await page.getByRole('link', { name: t('auth.login.signUp'), exact: true }).click()
  await page.getByLabel(t('auth.fullName')).fill(who.fullName)
  await page.getByLabel(t('auth.email'), { exact: true }).fill(who.email)
  await page.getByLabel(t('auth.phone')).fill('0912 345 678')
  await page.getByLabel(t('auth.company')).fill('Công ty Sao Mai')
  await page.locator('input[type=password]').nth(0).fill(who.password)
  await page.locator('input[type=password]').nth(1).fill(who.password)
  await page.locator('form button[type=submit]').click()

  const mail = await mailTo(who.email, /./)
  // In the browser that signed up, the link logs in.
  await page.goto(linkIn(mail, '/verify-email/'))
  await expect(page).toHaveURL(/\/event-management$/)
}

/** Types a day and a time into one of the wizard's fields. */
export async function setDate(page: Page, t: T, field: string, at: Date) {
  const label = t(`events.field.${field}`)
  const parts = new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Ho_Chi_Minh', dateStyle: 'short', timeStyle: 'short' }).formatToParts(at)
  const part = (type: string) => parts.find((part) => part.type === type)?.value ?? ''
  const date = page.getByLabel(t('common.dateOf', { label }))
  // Read alike in every language.
  await date.fill(`${part('year')}-${part('month')}-${part('day')}`)
  await date.press('Tab')
  const time = page.getByLabel(t('common.timeOf', { label }))
  await time.fill(`${part('hour')}:${part('minute')}`)
  await time.press('Tab')
}

export interface TicketClass {
  name: string
  price: number
  quantity: number
}

export interface OwnQuestion {
  type: 'TEXT' | 'EMAIL' | 'NUMBER' | 'ONE_CHOICE' | 'MULTIPLE_CHOICE' | 'IMAGE' | 'READ_ONLY'
  question: string
  choices?: string[]
  required?: boolean
}

export interface Plan {
  title: string
  tickets: TicketClass[]
  questions: OwnQuestion[]
}

const file = () => ({ name: 'anh.png', mimeType: 'image/png', buffer: picture(256, 256) })

const next = (page: Page, t: T) => page.getByRole('button', { name: t('common.next'), exact: true }).click()

/** Goes through all four steps and returns the event's id. */
export async function createEvent(page: Page, t: T, plan: Plan): Promise<string> {
  await page.goto('/event-management')
  await page.getByRole('link', { name: t('events.add') }).or(page.getByRole('button', { name: t('events.add') })).first().click()

  // Nothing is filled in yet: the step does not let go, and says why.
  await next(page, t)
  await expect(page.getByText(t('common.invalid.required')).first()).toBeVisible()

  await page.getByLabel(t('events.field.title')).fill(plan.title)
  await page.getByRole('button', { name: t('events.more.action') }).click()
  await page.getByRole('textbox', { name: t('events.field.description'), exact: true }).fill('Một đêm nhạc bên hồ, dành cho những người yêu phố.')
  await page.getByLabel(t('events.field.totalParticipants')).fill('50')
  const hours = (count: number) => new Date(Date.now() + count * 3_600_000)
  await setDate(page, t, 'openRegistrationDate', hours(-2))
  await setDate(page, t, 'closeRegistrationDate', hours(48))
  await setDate(page, t, 'eventStartDate', hours(72))
  await page.getByLabel(t('events.field.venueAddress')).fill('Nhà hát Lớn, 1 Tràng Tiền, Hà Nội')
  await page.locator('input[type=file][data-path=logo]').setInputFiles(file())
  await expect(page.getByRole('img', { name: t('common.upload.preview', { label: t('events.field.logo') }) })).toBeVisible()
  await next(page, t)

  for (const [at, { type, question, choices = [], required = false }] of plan.questions.entries()) {
    await page.getByRole('button', { name: t('events.form.add') }).click()
    await page.getByLabel(t('events.form.typeLabel')).selectOption(type)
    await page.getByRole('textbox', { name: t(type === 'READ_ONLY' ? 'events.form.text' : 'events.form.question'), exact: true }).fill(question)
    for (const [place, choice] of choices.entries()) {
      if (place > 0) await page.getByRole('button', { name: t('events.form.addChoice') }).click()
      await page.getByLabel(t('events.form.choice', { number: place + 1 }), { exact: true }).fill(choice)
    }
    if (required) await page.getByRole('switch', { name: t('events.form.requiredSwitch') }).click()
    await expect(page.getByRole('button', { name: t('events.form.editNamed', { number: at + 5, question }) })).toBeVisible()
  }
  await next(page, t)

  for (const ticket of plan.tickets) {
    await page.getByRole('button', { name: t('tickets.add') }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(t('tickets.name')).fill(ticket.name)
    await dialog.getByLabel(t('tickets.price')).fill(String(ticket.price))
    await dialog.getByLabel(t('tickets.quantity')).fill(String(ticket.quantity))
    await dialog.getByRole('button', { name: t('common.save') }).click()
    await expect(dialog).toBeHidden()
  }
  // The payment step asks for a bank only if a class has a price.
  if (plan.tickets.some(({ price }) => price > 0)) {
    await page.getByRole('combobox', { name: t('events.payment.bankName') }).fill('Vietcombank')
    await page.getByRole('combobox', { name: t('events.payment.bankName') }).press('Escape')
    await page.getByLabel(t('events.payment.accountNumber')).fill('0123456789')
    await page.getByLabel(t('events.payment.accountHolderName')).fill('NGUYEN NGOC LAN')
  }
  await next(page, t)

  const made = page.waitForResponse((answer) => answer.request().method() === 'POST' && answer.url().endsWith('/api/event'))
  await page.getByRole('button', { name: t('events.wizard.publish'), exact: true }).click()
  const answer = (await (await made).json()) as { code: number; data: { id: string } }
  expect(answer.code).toBe(2002)
  const moment = page.getByRole('dialog', { name: t('events.shared.open') })
  await expect(moment).toBeVisible()
  await expect(moment.getByText(plan.title)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(moment).toBeHidden()
  return answer.data.id
}
