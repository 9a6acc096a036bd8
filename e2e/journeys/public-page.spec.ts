import { createServer } from 'node:http'
import { expect, type Page } from '@playwright/test'
import { logInAsAdmin, makeEvent, makeOrganiser, post, upload } from '../support/api.ts'
import { expectAccessible } from '../support/axe.ts'
import { copiedBy, enter, openBrowser, overflows } from '../support/browser.ts'
import { admin, serverPort, serverUrl } from '../support/places.ts'
import { test } from '../support/test.ts'
import { wordsIn } from '../support/words.ts'
import { fillIn, send } from './visitor.ts'

// A visitor's view of an event before and after registering, and the metadata for machines.

const hours = (count: number) => new Date(Date.now() + count * 3_600_000).toISOString()

const PAID = {
  turnOffPayment: false,
  accountNumber: '0123456789',
  accountHolderName: 'CONG TY HOI',
  bankName: 'Vietcombank',
  bankBin: '970436',
  paymentEmailContent: '<p>Mong nhận {{amount}}.</p>',
  tickets: [{ name: 'Phổ thông', price: 150_000, quantity: 5, isHidden: false }],
}

const topOf = async (page: Page, selector: string) => (await page.locator(selector).boundingBox())?.y ?? Number.NaN

test('on a desktop the organiser names the host, and the whole invitation is in one view', async ({ browser }) => {
  const t = wordsIn('vi')
  const by = await logInAsAdmin()
  const event = await makeEvent(by, { title: 'Đêm nhạc Hà Trang', coverImage: await upload(by, 'eventCover'), ...PAID })
  const organiser = await openBrowser(browser, 'vi', 1440)
  await enter(organiser, admin)
  await organiser.goto(`/event-management/edit/${event.id}`)
  await organiser.getByRole('button', { name: t('events.host.edit') }).click()
  await organiser.getByLabel(t('events.field.hostName')).fill('CLB Nhạc Xưa')
  await organiser.getByLabel(t('events.field.hostContact')).fill('lan@nhacxua.example')
  await organiser.getByRole('switch', { name: t('events.field.hideFromSearch') }).check()
  await organiser.getByRole('button', { name: t('common.save'), exact: true }).click()
  await organiser.getByRole('dialog').getByRole('button', { name: t('common.save'), exact: true }).click()
  const stored = async () => (await organiser.request.get(`/form/${event.id}`)).text()
  await expect.poll(stored).toContain('CLB Nhạc Xưa')
  expect(await stored()).toContain('<meta name="robots" content="noindex">')

  const page = await openBrowser(browser, 'vi', 1440, { permissions: ['clipboard-read', 'clipboard-write'] })
  await page.goto(`/form/${event.id}`)
  const host = page.getByRole('complementary', { name: t('publicPage.host.title') })
  await expect(host.getByText('CLB Nhạc Xưa')).toBeVisible()
  await expect(host.getByRole('link', { name: 'lan@nhacxua.example' })).toBeVisible()
  await expect(page.getByText('Còn 5 chỗ')).toBeVisible()
  await expect(page.getByRole('link', { name: t('publicPage.facts.directions') })).toHaveAttribute('href', /google\.com\/maps\/search/)
  expect(await topOf(page, '#register')).toBeLessThan(600)
  await host.getByText(t('publicPage.share.title'), { exact: true }).click()
  await expect(host.getByRole('img', { name: t('publicPage.share.qr') })).toBeVisible()
  await expectAccessible(page, 'the page with ways to share it')

  // The short address shows the same page and stays, in upper case, too.
  const address = await copiedBy(page, host.getByRole('button', { name: t('publicPage.share.link') }))
  expect(new URL(address).pathname).toBe('/e/dem-nhac-ha-trang')
  await page.goto('/e/Dem-Nhac-Ha-Trang#code=KHACH')
  await expect(page.getByRole('heading', { level: 1, name: 'Đêm nhạc Hà Trang' })).toBeVisible()
  await expect(page).toHaveURL(/\/e\/Dem-Nhac-Ha-Trang#code=KHACH$/)

  // A long title and a long text make room for themselves and leave the form where it can be seen.
  const long = await makeEvent(by, { title: 'Hội thảo Gốm Việt và những câu chuyện từ làng nghề nghìn năm bên sông Hồng', description: `<p>${'Một buổi chiều bên hồ. '.repeat(200)}</p>`, ...PAID })
  await page.goto(`/form/${long.id}`)
  const find = await page.getByRole('link', { name: t('publicPage.find.title') }).boundingBox()
  expect((find?.y ?? 0) + (find?.height ?? 0)).toBeLessThan(await topOf(page, '#register'))
  expect(await topOf(page, '#register')).toBeLessThan(600)

  await page.goto('/e/khong-co')
  await expect(page.getByText(t('publicPage.notice.notFound.title'))).toBeVisible()

  const nowhere = await page.goto('/khong-co')
  expect(nowhere?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1, name: t('shell.notFound.title') })).toBeVisible()
})

