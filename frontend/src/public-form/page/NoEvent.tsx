import type { Language } from '~/lib/languages'
import { Notice } from '../parts/Notice'

interface NoEventProps {
  onLanguageChange: (language: Language) => void
  /** Further content for the visitor. */
  children?: React.ReactNode
}

/** Whether the server's page says that the event was cancelled. */
export const isSaidCancelled = () =>
  document.querySelector('meta[name="event-status"][content="cancelled"]') !== null

/** In place of an event that the server does not give: its page says whether it was cancelled. */
export function NoEvent({ onLanguageChange, children }: NoEventProps) {
  return (
    <Notice kind={isSaidCancelled() ? 'cancelled' : 'notFound'} onLanguageChange={onLanguageChange}>
      {children}
    </Notice>
  )
}
