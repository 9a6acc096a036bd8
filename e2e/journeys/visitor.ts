import { expect, type Page } from '@playwright/test'
import { picture } from '../support/api.ts'
import type { T } from '../support/words.ts'
import type { OwnQuestion } from './organiser.ts'

// The steps of a visitor on the public page.

export interface Visitor {
  fullName: string
  email: string
  ticket: string
  payment?: 'BANK_TRANSFER' | 'CASH_AT_VENUE'
}

/** Opens the page and fills everything in, without sending it. */
export async function fillIn(page: Page, t: T, eventId: string, visitor: Visitor, questions: OwnQuestion[]) {
  await page.goto(`/form/${eventId}`)
  const form = page.locator('form#register')
  await form.getByRole('radio', { name: new RegExp(visitor.ticket) }).check()
  await form.getByLabel(t('publicPage.field.fullName')).fill(visitor.fullName)
  await form.getByLabel(t('publicPage.field.email'), { exact: true }).first().fill(visitor.email)
  await form.getByLabel(t('publicPage.field.phone')).fill('0912345678')
  await form.getByLabel(t('publicPage.field.company')).fill('Gốm Bát Tràng')
  for (const { type, question, choices = [] } of questions) {
    const [first = '', second = ''] = choices
    switch (type) {
      case 'TEXT':
        await form.getByLabel(question).fill('Có món chay không ạ?')
        break
      case 'EMAIL':
        await form.getByLabel(question).fill('ke.toan@congty.example')
        break
      case 'NUMBER':
        await form.getByLabel(question).fill('0101234567')
        break
      case 'ONE_CHOICE':
        await form.getByRole('group', { name: question }).getByLabel(first).check()
        break
      case 'MULTIPLE_CHOICE':
        await form.getByRole('group', { name: question }).getByLabel(first).check()
        await form.getByRole('group', { name: question }).getByLabel(second).check()
        break
      case 'IMAGE': {
        await form.locator('input[type=file]').setInputFiles({ name: 'the.png', mimeType: 'image/png', buffer: picture() })
        await expect(form.getByRole('button', { name: t('publicPage.image.remove') })).toBeVisible()
        break
      }
      case 'READ_ONLY':
        await expect(form.getByText(question)).toBeVisible()
    }
  }
  if (visitor.payment) await form.getByLabel(t(`publicPage.payment.${visitor.payment}.name`)).check()
  const consent = form.locator('#field-consent')
  await expect(consent).not.toBeChecked()
  await consent.check()
}

export const send = (page: Page) => page.locator('form#register button[type=submit]').click()

/** Sends the form and returns the ticket's code from the confirmation. */
export async function register(page: Page, t: T, eventId: string, visitor: Visitor, questions: OwnQuestion[]): Promise<string> {
  await fillIn(page, t, eventId, visitor, questions)
  await send(page)
  await expect(page.getByRole('heading', { name: t('publicPage.done.title') })).toBeVisible()
  // Folded away while a transfer is due.
  const fold = page.getByText(t('publicPage.done.fold'))
  if (await fold.isVisible()) await fold.click()
  const alt = await page.getByRole('img', { name: /[0-9A-Z]{12}/ }).getAttribute('alt')
  const code = /[0-9A-Z]{12}/.exec(alt ?? '')?.[0]
  if (!code) throw new Error(`no ticket code in: ${alt}`)
  return code
}
