import type { Language } from '~/lib/languages'
import { Notice } from '../parts/Notice'

interface NoEventProps {
  onLanguageChange: (language: Language) => void
  /** Further content for the visitor. */
  children?: React.ReactNode
}

/** In place of an event that the server does not give: its page says whether it was cancelled. */
export function NoEvent({ onLanguageChange, children }: NoEventProps) {
  const isCancelled = document.querySelector('meta[name="event-status"][content="cancelled"]') !== null
  return (
    <Notice kind={isCancelled ? 'cancelled' : 'notFound'} onLanguageChange={onLanguageChange}>
      {children}
    </Notice>
  )
}