test('on a phone the button stays at hand, and payment comes before the ticket', async ({ browser }) => {
  const t = wordsIn('en')
  const by = await logInAsAdmin()
  const description = `<p>${'An evening by the lake. '.repeat(120)}</p>`
  const coverImage = await upload(by, 'eventCover')
  const event = await makeEvent(by, { title: 'Evening by the lake', description, backgroundColor: '#ffd54a', coverImage, ...PAID })
  const page = await openBrowser(browser, 'en', 390, { colorScheme: 'dark', hasTouch: true, isMobile: true })
  await page.goto(`/form/${event.id}`)
  // The cover does not hide the way to the other language.
  await page.getByRole('button', { name: 'Tiếng Việt' }).click()
  await page.getByRole('button', { name: 'English' }).click()
  const buttons = page.getByRole('link', { name: t('publicPage.register'), exact: true })
  await expect(buttons).toHaveCount(1)
  await page.evaluate(() => scrollTo(0, 900))
  await expect(buttons).toHaveCount(2)
  await expectAccessible(page, 'the bar of a phone')
  await buttons.last().click()
  await expect(page.getByRole('form')).toBeInViewport()
  await expect(buttons).toHaveCount(1)
  expect(await overflows(page)).toBe(false)

  await fillIn(page, t, event.id, { fullName: 'Mai Tran', email: 'mai.pay@khach.example', ticket: 'Phổ thông', payment: 'BANK_TRANSFER' }, [])
  await send(page)
  const payment = page.getByRole('region', { name: t('publicPage.transfer.title') })
  await expect(payment.getByText('₫150,000')).toBeVisible()
  await expect(payment.getByRole('button').filter({ hasText: t('publicPage.transfer.open') })).toBeVisible()
  const ticket = page.getByRole('region', { name: t('publicPage.done.ticket') })
  const [first, second] = [await payment.boundingBox(), await ticket.boundingBox()]
  expect(first?.y).toBeLessThan(second?.y ?? 0)
  // Only one code can be scanned until the visitor asks for the other.
  await expect(page.getByRole('img', { name: t('publicPage.transfer.qr') })).toBeVisible()
  await expect(ticket.getByRole('img')).toBeHidden()
  await ticket.getByText(t('publicPage.done.fold')).click()
  await expect(ticket.getByRole('img')).toBeVisible()
  await expectAccessible(page, 'payment and ticket')
  expect(await overflows(page)).toBe(false)
})

test('before it opens a visitor can be reminded, and after it is cancelled the page says so and nothing else', async ({ browser }) => {
  const t = wordsIn('vi')
  const by = await logInAsAdmin()
  const event = await makeEvent(by, {
    title: 'Giải chạy phố cổ',
    openRegistrationDate: hours(20),
    closeRegistrationDate: hours(40),
    eventStartDate: hours(60),
    hostName: 'CLB Chạy',
    hostContact: '0912 345 678',
  })
  const page = await openBrowser(browser, 'vi', 390)
  await page.goto(`/form/${event.id}`)
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: t('publicPage.remind.action') }).click()
  expect((await download).suggestedFilename()).toBe('mo-dang-ky.ics')
  await expectAccessible(page, 'an upcoming event')

  await post(`/event/${event.id}/cancel`, { reason: 'Mưa bão' }, by)
  for (const path of [`/form/${event.id}`, `/form/${event.id}/ticket#a.b`]) {
    const answer = await page.goto(path)
    expect(answer?.status()).toBe(404)
    await expect(page.getByText(t('publicPage.notice.cancelled.title'))).toBeVisible()
    for (const told of ['Giải chạy phố cổ', 'CLB Chạy', '0912 345 678', 'Mưa bão']) await expect(page.getByText(told)).toHaveCount(0)
    await expectAccessible(page, path)
    expect(await overflows(page)).toBe(false)
  }
})

