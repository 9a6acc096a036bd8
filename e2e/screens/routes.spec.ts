import { expect } from '@playwright/test'
import { admin } from '../support/places.ts'
import { enter } from '../support/browser.ts'
import { test } from '../support/test.ts'

const PROTECTED = [
  '/event-management',
  '/event-management/add-new',
  '/event-management/0198c5a1-7c00-7000-8000-000000000001',
  '/profile',
  '/participant-management',
  '/committee-management',
  '/plan-management',
  '/plan/1',
  '/dashboard',
  '/group-management',
  '/group-management/add-new',
  '/group-management/1',
  '/lucky-draw',
  '/my-feed',
  '/my-group',
  '/my-group/1',
  '/my-group/1/2',
  '/my-group/1/roll-call/2',
  '/discovery',
  '/notifications',
]

test('logged out, every protected screen leads to the login', async ({ page }) => {
  for (const path of ['/', ...PROTECTED]) {
    await page.goto(path)
    await expect(page, path).toHaveURL(/\/auth\/login$/)
  }
})

test('public screens open without a login, and other paths are not found in place', async ({ page }) => {
  for (const path of ['/auth/login/x/y', '/auth/sign-up/x', '/auth/forgot-password', '/auth/reset-password/x', '/unsubscribe/x', '/stop-messages/x', '/lucky-draw/x', '/event-management/checkin/x']) {
    await page.goto(path)
    await expect(page.getByRole('heading').first(), path).toBeVisible()
    await expect(page, path).toHaveURL(new RegExp(`${path}$`))
  }
  await page.goto('/nope')
  await expect(page.getByRole('heading', { name: 'Không tìm thấy trang' })).toBeVisible()
  await expect(page).toHaveURL(/\/nope$/)
})

test('logged in, a deep link survives a reload and the session survives too', async ({ page }) => {
  await enter(page, admin)
  await expect(page).toHaveURL(/\/dashboard$/)
  for (const path of PROTECTED) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible()
    await expect(page, path).toHaveURL(new RegExp(`${path}(\\?.*)?$`))
  }
})

test('nothing is fetched from other hosts', async ({ page }) => {
  const foreign: string[] = []
  page.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url())
    if (protocol.startsWith('http') && hostname !== '127.0.0.1') foreign.push(request.url())
  })
  await page.goto('/auth/login')
  await expect(page.locator('body')).toHaveCSS('font-family', /Roboto/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(foreign).toEqual([])
})
