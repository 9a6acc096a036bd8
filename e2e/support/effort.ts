import { expect, type Page } from '@playwright/test'

// Counts a user's effort: presses of the pointer, and fields that are typed into. The page itself counts, so that no
// step of a journey is forgotten.

interface Effort {
  clicks: number
  fields: number
}

declare global {
  interface Window {
    countEffort: (kind: 'click' | 'field', field?: string) => Promise<void>
  }
}

/** Counts the steps on the page from now on, on all its addresses. */
export async function countEffort(page: Page) {
  let clicks = 0
  const fields = new Set<string>()
  await page.exposeBinding('countEffort', (_, kind: 'click' | 'field', field = '') => {
    if (kind === 'click') clicks += 1
    else fields.add(field)
  })
  const listen = () => {
    const numbers = new WeakMap<EventTarget, string>()
    const typed = (target: EventTarget | null) =>
      target instanceof HTMLTextAreaElement ||
      (target instanceof HTMLInputElement && !['checkbox', 'radio', 'file'].includes(target.type)) ||
      (target instanceof HTMLElement && target.isContentEditable)
    const numberOf = (target: EventTarget) => {
      const known = numbers.get(target) ?? crypto.randomUUID()
      numbers.set(target, known)
      return known
    }
    addEventListener('pointerdown', () => void window.countEffort('click'), true)
    addEventListener(
      'input',
      ({ target }) => {
        if (target && typed(target)) void window.countEffort('field', numberOf(target))
      },
      true,
    )
  }
  await page.addInitScript(listen)
  await page.evaluate(listen)
  return {
    /** Fails if more was done since the counting began, or since it was last asked. */
    expectAtMost: (most: Effort, what: string) => {
      const done = { clicks, fields: fields.size }
      clicks = 0
      fields.clear()
      expect(done.clicks, `${what}: clicks`).toBeLessThanOrEqual(most.clicks)
      expect(done.fields, `${what}: fields`).toBeLessThanOrEqual(most.fields)
      // A counter that is not connected to the page would count nothing, and pass.
      expect(done.clicks + done.fields, `${what}: something was counted`).toBeGreaterThan(0)
      return done
    },
  }
}
