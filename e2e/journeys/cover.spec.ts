import { expect } from '@playwright/test'
import { logInAsAdmin, makeEvent } from '../support/api.ts'
import { serverUrl } from '../support/places.ts'
import { test } from '../support/test.ts'

test('a phone loads the cover once, in a width that fits', async ({ page }) => {
  const admin = await logInAsAdmin()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/auth/login')
  // A picture with as many details as a photograph, drawn by the browser and sent as JPEG.
  const photo = await page.evaluate(async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 4000, height: 2250 })
    const context = canvas.getContext('2d')
    if (!context) throw new Error('no canvas')
    let seed = 1
    const next = (below: number) => {
      seed = (seed * 48271) % 2147483647
      return seed % below
    }
    for (let at = 0; at < 20_000; at += 1) {
      context.fillStyle = `hsl(${next(360)} ${next(100)}% ${next(100)}% / 40%)`
      context.beginPath()
      context.arc(next(4000), next(2250), next(60), 0, 7)
      context.fill()
    }
    return canvas.toDataURL('image/jpeg', 0.7).split(',')[1] ?? ''
  })
  const form = new FormData()
  form.append('purpose', 'eventCover')
  form.append('file', new Blob([Buffer.from(photo, 'base64')], { type: 'image/jpeg' }), 'cover.jpg')
  const sent = await fetch(`${serverUrl}/api/upload`, {
    method: 'POST',
    headers: { authorization: `Bearer ${admin.token}` },
    body: form,
  })
  const cover = ((await sent.json()) as { data: { url: string } }).data.url
  const event = await makeEvent(admin, { coverImage: cover })

  const loaded: { url: string; bytes: number; type: string | undefined }[] = []
  page.on('response', async (response) => {
    const url = new URL(response.url()).pathname
    if (url.startsWith(cover))
      loaded.push({ url, bytes: (await response.body()).length, type: response.headers()['content-type'] })
  })
  await page.goto(`/form/${event.id}`)
  const picture = page.locator('img[srcset]').first()
  await expect(picture).toHaveJSProperty('complete', true)
  await expect(picture).toHaveCSS('background-image', /^url\("data:image\/webp;base64,/)
  await page.waitForLoadState('networkidle')
  const whole = (await (await fetch(serverUrl + cover)).arrayBuffer()).byteLength
  expect(loaded, JSON.stringify({ loaded, whole })).toHaveLength(1)
  expect(loaded[0]).toMatchObject({ url: `${cover}/480`, type: 'image/webp' })
  expect(loaded[0]?.bytes).toBeLessThan(whole / 4)
})
