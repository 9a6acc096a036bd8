import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import { type Language, storeLanguage } from '~/lib/languages'
import type { Address } from './address'
import { firstLanguage, isEmbedded } from './embedded'
import { EventPage } from './page/EventPage'
import { Notice } from './parts/Notice'
import { Skeleton } from './parts/Skeleton'
import { TranslationContext, translationOf } from './translation'

/** Apart from the form, which most visitors open. When it is gone, because the program is newer, only a new page helps. */
const OwnPage = lazy(() =>
  import('./own-page/OwnPage').then(
    (part) => ({ default: part.OwnPage }),
    () => ({ default: OwnPageGone }),
  ),
)

function OwnPageGone({ onLanguageChange }: { onLanguageChange: (language: Language) => void }) {
  return <Notice kind="failed" onRetry={() => location.reload()} onLanguageChange={onLanguageChange} />
}

/** The visitor's page in the visitor's language, or that of the site around it; `null` is an address without an event. */
export function PublicForm({ address }: { address: Address | null }) {
  const [language, setLanguage] = useState(firstLanguage)
  const translation = useMemo(() => translationOf(language), [language])

  useEffect(() => {
    document.documentElement.lang = language
  }, [language])

  const choose = (next: Language) => {
    // Another site's visitors do not choose for all pages, and a frame sets no cookie.
    if (!isEmbedded()) storeLanguage(next)
    setLanguage(next)
  }

  return (
    <TranslationContext value={translation}>
      {address?.ownKey != null && (
        <Suspense fallback={<Skeleton eventId={address.eventId} />}>
          <OwnPage eventId={address.eventId} ownKey={address.ownKey} onLanguageChange={choose} />
        </Suspense>
      )}
      {address?.ownKey === null && <EventPage address={address} onLanguageChange={choose} />}
      {address === null && <Notice kind="notFound" onLanguageChange={choose} />}
    </TranslationContext>
  )
}
