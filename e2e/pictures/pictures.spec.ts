import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect } from '@playwright/test'
import { violations } from '../support/axe.ts'
import { enter, openBrowser, overflows } from '../support/browser.ts'
import { test } from '../support/test.ts'
import { makeWorld, type World } from './world.ts'

// A picture of every screen, in both languages, on a desk and on a phone, light and dark. On the way axe looks at each, and
// nothing may be wider than a phone.

const FOLDER = fileURLToPath(new URL('../.pictures', import.meta.url))

type Screens = (world: World) => Record<string, string>

const STRANGER: Screens = ({ event, due, paid, door }) => ({
  landing: '/',
  login: '/auth/login',
  'sign-up': '/auth/sign-up',
  'forgot-password': '/auth/forgot-password',
  'public-page': `/form/${event.id}`,
  'own-page-due': `/form/${event.id}/ticket#${due}`,
  'own-page-paid': `/form/${event.id}/ticket#${paid}`,
  'public-page-unknown': '/form/nope',
  door: `/event-management/checkin/${event.id}#key=${door}`,
  welcome: `/event-management/checkin/${event.id}?view=display#key=${door}`,
  'not-found': '/nope',
})

const ORGANISER: Screens = ({ event, group, post, meeting }) => ({
  events: '/event-management',
  'event-home': `/event-management/${event.id}`,
  guests: `/participant-management/${event.id}`,
  tickets: `/participant-management/${event.id}?tab=tickets`,
  letters: `/participant-management/${event.id}/messages`,
  'event-money': `/event-management/${event.id}/money`,
  money: '/money',
  'door-setup': `/participant-management/${event.id}/door`,
  'draw-choice': '/lucky-draw',
  draw: `/lucky-draw/${event.id}`,
  'event-page': `/event-management/${event.id}/page`,
  settings: `/event-management/edit/${event.id}`,
  'wizard-1-event': '/event-management/add-new',
  'wizard-2-form': `/event-management/edit/${event.id}?step=formInfo`,
  'wizard-3-tickets': `/event-management/edit/${event.id}?step=paymentInfo`,
  'wizard-4-mails': `/event-management/edit/${event.id}?step=emailContent`,
  groups: '/my-group',
  'group-feed': `/my-group/${group}`,
  'group-events': `/my-group/${group}?tab=events`,
  'group-members': `/group-management/${group}`,
  'group-points': `/my-group/${group}?tab=statistics`,
  post: `/my-group/${group}/${post}`,
  'roll-call': `/my-group/${group}/roll-call/${meeting}`,
  discovery: '/discovery',
  feed: '/my-feed',
  notifications: '/notifications',
  'notification-settings': '/notifications?tab=settings',
  profile: '/profile',
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
      test(`pictures: ${lang}, ${width} px, ${colorScheme}`, async ({ browser }) => {
        const folder = `${FOLDER}/${lang}-${width}-${colorScheme}`
        mkdirSync(folder, { recursive: true })
        const world = await makeWorld()
        const found: string[] = []
        const page = await openBrowser(browser, lang, width, { colorScheme, reducedMotion: 'reduce' })
        const look = async (screens: Record<string, string>) => {
          for (const [name, path] of Object.entries(screens)) {
            await page.goto('about:blank') // so that a change behind # alone is a visit, too
            await page.goto(path)
            await expect(page.getByRole('heading').first(), name).toBeVisible()
            // Screens with a socket never rest.
            await page.waitForLoadState('networkidle', { timeout: 3000 }).catch(() => undefined)
            await expect(page.locator('.mantine-Skeleton-root').filter({ visible: true }), name).toHaveCount(0)
            await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true, animations: 'disabled' })
            found.push(...(await violations(page)).map((what) => `${name}: ${what}`))
            if (width === 390 && (await overflows(page))) found.push(`${name}: wider than the phone`)
          }
        }
        await look(STRANGER(world))
        await enter(page, world.organiser)
        await look(ORGANISER(world))
        await page.context().clearCookies()
        await page.evaluate(() => (sessionStorage.clear(), localStorage.clear()))
        await page.evaluate((lang) => localStorage.setItem('lang', lang), lang)
        await enter(page, world.admin)
        await look(ADMIN(world))
        expect(found).toEqual([])
      })
    }
  }
}
