import { expect } from '@playwright/test'
import { get, makeEvent, makeOrganiser, put } from '../support/api.ts'
import { expectAccessible } from '../support/axe.ts'
import { enter, openBrowser, overflows, speak } from '../support/browser.ts'
import { test } from '../support/test.ts'
import { wordsIn } from '../support/words.ts'
import { fillIn, send } from './visitor.ts'

// A paying visitor asks for an invoice; the organiser issues it elsewhere and notes that.

const paid = {
  title: 'Hội thảo thuế',
  turnOffPayment: false,
  accountNumber: '0123456789',
  accountHolderName: 'NGUYEN THI LAN',
  bankName: 'Vietcombank',
  bankBin: '970436',
  paymentEmailContent: '<p>Mong nhận {{amount}}.</p>',
  sendEmailAfterRegister: true,
  registerEmailContent: '<p>Chào {{fullName}}</p>',
  paymentDays: 3,
  tickets: [
    { name: 'Phổ thông', price: 150_000, quantity: 50, isHidden: false },
    { name: 'Miễn phí', price: 0, quantity: 50, isHidden: false },
  ],
}

for (const lang of ['vi', 'en'] as const) {
  test(`an invoice is asked for, corrected, issued and taken back in ${lang}`, async ({ page, browser }) => {
    const t = wordsIn(lang)
    const own = (key: string) => t(`publicPage.invoice.${key}`)
    const lan = await makeOrganiser('Nguyễn Thị Lan', 'lan@hoi.example')
    const event = await makeEvent(lan, paid)
    await speak(page, lang)
    await enter(page, lan)

    // The organiser offers invoices.
    await page.goto(`/event-management/edit/${event.id}?step=paymentInfo`)
    await page.getByRole('switch', { name: t('events.payment.invoices') }).click()
    await page.getByRole('button', { name: t('common.save') }).first().click()
    await page.getByRole('dialog').getByRole('button', { name: t('common.save') }).click()
    await expect(page.getByRole('dialog')).toBeHidden()

    // A visitor is asked only where something is to be paid, and sees no field before wanting an invoice.
    const phone = await openBrowser(browser, lang, 390)
    await fillIn(phone, t, event.id, { fullName: 'Trần Thị Mai', email: 'mai@khach.example', ticket: 'Phổ thông', payment: 'BANK_TRANSFER' }, [])
    await expect(phone.getByText(t('publicPage.payment.deadline', { count: 3 }))).toBeVisible()
    const wish = phone.getByRole('checkbox', { name: own('want') })
    await phone.getByRole('radio', { name: /Miễn phí/ }).check()
    await expect(wish).toBeHidden()
    await phone.getByRole('radio', { name: /Phổ thông/ }).check()
    await expect(phone.getByLabel(own('taxNumber'), { exact: true })).toBeHidden()
    await wish.check()
    await expect(phone.getByLabel(own('companyName'))).toHaveValue('Gốm Bát Tràng')
    await phone.getByLabel(own('taxNumber'), { exact: true }).fill('0100109107')
    await send(phone)
    await phone.getByRole('alert').getByRole('button', { name: own('address') }).click()
    await expect(phone.getByLabel(own('address'))).toBeFocused()
    await phone.getByLabel(own('address')).fill('1 Tràng Tiền, Hà Nội')
    await expectAccessible(phone, 'the form with an invoice')
    expect(await overflows(phone), 'the form with an invoice on a phone').toBe(false)
    await send(phone)
    // The server knows which numbers there are; everything typed stays.
    await phone.getByRole('alert').getByRole('button', { name: own('taxNumber') }).click()
    await phone.getByLabel(own('taxNumber'), { exact: true }).fill('0100109106')
    await send(phone)
    await expect(phone.getByRole('heading', { name: t('publicPage.done.title') })).toBeVisible()

    // On the own page it can be corrected.
    await phone.getByRole('link', { name: t('publicPage.own.keep.open') }).click()
    const invoice = phone.getByRole('region', { name: own('title') })
    await expect(invoice.getByText('0100109106')).toBeVisible()
    await invoice.getByRole('button', { name: own('edit') }).click()
    await invoice.getByLabel(own('companyName')).fill('Công ty Gốm Bát Tràng')
    await invoice.getByRole('button', { name: t('publicPage.own.save') }).click()
    await expect(invoice.getByText('Công ty Gốm Bát Tràng')).toBeVisible()
    await expectAccessible(phone, 'the own page with an invoice')
    expect(await overflows(phone), 'the own page on a phone').toBe(false)

    // It waits for the payment, then for the organiser.
    await page.goto(`/event-management/${event.id}/money`)
    const invoices = page.getByRole('region', { name: t('invoices.title') })
    const tab = (state: string, number: number) => invoices.getByText(t('invoices.counted', { state: t(`invoices.state.${state}`), number: `${number}` }))
    await expect(tab('unpaid', 1)).toBeVisible()
    const { items } = await get<{ items: { id: string }[] }>(`/event/${event.id}/attendances`, lan)
    await put(`/event/${event.id}/attendances/${items[0]?.id}`, { paymentStatus: 'paid' }, lan)
    await page.reload()
    await expect(tab('waiting', 1)).toBeVisible()
    await expect(invoices.getByText('Công ty Gốm Bát Tràng')).toBeVisible()
    await expectAccessible(page, 'invoices that wait')
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await overflows(page), 'invoices on a phone').toBe(false)
    await page.setViewportSize({ width: 1440, height: 900 })
    await invoices.getByRole('checkbox', { name: t('money.review.all') }).check()
    await invoices.getByRole('button', { name: t('invoices.bulkIssue', { number: '1' }) }).click()
    await expect(tab('issued', 1)).toBeVisible()
    await invoices.getByRole('button', { name: t('money.action.undo') }).click()
    await expect(tab('waiting', 1)).toBeVisible()
    await invoices.getByRole('button', { name: t('invoices.more', { name: 'Trần Thị Mai' }) }).click()
    await page.getByRole('menuitem', { name: t('invoices.issueWithNumber') }).click()
    await page.getByRole('dialog').getByLabel(t('invoices.number')).fill('1C26TAA-123')
    await page.getByRole('dialog').getByRole('button', { name: t('common.save') }).click()
    await expect(page.getByRole('dialog')).toBeHidden()
    await tab('issued', 1).click()
    await expect(invoices.getByText('1C26TAA-123')).toBeVisible()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      (async () => {
        await invoices.getByRole('button', { name: t('invoices.export') }).click()
        await page.getByRole('menuitem', { name: 'CSV' }).click()
      })(),
    ])
    expect(file.suggestedFilename()).toMatch(/csv$/)

    // The participant's panel and the visitor's page show it; neither changes it any more.
    await page.goto(`/participant-management/${event.id}`)
    await page.getByText('Trần Thị Mai').first().click()
    const panel = page.getByRole('dialog').getByRole('region', { name: t('invoices.title') })
    await expect(panel.getByText('1C26TAA-123')).toBeVisible()
    await expect(panel.getByRole('button', { name: t('invoices.edit') })).toBeHidden()
    await phone.reload()
    await expect(invoice.getByText(/1C26TAA-123/)).toBeVisible()
    await expect(invoice.getByRole('button', { name: own('edit') })).toBeHidden()
  })
}
