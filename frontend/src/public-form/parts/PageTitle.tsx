import { useLayoutEffect } from 'react'

/** Names the tab. Preact would leave a `title` among the page's text. */
export function PageTitle({ children }: { children: string }) {
  useLayoutEffect(() => {
    document.title = children
  }, [children])
  return null
}
