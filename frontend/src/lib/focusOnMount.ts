/**
 * As the ref of a part that takes the place of another: puts the focus there. An element that takes no focus needs
 * `tabIndex={-1}`.
 */
export const focusOnMount = (element: HTMLElement | null) => element?.focus()
