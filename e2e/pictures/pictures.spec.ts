import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, type Page } from '@playwright/test'
import { fillIn, send } from '../journeys/visitor.ts'
import { post } from '../support/api.ts'
import { violations } from '../support/axe.ts'
import { enter, openBrowser, overflows } from '../support/browser.ts'
import { stallDatabase } from '../support/stalled-database.ts'
import { test } from '../support/test.ts'
import { smallTargets } from '../support/touch.ts'
import { type T, wordsIn } from '../support/words.ts'
import { makeWorld, type World } from './world.ts'

// A picture of every screen, in both languages, on a desk and on a phone, light and dark. On the way axe looks at each, and
// on a phone nothing may be too wide for it or too small for a finger.

const FOLDER = fileURLToPath(new URL('../.pictures', import.meta.url))

interface Shown {
  path: string
  /** Brings the screen into the state to look at. */
  act?: (page: Page, t: T) => Promise<unknown>
  /** Takes the visible part in a window of this size instead of the whole page; the desk has a size of its own. */
  desk?: { width: number; height: number }
  /** Whether `act` turns the clock of the page, which so gets one of its own. */
  turnsClock?: true
}

type Screens = (world: World) => Record<string, string | Shown>

/** Milliseconds between two slides of the welcome screen, and before the first one without a check-in. */
const EACH = 10_000
const IDLE = 20_000

/** The welcome screen after this many changes of its slides. */
const afterTurns = (path: string, turns: number): Shown => ({
  path,
  desk: { width: 1440, height: 900 },
  turnsClock: true,
  act: async (page) => {
    await page.clock.runFor(IDLE)
    for (let turn = 1; turn < turns; turn++) await page.clock.runFor(EACH)
  },
})

/** Presses the link out of the wizard while something is not kept yet. */
const leave = async (page: Page, t: T) => {
  await page.getByLabel(t('events.field.title')).fill('Hội làng')
  await page.getByRole('link', { name: t('events.wizard.exit') }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
}

const publish = async (page: Page, t: T) => {
  await page.getByLabel(t('events.field.title')).fill('Hội làng mùa xuân')
  const start = page.getByLabel(t('common.dateOf', { label: t('events.field.eventStartDate') }))
  await start.fill('01/06/2030')
  await start.press('Tab')
  await page.getByRole('textbox', { name: t('events.field.venueAddress') }).fill('Đình làng Yên Phụ, Tây Hồ, Hà Nội')
  await page.getByRole('button', { name: t('events.wizard.publish'), exact: true }).click()
  await expect(page.getByRole('dialog', { name: t('events.shared.open') })).toBeVisible()
}

const csv = (name: string, rows: string[]) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(rows.join('\n')) })

/** Shows the outcome of a statement in the event's money, before it is imported. */
const statement = (rows: string[]): Shown['act'] => async (page, t) => {
  await page.locator('main input[type=file]').first().setInputFiles(csv('sao-ke.csv', rows))
  await expect(page.getByRole('dialog').getByRole('button', { name: t('money.statement.take') })).toBeVisible()
}

