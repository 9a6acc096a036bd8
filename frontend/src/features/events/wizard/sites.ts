import { t } from '~/lib/language'
import { formatNumber } from '~/lib/numbers'

/** The sites that may show an event's form, as the organiser types them: a line for each. */

/** Sites of an event at most, as on the server. */
export const MAX_SITES = 5

/** Lines without blank ones, each as browsers write the origin of its address, and once. */
export const tidiedSites = (lines: readonly string[]) => [
  ...new Set(lines.filter((line) => line.trim() !== '').map(originOf)),
]

/** The origin of an address as people copy it, also with a path or without a scheme; another text stays. */
function originOf(line: string): string {
  const text = line.trim()
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`
  const origin = URL.canParse(address) ? new URL(address).origin : 'null'
  return isSite(origin) ? origin : text
}

const LOCAL = /^https?:\/\/(localhost|127\.0\.0\.1)(:\d+)?$/
const NAMED = /^https:\/\/([a-z0-9-]+\.)+[a-z0-9-]*[a-z][a-z0-9-]*(:\d+)?$/
const isSite = (origin: string) => LOCAL.test(origin) || NAMED.test(origin)

/** Null if the server takes them, as far as can be told here. */
export function sitesFault(lines: readonly string[]): string | null {
  const sites = tidiedSites(lines)
  if (sites.length > MAX_SITES) return t('events.invalid.manySites', { max: formatNumber(MAX_SITES) })
  const wrong = sites.find((site) => !isSite(site))
  return wrong === undefined ? null : t('events.invalid.noSite', { site: wrong })
}
