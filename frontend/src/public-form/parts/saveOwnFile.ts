import type { Language } from '~/lib/languages'
import { ownKeyHeader } from '../api'

interface OwnFile {
  eventId: string
  ownKey: string
  /** The part after the address of the registration. */
  path: string
  /** The file's name, unless the server gives one. */
  name: string
}

/** Keeps a file that belongs to one's own registration. The key goes in a header, so that no log of a server sees it. */
export const saveOwnFile = ({ eventId, ownKey, path, name }: OwnFile, language: Language) =>
  saveFile(`/api/event/${encodeURIComponent(eventId)}/registration/${path}`, name, {
    'Accept-Language': language,
    ...ownKeyHeader(ownKey),
  })

/** Keeps a file that the server gives only to a request with these headers. */
export async function saveFile(file: string, name: string, headers: Record<string, string>) {
  const answer = await fetch(file, { headers })
  if (!answer.ok) throw new Error(String(answer.status))
  const address = URL.createObjectURL(await answer.blob())
  const link = document.createElement('a')
  link.href = address
  const [, given] = /filename\*=UTF-8''([^;]+)/.exec(answer.headers.get('Content-Disposition') ?? '') ?? []
  link.download = given ? decodeURIComponent(given) : name
  link.click()
  // Some browsers read the file a moment later.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
