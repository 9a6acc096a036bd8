import type { PublicEvent } from '../contract'
import { CATALOGUES, type Translation } from '../translation'

type Described = Pick<PublicEvent, 'title' | 'description'>

/** The invitation of an event whose organiser described nothing. The wizard stores it in the language of the organiser. */
const invitationIn = (catalogue: object | undefined, title: string) =>
  (catalogue as { usualDescription: string }).usualDescription.replace('{{title}}', () => title)

/** The description as HTML; an invitation that the organiser left as it was is in the visitor's language. */
export function descriptionOf(
  { title, description }: Described,
  { language }: Pick<Translation, 'language'>,
) {
  const { body } = new DOMParser().parseFromString(description, 'text/html')
  const [paragraph, ...others] = body.children
  const text = body.textContent.trim().normalize('NFC')
  const isPlain = paragraph?.tagName === 'P' && paragraph.children.length === 0 && others.length === 0
  const isUsual = Object.values(CATALOGUES).some(
    (catalogue) => invitationIn(catalogue, title).normalize('NFC') === text,
  )
  if (!isPlain || !isUsual) return description
  paragraph.textContent = invitationIn(CATALOGUES[language], title)
  return paragraph.outerHTML
}
