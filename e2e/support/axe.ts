import { expect, type Page } from '@playwright/test'
import axe from 'axe-core'

/** Fails when axe finds a violation that does not disappear by itself, as one of a fading element does. */
export async function expectAccessible(page: Page, where: string) {
  await expect.poll(() => violations(page), where).toEqual([])
}

/** Returns the violations that axe finds, except those it calls minor. */
export async function violations(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  // Fading elements are judged in their final state; endless animations as they are.
  await page.evaluate(async () => {
    const ending = document.getAnimations().filter((animation) => animation.effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY)
    const ends = Promise.allSettled(ending.map((animation) => animation.finished))
    await Promise.race([ends, new Promise((resolve) => setTimeout(resolve, 5000))])
  })
  return page.evaluate(async () => {
    const result = await (window as unknown as { axe: typeof axe }).axe.run(document, { resultTypes: ['violations'] })
    // A floating element belongs to the control that opened it, wherever in the document it stands.
    const floats = ({ target }: { target: unknown[] }) => document.querySelector(String(target[0]))?.closest('[role=tooltip], [role=menu], [role=listbox], .mantine-Popover-dropdown, [data-toast]')
    return result.violations
      .map((violation) => (violation.id === 'region' ? { ...violation, nodes: violation.nodes.filter((node) => !floats(node)) } : violation))
      .filter((violation) => violation.nodes.length > 0)
      .filter((violation) => violation.impact !== 'minor')
      .map((violation) => `${violation.id}: ${violation.nodes.map((node) => node.html.slice(0, 160)).join(' | ')}`)
  })
}
