import type { KeyboardEvent } from 'react'

/**
 * For a drawer over which another dialog may open: the Escape key closes only the one that has the focus. By itself,
 * every open dialog takes it, so that leaving a question would leave the drawer beneath it as well.
 */
export const closeOnOwnEscape = (close: () => void) => ({
  closeOnEscape: false,
  onKeyDown: ({ key, currentTarget, target, nativeEvent }: KeyboardEvent<HTMLElement>) => {
    if (key !== 'Escape' || nativeEvent.isComposing || !(target instanceof Element)) return
    // An open dropdown handles Escape itself.
    if (target.getAttribute('data-mantine-stop-propagation') === 'true') return
    if (currentTarget.contains(target)) close()
  },
})
