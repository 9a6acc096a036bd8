const ADDRESS = /(?:https?:\/\/|www\.)[^\s<>"]+/giu
/** Punctuation at the end of an address, which belongs to the sentence. */
const AFTER = /[.,;:!?'”’…]+$/u

export interface Piece {
  text: string
  /** Where the piece begins in the whole text, in UTF-16 units. */
  start: number
  /** The target of a link; absent for words. */
  href?: string
}

/**
 * Splits a text into words and web addresses. Only http and https are addresses, so that no link opens another scheme,
 * such as `javascript:`.
 */
export function splitLinks(text: string): Piece[] {
  const pieces: Piece[] = []
  let end = 0
  for (const { 0: found, index } of text.matchAll(ADDRESS)) {
    const address = withoutEnd(found)
    const href = address.toLowerCase().startsWith('http') ? address : `https://${address}`
    if (!URL.canParse(href)) continue
    if (index > end) pieces.push({ text: text.slice(end, index), start: end })
    pieces.push({ text: address, start: index, href })
    end = index + address.length
  }
  if (end < text.length) pieces.push({ text: text.slice(end), start: end })
  return pieces
}

function withoutEnd(found: string): string {
  const address = found.replace(AFTER, '')
  // A closing bracket without an opening one in the address belongs to the sentence.
  const isClosedHere = address.endsWith(')') && !address.includes('(')
  return isClosedHere ? withoutEnd(address.slice(0, -1)) : address
}
