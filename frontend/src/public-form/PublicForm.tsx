import { useEffect, useMemo, useState } from 'react'
import { type Language, storedLanguage, storeLanguage } from '~/lib/languages'
import type { Address } from './address'
import { EventPage } from './EventPage'
import { Notice } from './Notice'
import { OwnPage } from './OwnPage'
import { TranslationContext, translationOf } from './translation'

/** The visitor's page in the language of this device; `null` is an address that names no event. */
export function PublicForm({ address }: { address: Address | null }) {
  const [language, setLanguage] = useState(storedLanguage)
  const translation = useMemo(() => translationOf(language), [language])

  useEffect(() => {
    document.documentElement.lang = language
  }, [language])

  const choose = (next: Language) => {
    storeLanguage(next)
    setLanguage(next)
  }

  return (
    <TranslationContext value={translation}>
      {address?.ownKey != null && (
        <OwnPage eventId={address.eventId} ownKey={address.ownKey} onLanguageChange={choose} />
      )}
      {address?.ownKey === null && <EventPage address={address} onLanguageChange={choose} />}
      {address === null && <Notice kind="notFound" onLanguageChange={choose} />}
    </TranslationContext>
  )
}
