import type { Page } from '@playwright/test'

/** Pixels that a finger needs in both directions. */
const LEAST = 40

/**
 * Returns the touch targets that are smaller than a finger needs, except links within a sentence. A label belongs to
 * its field, and the area that a control adds around itself belongs to it.
 */
export const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate((least) => {
    const pressed = 'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=tab], [role=menuitem], [role=switch], [role=option]'
    // A field that is drawn by its label is there to be pressed, though not to be seen.
    const isSeen = (element: Element) =>
      element.checkVisibility({ opacityProperty: !(element instanceof HTMLInputElement), visibilityProperty: true }) && !element.closest('[inert], [aria-hidden=true]') && getComputedStyle(element).pointerEvents !== 'none'
    /** The sizes of the areas that a control adds over and around itself: its card, or some pixels. */
    const laidAround = (element: Element) =>
      ['::before', '::after'].flatMap((part) => {
        const { content, position, width, height } = getComputedStyle(element, part)
        return content === 'none' || position !== 'absolute' ? [] : [{ width: Number.parseFloat(width) || 0, height: Number.parseFloat(height) || 0 }]
      })
    const inSentence = (element: Element) => {
      const parent = element.parentElement
      const others = (parent?.textContent ?? '').replace(element.textContent ?? '', '').trim()
      return getComputedStyle(element).display.startsWith('inline') && /\p{L}{2}/u.test(others) && getComputedStyle(parent as Element).display === 'block'
    }
    return [...document.querySelectorAll(pressed)].flatMap((element) => {
      if (element.matches(':disabled') || inSentence(element)) return []
      const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : []
      const parts = [element, ...labels].filter(isSeen)
      const boxes = parts.map((part) => part.getBoundingClientRect()).filter(({ width, height }) => width > 1 && height > 1)
      if (boxes.length === 0) return []
      const around = parts.flatMap(laidAround)
      const width = Math.max(...around.map(({ width }) => width), Math.max(...boxes.map(({ right }) => right)) - Math.min(...boxes.map(({ left }) => left)))
      const height = Math.max(...around.map(({ height }) => height), Math.max(...boxes.map(({ bottom }) => bottom)) - Math.min(...boxes.map(({ top }) => top)))
      if (width >= least - 0.5 && height >= least - 0.5) return []
      const name = element.getAttribute('aria-label') || element.textContent?.trim().slice(0, 40) || element.getAttribute('name') || element.className
      return [`${Math.round(width)}×${Math.round(height)} ${element.tagName.toLowerCase()}.${String(element.className).slice(0, 60)} “${name}”`]
    })
  }, LEAST)
