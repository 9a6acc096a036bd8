import type { Page } from '@playwright/test'

// A slow computer and a slow network, to find features that only work on fast ones.

/** The slowdown of the pages' computation. */
export const cpu = Number(process.env.HOI_E2E_CPU ?? 1)
/** Milliseconds that every request takes longer. */
export const latency = Number(process.env.HOI_E2E_LATENCY ?? 0)

export function slowDown(page: Page) {
  if (cpu === 1 && latency === 0) return
  // A page that is closed at once needs no slowness.
  slow(page).catch(() => {})
}

async function slow(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: cpu })
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', { offline: false, latency, downloadThroughput: -1, uploadThroughput: -1 })
}
