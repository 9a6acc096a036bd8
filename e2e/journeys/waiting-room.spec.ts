import { expect } from '@playwright/test'
import { logInAsAdmin, makeEvent, post } from '../support/api.ts'
import { expectAccessible } from '../support/axe.ts'
import { openBrowser, overflows } from '../support/browser.ts'
import { stallDatabase } from '../support/stalled-database.ts'
import { test } from '../support/test.ts'
import { wordsIn } from '../support/words.ts'
import { fillIn, send } from './visitor.ts'

// The database does not keep up: new visitors wait for their turn, and get in without pressing anything.

for (const [lang, width] of [
  ['vi', 390],
  ['en', 1440],
] as const) {
  test(`a visitor waits and gets in by itself: ${lang}, ${width} px`, async ({ browser }, testInfo) => {
    const t = wordsIn(lang)
    const event = await makeEvent(await logInAsAdmin(), {
      tickets: [{ name: 'Chỗ ngồi', price: 0, quantity: -1, isHidden: false }],
    })
    const page = await openBrowser(browser, lang, width)
    await fillIn(page, t, event.id, { fullName: 'Lê Thị Mai', email: 'mai@cho.example', ticket: 'Chỗ ngồi' }, [])

    const release = await stallDatabase(testInfo.outputPath('data'))
    const ticketId = event.tickets[0]?.id
    const first = { fullName: 'Khách', email: 'khach@cho.example', phone: '0912345678', company: 'Sao Mai', consent: true, ticketId }
    const began = Date.now()
    const registered = post(`/event/${event.id}/register`, first)
    // The server finds out after three seconds.
    await expect.poll(() => Date.now() - began).toBeGreaterThan(4000)
    await send(page)
    const queue = page.getByRole('region', { name: t('publicPage.queue.title') })
    await expect(queue).toBeVisible()
    await expect(queue.getByRole('heading')).toBeFocused()
    expect(await overflows(page)).toBe(false)
    if (process.env.HOI_E2E_LOOK) await queue.screenshot({ path: `${process.env.HOI_E2E_LOOK}/${lang}-${width}.png` })

    // A reload keeps the place and the typed text.
    page.once('dialog', (dialog) => void dialog.accept())
    await page.reload()
    await expect(queue).toBeVisible()
    await expect(page.getByLabel(t('publicPage.field.fullName'))).toHaveValue('Lê Thị Mai')
    await expectAccessible(page, 'the queue')

    await release()
    await Promise.allSettled([registered])
    await expect(page.getByRole('heading', { name: t('publicPage.done.title') })).toBeVisible()
  })
}