/** Shows the outcome of a list, before it is imported. */
const list = (rows: string[]): Shown['act'] => async (page, t) => {
  const folded = page.getByRole('button', { name: t('participants.filter.tools') })
  if (await folded.isVisible()) await folded.click()
  await page.getByRole('button', { name: t('participants.files.import') }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('input[type=file]').setInputFiles(csv('khach-moi.csv', rows))
  await expect(dialog.getByRole('button', { name: t('participants.files.another') })).toBeVisible()
}

/** Moves the event, so that the letter about it is offered. */
const move = async (page: Page, t: T) => {
  await page.getByRole('textbox', { name: t('events.field.venueAddress') }).fill('Cung Văn hoá Hữu nghị, 91 Trần Hưng Đạo, Hà Nội')
  await page.getByRole('button', { name: t('common.save'), exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: t('common.save') }).click()
  await expect(page.getByRole('dialog').locator('iframe')).toBeVisible()
}

const cancel = async (page: Page, t: T) => {
  await page.getByRole('button', { name: t('events.action.more', { title: 'Đêm nhạc mùa thu bên hồ Tây' }) }).click()
  await page.getByRole('menuitem', { name: t('events.cancel.action') }).click()
  await expect(page.getByRole('dialog').locator('iframe')).toBeVisible()
}

const draw = async (page: Page, t: T) => {
  await page.getByRole('button', { name: t('luckyDraw.controls.draw'), exact: true }).click()
  await expect(page.getByRole('button', { name: t('luckyDraw.stage.back') })).toBeVisible({ timeout: 60_000 })
}

const STRANGER: Screens = ({ event, due, paid, door, vip, organiser }) => ({
  landing: '/',
  login: '/auth/login',
  licenses: '/licenses',
  'sign-up': '/auth/sign-up',
  'forgot-password': '/auth/forgot-password',
  'public-page': `/form/${event.id}`,
  'own-page-due': `/form/${event.id}/ticket#${due}`,
  'own-page-paid': `/form/${event.id}/ticket#${paid}`,
  'public-page-unknown': '/form/nope',
  'organiser-page-unknown': '/o/nope',
  door: `/event-management/checkin/${event.id}#key=${door}&name=C%E1%BB%ADa%20ch%C3%ADnh`,
  welcome: `/event-management/checkin/${event.id}?view=display#key=${door}`,
  'door-search': {
    path: `/event-management/checkin/${event.id}#key=${door}`,
    act: async (page, t) => {
      await page.getByLabel(t('checkin.search.label')).fill('ng')
      await expect(page.getByRole('listitem').nth(1)).toBeVisible()
    },
  },
  'door-practice': {
    path: `/event-management/checkin/${event.id}#key=${door}`,
    act: async (page, t) => {
      await page.getByRole('button', { name: t('checkin.settings') }).click()
      await page.getByRole('menuitem', { name: new RegExp(`^${t('checkin.practice.begin')}`) }).click()
      await expect(page.getByRole('region', { name: t('checkin.practice.word'), exact: true })).toBeVisible()
    },
  },
  'welcome-vip': {
    path: `/event-management/checkin/${event.id}?view=display#key=${door}`,
    desk: { width: 1440, height: 900 },
    act: async (page) => {
      await post('/event/checkin', { eventId: event.id, attendanceId: vip, checkedIn: true }, organiser)
      await expect(page.locator('[data-vip]')).toBeVisible()
    },
  },
  'welcome-programme': afterTurns(`/event-management/checkin/${event.id}?view=display#key=${door}`, 1),
  'welcome-speakers': afterTurns(`/event-management/checkin/${event.id}?view=display#key=${door}`, 2),
  'welcome-sponsors': afterTurns(`/event-management/checkin/${event.id}?view=display#key=${door}`, 3),
  'welcome-register': afterTurns(`/event-management/checkin/${event.id}?view=display#key=${door}`, 4),
  'not-found': '/nope',
  guides: '/guides',
  guide: '/guides/door#scan',
  'stop-messages-old': '/stop-messages/nope',
})

const ORGANISER: Screens = ({ event, group, post, meeting }) => ({
  'public-page-settings': '/profile?tab=page',
  events: '/event-management',
  'event-home': `/event-management/${event.id}`,
  guests: `/participant-management/${event.id}`,
  'list-preview': {
    path: `/participant-management/${event.id}`,
    act: list([
      'Họ và tên,Email,Điện thoại,Công ty,Loại vé,Cỡ áo,Trạng thái',
      'Phạm Minh Hà,khach0@khach.example,912345678,Gốm Bát Tràng,Vé VIP,M,Đã duyệt',
      'Lý Thu Trang,trang@khach.example,987654321,Trà sen Quảng An,Vé sinh viên,S,Đã duyệt',
      'Mai Văn Khôi,khoi@khach.example,#N/A,Sao Mai,Vé thường,L,Đã huỷ',
    ]),
  },
  tickets: `/participant-management/${event.id}?tab=tickets`,
  letters: `/participant-management/${event.id}/messages`,
  'letter-new': `/participant-management/${event.id}/messages?message=new`,
  'letter-blank': `/participant-management/${event.id}/messages?message=new&start=blank`,
  'letter-soon': `/participant-management/${event.id}/messages?message=new&start=soon`,
  'event-data-requests': `/event-management/${event.id}/data-requests`,
  'event-integrations': `/event-management/${event.id}/integrations`,
  'event-money': `/event-management/${event.id}/money`,
  'statement-proved': {
    path: `/event-management/${event.id}/money`,
    act: statement([
      'Ngày giao dịch,Số tham chiếu,Nợ TKTT,Có TKTT,Số dư,Diễn giải',
      '04/08/2026,FT1,,250000,1250000,PHAM MINH HA CHUYEN TIEN VE',
      '04/08/2026,FT2,500000,,750000,TRA TIEN THUE LOA',
      '05/08/2026,FT3,,700000,1450000,VE DEM NHAC',
    ]),
  },
  'statement-asked': {
    path: `/event-management/${event.id}/money`,
    act: statement([
      'Ngày,A,B,Nội dung',
      '04/08/2026,,250000,PHAM MINH HA CHUYEN TIEN VE',
      '04/08/2026,500000,,TRA TIEN THUE LOA',
      '05/08/2026,,700000,VE DEM NHAC',
    ]),
  },
  money: '/money',
  'door-setup': `/participant-management/${event.id}/door`,
  'draw-choice': '/lucky-draw',
  draw: `/lucky-draw/${event.id}`,
  'draw-remote': `/lucky-draw/${event.id}?remote=true`,
  'draw-winner': { path: `/lucky-draw/${event.id}`, desk: { width: 1024, height: 768 }, act: draw },
  'event-page': `/event-management/${event.id}/page`,
  settings: `/event-management/edit/${event.id}`,
  'letter-moved': { path: `/event-management/edit/${event.id}`, desk: { width: 1440, height: 900 }, act: move },
  'cancel-preview': { path: `/event-management/edit/${event.id}`, desk: { width: 1440, height: 900 }, act: cancel },
  'wizard-1-event': '/event-management/add-new',
  'wizard-2-form': `/event-management/edit/${event.id}?step=formInfo`,
  'wizard-3-tickets': `/event-management/edit/${event.id}?step=paymentInfo`,
  'wizard-4-mails': `/event-management/edit/${event.id}?step=emailContent`,
  'wizard-leave': { path: '/event-management/add-new', desk: { width: 1440, height: 900 }, act: leave },
  published: { path: '/event-management/add-new', desk: { width: 1440, height: 900 }, act: publish },
  groups: '/my-group',
  'group-feed': `/my-group/${group}`,
  'group-created': { path: `/my-group/${group}?created=true`, desk: { width: 1440, height: 1000 } },
  'group-events': `/my-group/${group}?tab=events`,
  'group-event': `/my-group/${group}?tab=events&event=${meeting}`,
  'group-members': `/group-management/${group}`,
  'group-points': `/my-group/${group}?tab=statistics`,
  'group-leaderboard': `/my-group/${group}?tab=statistics&show=ranking`,
  post: `/my-group/${group}/${post}`,
  'roll-call': `/my-group/${group}/roll-call/${meeting}`,
  discovery: '/discovery',
  feed: '/my-feed',
  notifications: '/notifications',
  'notification-settings': '/notifications?tab=settings',
  profile: '/profile',
  'profile-mine': '/profile?tab=mine',
  'profile-plan': '/profile?tab=plan',
})

const ADMIN: Screens = () => ({
  dashboard: '/dashboard',
  committees: '/committee-management',
  plans: '/plan-management',
  'all-groups': '/group-management',
  system: '/system',
})

test.use({ landingPage: true })

for (const lang of ['vi', 'en'] as const) {
  for (const width of [1440, 390] as const) {
    for (const colorScheme of ['light', 'dark'] as const) {
      test(`pictures: ${lang}, ${width} px, ${colorScheme}`, async ({ browser }, testInfo) => {
        const folder = `${FOLDER}/${lang}-${width}-${colorScheme}`
        mkdirSync(folder, { recursive: true })
        const world = await makeWorld()
        const t = wordsIn(lang)
        const found: string[] = []
        const isPhone = width === 390
        const open = () => openBrowser(browser, lang, width, { colorScheme, reducedMotion: 'reduce', isMobile: isPhone, hasTouch: isPhone })
        const judge = async (page: Page, name: string, options: { fullPage: boolean }) => {
          await page.evaluate(async () => {
            const shown = [...document.images].filter((image) => image.checkVisibility())
            for (const image of shown) image.loading = 'eager'
            await Promise.race([Promise.allSettled(shown.map((image) => image.decode())), new Promise((resolve) => setTimeout(resolve, 10_000))])
          })
          await page.screenshot({ path: `${folder}/${name}.png`, animations: 'disabled', ...options })
          found.push(...(await violations(page)).map((what) => `${name}: ${what}`))
          if (!isPhone) return
          if (await overflows(page)) found.push(`${name}: wider than the phone`)
          found.push(...(await smallTargets(page)).map((what) => `${name}: too small for a finger: ${what}`))
        }
        const person = await open()
        person.on('dialog', (dialog) => void dialog.accept())
        const look = async (screens: ReturnType<Screens>) => {
          for (const [name, screen] of Object.entries(screens)) {
            const { path, act, desk, turnsClock }: Shown = typeof screen === 'string' ? { path: screen } : screen
            const page = turnsClock ? await open() : person
            if (turnsClock) await page.clock.install()
            if (desk && !isPhone) await page.setViewportSize(desk)
            await page.goto('about:blank') // so that a change behind # alone is a visit, too
            await page.goto(path)
            await expect(page.getByRole('heading').first(), name).toBeVisible()
            // Screens with a socket never rest.
            await page.waitForLoadState('networkidle', { timeout: 3000 }).catch(() => undefined)
            await act?.(page, t)
            await expect(page.locator('.mantine-Skeleton-root').filter({ visible: true }), name).toHaveCount(0)
            await judge(page, name, { fullPage: !desk })
            if (turnsClock) await page.context().close()
            else if (desk && !isPhone) await page.setViewportSize({ width, height: 900 })
          }
        }
        await look(STRANGER(world))
        await enter(person, world.organiser)
        await look(ORGANISER(world))
        await person.context().clearCookies()
        await person.evaluate(() => (sessionStorage.clear(), localStorage.clear()))
        await person.evaluate((lang) => localStorage.setItem('lang', lang), lang)
        await enter(person, world.admin)
        await look(ADMIN(world))

        // Last, because it needs a database that does not keep up: a visitor's place in the line.
        await fillIn(person, t, world.queued.id, { fullName: 'Lê Thị Mai', email: 'mai@cho.example', ticket: 'Chỗ ngồi' }, [])
        const release = await stallDatabase(testInfo.outputPath('data'))
        const [seat] = world.queued.tickets
        const first = { fullName: 'Khách', email: 'khach@cho.example', phone: '0912345678', company: 'Sao Mai', consent: true, ticketId: seat?.id }
        const began = Date.now()
        const registered = post(`/event/${world.queued.id}/register`, first)
        // The server finds out after three seconds.
        await expect.poll(() => Date.now() - began).toBeGreaterThan(3100)
        await send(person)
        await expect(person.getByRole('region', { name: t('publicPage.queue.title') })).toBeVisible()
        await judge(person, 'queue', { fullPage: false })
        await release()
        await Promise.allSettled([registered])
        expect(found).toEqual([])
      })
    }
  }
}
