import { type Language, languageOf, visitorLanguage } from '~/lib/languages'

/**
 * The page in a frame of another site, where `public/embed.js` puts it. Nothing here needs the storage of the browser,
 * which a frame may have for itself or not at all.
 */

/** News of the page for the site around it. */
interface News {
  /** The height of the page, in pixels. */
  height?: number
  /** The name of the frame for screen readers. */
  title?: string
  /** The place in the page to which the site scrolls, in pixels from its top. */
  top?: number
}

/** The script's first words, by which the page learns which of the allowed sites is around it. */
const GREETING = 'hoi:embed'

let site: string | undefined

export const isEmbedded = () => document.documentElement.dataset.embedded !== undefined

/** Prepares the page for a frame if the server sent it for one. */
export function beginEmbedded() {
  const listed = document.querySelector<HTMLMetaElement>('meta[name="embed-origins"]')?.content
  if (listed === undefined) return
  const sites = listed.split(' ').filter(Boolean)
  document.documentElement.dataset.embedded = ''
  // A link that leaves the form must not take the frame with it: no other page may be shown there.
  const base = document.createElement('base')
  base.target = '_blank'
  document.head.append(base)
  addEventListener('message', ({ source, origin, data }) => {
    if (source !== window.parent || !sites.includes(origin) || data !== GREETING) return
    site = origin
    tellHeight()
  })
  new ResizeObserver(tellHeight).observe(document.body)
}

function tell(news: News) {
  if (site !== undefined) window.parent.postMessage({ hoi: news }, site)
}

const tellHeight = () =>
  tell({ height: Math.ceil(document.body.getBoundingClientRect().height), title: document.title })

/** Scrolls to a part of the page; a frame is as high as its page, so the site around it does it there. */
export function scrollToPart(part: Element) {
  if (isEmbedded()) tell({ top: part.getBoundingClientRect().top })
  else part.scrollIntoView()
}

export function scrollToTop() {
  if (isEmbedded()) tell({ top: 0 })
  else window.scrollTo(0, 0)
}

/** The language in which the page begins: that of the site around it, or else the visitor's. */
export function firstLanguage(): Language {
  const given = isEmbedded() ? new URLSearchParams(location.search).get('lang') : null
  return given === null ? visitorLanguage() : languageOf(given.toLowerCase().split('-')[0])
}
