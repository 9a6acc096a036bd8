/** Milliseconds in which a finger's or a mouse button's release becomes a click. */
const CLICK = 60

let isPressed = false
addEventListener('pointerdown', () => (isPressed = true), { capture: true, passive: true })
for (const end of ['pointerup', 'pointercancel']) {
  addEventListener(end, () => (isPressed = false), { capture: true, passive: true })
}

/**
 * Runs `action` when the press that is under way, if any, has become a click: if the page moved between the two, the
 * visitor would miss the tapped control.
 */
export function afterTap(action: () => void): void {
  const settle = () => setTimeout(action, CLICK)
  if (isPressed) addEventListener('pointerup', settle, { once: true })
  else settle()
}