test('an organiser who wants one has a public page with events and a calendar', async ({ browser, request }) => {
  const [vi, en] = [wordsIn('vi'), wordsIn('en')]
  const organiser = await makeOrganiser('Nguyễn Lan', 'lan@congty.example')
  const page = await openBrowser(browser, 'vi', 1440)
  await enter(page, organiser)
  await page.goto('/profile?tab=page')
  await page.getByLabel(vi('organiserPage.slug')).fill('nhac-xua')
  await page.getByLabel(vi('organiserPage.name')).fill('CLB Nhạc Xưa')
  await page.getByRole('switch', { name: vi('organiserPage.isOn') }).click()
  await page.getByRole('button', { name: vi('organiserPage.save') }).click()
  await expect(page.getByRole('link', { name: vi('organiserPage.open') })).toHaveAttribute('href', '/o/nhac-xua')

  const visitor = await openBrowser(browser, 'en', 390, { colorScheme: 'dark' })
  await visitor.goto('/o/nhac-xua')
  await expect(visitor.getByText(en('publicPage.organiser.nothingComing'))).toBeVisible()
  await makeEvent(organiser, { title: 'Đêm nhạc mùa thu', coverImage: await upload(organiser, 'eventCover') })
  await visitor.reload()
  await expect(visitor.getByRole('heading', { level: 1, name: 'CLB Nhạc Xưa' })).toBeVisible()
  await expect(visitor.getByRole('link', { name: en('publicPage.organiser.subscribe') })).toHaveAttribute('href', /^webcal:.*\/o\/nhac-xua\/calendar\.ics/)
  await expectAccessible(visitor, 'the page of an organiser')
  expect(await overflows(visitor)).toBe(false)
  await visitor.getByRole('link', { name: /Đêm nhạc mùa thu/ }).click()
  await expect(visitor.getByRole('heading', { level: 1, name: 'Đêm nhạc mùa thu' })).toBeVisible()

  const calendar = await request.get('/o/nhac-xua/calendar.ics')
  expect(await calendar.text()).toContain('SUMMARY:Đêm nhạc mùa thu')
  const nobody = await visitor.goto('/o/khong-co')
  expect(nobody?.status()).toBe(404)
  await expect(visitor.getByRole('heading', { name: en('publicPage.notice.noPage.title') })).toBeVisible()
})

