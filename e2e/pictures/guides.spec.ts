import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, type Page } from '@playwright/test'
import { get, post } from '../support/api.ts'
import { enter, openBrowser } from '../support/browser.ts'
import { test } from '../support/test.ts'
import { type T, wordsIn } from '../support/words.ts'
import { makeWorld, type World } from './world.ts'

// The pictures of the README and of the guides, which are committed: small WebP files of the places that a reader looks
// for.

const docs = (path: string) => fileURLToPath(new URL(`../../docs/${path}`, import.meta.url))

/** Pixels across a picture. */
const WIDEST = 1120

interface Shown {
  path: string
  /** Brings the screen into the state to show. */
  act?: (page: Page, t: T) => Promise<unknown>
  /** The width of the window, of 1120 px where nothing stands here. */
  width?: 390 | 1400
}

type Screens = (world: World) => Record<string, Shown>

const fillEvent = async (page: Page, t: T) => {
  await page.getByLabel(t('events.field.title')).fill('Hội làng mùa xuân')
  const start = page.getByLabel(t('common.dateOf', { label: t('events.field.eventStartDate') }))
  await start.fill('01/06/2030')
  await start.press('Tab')
  await page.getByRole('textbox', { name: t('events.field.venueAddress') }).fill('Đình làng Yên Phụ, Tây Hồ, Hà Nội')
}

/** Scans the ticket of a paid guest at a door device. */
const scan = (world: World) => async (page: Page, t: T) => {
  const { items } = await get<{ items: { ticketCode: string; paymentStatus: string; checkedInTime: string | null }[] }>(
    `/event/${world.event.id}/attendances?limit=50`,
    world.organiser,
  )
  const guest = items.find(({ paymentStatus, checkedInTime }) => paymentStatus === 'paid' && !checkedInTime)
  await page.getByLabel(t('checkin.code'), { exact: true }).fill(guest?.ticketCode ?? '')
  await page.getByRole('button', { name: t('checkin.check'), exact: true }).click()
  // The event of the pictures is weeks away.
  await page.getByRole('button', { name: t('checkin.practice.real'), exact: true }).click()
  await expect(page.getByText(t('checkin.word.ok'), { exact: true }).first()).toBeVisible()
}

/** Imports a statement with a transfer that matches no participant. */
const oddTransfers = async (page: Page, t: T) => {
  const rows = [
    'Ngày giao dịch,Số tham chiếu,Nợ TKTT,Có TKTT,Số dư,Diễn giải',
    '04/08/2026,FT1,,250000,1250000,PHAM MINH HA CHUYEN TIEN VE',
    '04/08/2026,FT2,500000,,750000,TRA TIEN THUE LOA',
    '05/08/2026,FT3,,700000,1450000,VE DEM NHAC',
  ]
  const file = { name: 'sao-ke.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\n')) }
  await page.locator('header input[type=file]').setInputFiles(file)
  await page.getByRole('dialog').getByRole('button', { name: t('money.statement.take'), exact: true }).click()
  await expect(page.getByRole('button', { name: t('money.action.choose') }).first()).toBeVisible()
  // The matches of the transfers come some seconds after them.
  await expect(page.locator('main .mantine-Loader-root')).toHaveCount(0)
  await page.evaluate(() => window.scrollTo(0, 0))
}

const STRANGER: Screens = (world) => ({
  'door-scan': { path: `/event-management/checkin/${world.event.id}#key=${world.door}`, act: scan(world), width: 390 },
  welcome: {
    path: `/event-management/checkin/${world.event.id}?view=display#key=${world.door}`,
    act: async (page) => {
      await post('/event/checkin', { eventId: world.event.id, attendanceId: world.vip, checkedIn: true }, world.organiser)
      await expect(page.locator('[data-vip]')).toBeVisible()
    },
  },
})

const ORGANISER: Screens = ({ event, group, meeting }) => ({
  'new-event': { path: '/event-management/add-new', act: fillEvent },
  overview: { path: `/event-management/${event.id}` },
  guests: { path: `/participant-management/${event.id}` },
  'door-setup': { path: `/participant-management/${event.id}/door` },
  money: { path: `/event-management/${event.id}/money`, act: oddTransfers },
  'group-members': { path: `/group-management/${group}` },
  'roll-call': { path: `/my-group/${group}/roll-call/${meeting}`, width: 390 },
})

/** In both READMEs, in Vietnamese. */
const README: Screens = ({ event, door }) => ({
  'event-home': { path: `/event-management/${event.id}`, width: 1400 },
  'public-page': { path: `/form/${event.id}`, width: 1400 },
  welcome: { path: `/event-management/checkin/${event.id}?view=display#key=${door}`, width: 1400 },
})

const ADMIN: Screens = () => ({ system: { path: '/system' } })

/** Saves the visible page as a WebP file, a format that Playwright itself does not write. */
async function keep(page: Page, path: string, width: number, height: number) {
  await page.evaluate(async () => {
    const shown = [...document.images].filter((image) => image.checkVisibility())
    for (const image of shown) image.loading = 'eager'
    await Promise.race([Promise.allSettled(shown.map((image) => image.decode())), new Promise((resolve) => setTimeout(resolve, 10_000))])
    // News that arrived meanwhile is no part of the screen.
    for (const toast of document.querySelectorAll('[data-toast]')) toast.remove()
  })
  const browser = await page.context().newCDPSession(page)
  const { data } = await browser.send('Page.captureScreenshot', {
    format: 'webp',
    quality: 60,
    clip: { x: 0, y: 0, width, height, scale: Math.min(1, WIDEST / width) },
  })
  await browser.detach()
  writeFileSync(path, Buffer.from(data, 'base64'))
}

for (const lang of ['vi', 'en'] as const) {
  test(`the documentation's pictures: ${lang}`, async ({ browser }) => {
    const world = await makeWorld()
    const t = wordsIn(lang)
    const person = await openBrowser(browser, lang, 1440, { reducedMotion: 'reduce' })
    person.on('dialog', (dialog) => void dialog.accept())
    const look = async (screens: ReturnType<Screens>, folder = `guides/${lang}/pictures`) => {
      mkdirSync(docs(folder), { recursive: true })
      for (const [name, { path, act, width = WIDEST }] of Object.entries(screens)) {
        const height = Math.max(700, (width * 5) / 8)
        await person.setViewportSize({ width, height })
        await person.goto('about:blank') // so that a change behind # alone is a visit, too
        await person.goto(path)
        await expect(person.getByRole('heading').first(), name).toBeVisible()
        // Screens with a socket never rest.
        await person.waitForLoadState('networkidle', { timeout: 3000 }).catch(() => undefined)
        await act?.(person, t)
        await expect(person.locator('.mantine-Skeleton-root').filter({ visible: true }), name).toHaveCount(0)
        await keep(person, docs(`${folder}/${name}.webp`), width, height)
      }
    }
    await look(STRANGER(world))
    await enter(person, world.organiser)
    await look(ORGANISER(world))
    if (lang === 'vi') await look(README(world), 'pictures')
    await person.context().clearCookies()
    await person.evaluate(() => (sessionStorage.clear(), localStorage.clear()))
    await person.evaluate((lang) => localStorage.setItem('lang', lang), lang)
    await enter(person, world.admin)
    await look(ADMIN(world))
  })
}
