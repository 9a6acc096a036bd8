import type { Page } from '@playwright/test'

/** Pixels that a finger needs in both directions. */
const LEAST = 40

/**
 * What a finger presses on the page and is smaller than it needs, without what is written within a sentence. A label belongs
 * to its field, and what a control lays around itself to be pressed belongs to it.
 */
export const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate((least) => {
    const pressed = 'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=tab], [role=menuitem], [role=switch], [role=option]'
    const isSeen = (element: Element) =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && !element.closest('[inert], [aria-hidden=true]') && getComputedStyle(element).pointerEvents !== 'none'
    const boxOf = (element: Element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect()
      return { left, right, top, bottom }
    }
    /** A control's own box, and that of what it lays around itself. */
    const boxesOf = (element: Element) => {
      const box = boxOf(element)
      const around = ['::before', '::after'].flatMap((part) => {
        const { content, position, top, right, bottom, left } = getComputedStyle(element, part)
        if (content === 'none' || position !== 'absolute') return []
        return [{ left: box.left + Number.parseFloat(left), right: box.right - Number.parseFloat(right), top: box.top + Number.parseFloat(top), bottom: box.bottom - Number.parseFloat(bottom) }]
      })
      return [box, ...around]
    }
    const inSentence = (element: Element) => {
      const parent = element.parentElement
      const others = (parent?.textContent ?? '').replace(element.textContent ?? '', '').trim()
      return getComputedStyle(element).display.startsWith('inline') && /\p{L}{2}/u.test(others) && getComputedStyle(parent as Element).display === 'block'
    }
    return [...document.querySelectorAll(pressed)].flatMap((element) => {
      if (element.matches(':disabled') || inSentence(element)) return []
      const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : []
      const parts = [element, ...labels].filter(isSeen)
      const boxes = parts.flatMap(boxesOf).filter(({ left, right, top, bottom }) => right - left > 1 && bottom - top > 1)
      if (boxes.length === 0) return []
      const width = Math.max(...boxes.map(({ right }) => right)) - Math.min(...boxes.map(({ left }) => left))
      const height = Math.max(...boxes.map(({ bottom }) => bottom)) - Math.min(...boxes.map(({ top }) => top))
      if (width >= least - 0.5 && height >= least - 0.5) return []
      const name = element.getAttribute('aria-label') || element.textContent?.trim().slice(0, 40) || element.getAttribute('name') || element.className
      return [`${Math.round(width)}×${Math.round(height)} ${element.tagName.toLowerCase()}.${String(element.className).slice(0, 60)} “${name}”`]
    })
  }, LEAST)