test('machines read the subject of the page before anything runs', async ({ browser, request }) => {
  const by = await logInAsAdmin()
  const event = await makeEvent(by, { title: 'Đêm nhạc mùa thu', coverImage: await upload(by, 'eventCover') })
  const robots = await request.get('/robots.txt')
  expect(robots.headers()['content-type']).toContain('text/plain')
  expect(await robots.text()).toMatch(/^User-agent: \*$/m)
  const sitemap = await request.get('/sitemap.xml')
  expect(await sitemap.text()).toContain('/e/dem-nhac-mua-thu</loc>')

  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(`/form/${event.id}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Đêm nhạc mùa thu' })).toBeVisible()
  await expect(page.getByText('Nhà hát Lớn, Hà Nội')).toBeVisible()
  const data = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? '')
  expect(data).toMatchObject({ '@type': 'Event', name: 'Đêm nhạc mùa thu' })
  await expect(page.locator('link[rel=preload][as=image]')).toHaveAttribute('href', /^\/api\/upload\//)
})

test('a site that the organiser names shows the form in its page, and another site cannot', async ({ browser }) => {
  const t = wordsIn('vi')
  const by = await logInAsAdmin()
  const event = await makeEvent(by, { title: 'Đêm nhạc trên trang công ty' })
  // Another port is another site to a browser.
  const addressOf = (place: number) => `http://127.0.0.1:${serverPort + place}`
  const [site, stranger] = [addressOf(8), addressOf(9)]
  const organiser = await openBrowser(browser, 'vi', 1440, { permissions: ['clipboard-read', 'clipboard-write'] })
  await enter(organiser, admin)
  await organiser.goto(`/event-management/edit/${event.id}?step=formInfo`)
  await organiser.getByLabel(t('events.embed.sites')).fill(`${site}/su-kien`)
  await organiser.keyboard.press('Tab')
  await expect(organiser.getByLabel(t('events.embed.sites'))).toHaveValue(`${site}`)
  const line = await copiedBy(organiser, organiser.getByRole('button', { name: t('events.embed.copy') }))
  expect(line).toContain(`src="${serverUrl}/embed.js"`)
  await organiser.getByRole('button', { name: t('common.save'), exact: true }).click()
  await organiser.getByRole('dialog').getByRole('button', { name: t('common.save'), exact: true }).click()
  const policy = async () => (await organiser.request.get(`/form/${event.id}?embedded`)).headers()['content-security-policy']
  await expect.poll(policy).toContain(`frame-ancestors 'self' ${site}`)

  // Nothing of ours has been in this browser.
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  const body = `<!doctype html><title>Công ty</title><div style="width: 500px"><h1>Sự kiện</h1>${line}</div>`
  // Servers of their own: a browser lets no page that a test makes up load from a local network.
  const sites = [site, stranger].map((address) =>
    createServer((_, response) => response.setHeader('content-type', 'text/html; charset=utf-8').end(body)).listen(Number(new URL(address).port), '127.0.0.1'),
  )

  await page.goto(`${stranger}/`)
  await expect.poll(() => page.frames()[1]?.url()).toContain('chrome-error:')
  await expect(page.locator('iframe')).toBeHidden()

  await page.goto(`${site}/`)
  const frame = page.locator('iframe')
  await expect(frame).toBeVisible()
  await expect(frame).toHaveAttribute('title', event.title)
  const inside = frame.contentFrame()
  const form = inside.locator('form#register')
  const heights = async () => [
    await frame.evaluate((element) => element.clientHeight),
    await inside.locator('body').evaluate((element) => Math.ceil(element.getBoundingClientRect().height)),
  ]
  const followed = async () => {
    const [outer, inner] = await heights()
    return outer === inner
  }
  await form.getByLabel(t('publicPage.field.fullName')).fill('Mai Trần')
  await expect.poll(followed).toBe(true)
  const [withForm] = await heights()
  await form.getByLabel(t('publicPage.field.email'), { exact: true }).first().fill('mai@khach.example')
  await form.getByLabel(t('publicPage.field.phone')).fill('0912345678')
  await form.getByLabel(t('publicPage.field.company')).fill('Gốm Bát Tràng')
  await form.locator('#field-consent').check()
  await form.locator('button[type=submit]').click()
  await expect(inside.getByRole('heading', { name: t('publicPage.done.title') })).toBeInViewport()
  await expect.poll(followed).toBe(true)
  expect((await heights())[0]).not.toBe(withForm)
  expect(await context.cookies()).toEqual([])

  // The registration's own page may be shown in no frame.
  const tab = context.waitForEvent('page')
  await inside.getByRole('link', { name: t('publicPage.own.keep.open') }).click()
  await expect(await tab).toHaveURL(new RegExp(`/form/${event.id}/ticket#`))
  await expect(inside.getByRole('heading', { name: t('publicPage.done.title') })).toBeVisible()
  for (const server of sites) server.close()
})

test('names of 60 letters without a blank do not widen the page', async ({ browser }) => {
  const t = wordsIn('vi')
  const by = await logInAsAdmin()
  const name = 'W'.repeat(60)
  const event = await makeEvent(by, { title: name, ...PAID, tickets: [{ name, price: 0, quantity: 5, isHidden: false }] })
  const page = await openBrowser(browser, 'vi', 390)
  await page.goto(`/form/${event.id}`)
  await expect(page.getByText(name).last()).toBeVisible()
  expect(await overflows(page)).toBe(false)
  await fillIn(page, t, event.id, { fullName: name, email: 'w@khach.example', ticket: name }, [])
  await send(page)
  await expect(page.getByRole('heading', { name: t('publicPage.done.title') })).toBeVisible()
  expect(await overflows(page)).toBe(false)
})
