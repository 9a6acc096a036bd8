import { useEffect, useMemo, useState } from 'react'
import type { Address } from './address'
import { EventPage } from './EventPage'
import { Notice } from './Notice'
import { OwnPage } from './OwnPage'
import { type Language, storedLanguage, storeLanguage, WordsContext, wordsOf } from './words'

/** The visitor's page in the language of this device; `null` is an address that names no event. */
export function PublicForm({ address }: { address: Address | null }) {
  const [language, setLanguage] = useState(storedLanguage)
  const words = useMemo(() => wordsOf(language), [language])

  useEffect(() => {
    document.documentElement.lang = language
  }, [language])

  const choose = (next: Language) => {
    storeLanguage(next)
    setLanguage(next)
  }

  return (
    <WordsContext value={words}>
      {address?.ownKey != null && (
        <OwnPage eventId={address.eventId} ownKey={address.ownKey} onLanguage={choose} />
      )}
      {address?.ownKey === null && <EventPage address={address} onLanguage={choose} />}
      {address === null && <Notice kind="notFound" onLanguage={choose} />}
    </WordsContext>
  )
}
