const ADDRESS = /(?:https?:\/\/|www\.)[^\s<>"]+/giu
/** What follows an address in a sentence rather than belonging to it. */
const AFTER = /[.,;:!?'”’…]+$/u

export interface Piece {
  text: string
  /** Where it leads, if it is an address. */
  href?: string
}

/** Splits a text into words and web addresses. Only http and https are addresses, so that no other scheme is ever opened. */
export function splitLinks(text: string): Piece[] {
  const pieces: Piece[] = []
  let end = 0
  for (const { 0: found, index } of text.matchAll(ADDRESS)) {
    const address = withoutEnd(found)
    const href = address.toLowerCase().startsWith('http') ? address : `https://${address}`
    if (!URL.canParse(href)) continue
    if (index > end) pieces.push({ text: text.slice(end, index) })
    pieces.push({ text: address, href })
    end = index + address.length
  }
  if (end < text.length) pieces.push({ text: text.slice(end) })
  return pieces
}

function withoutEnd(found: string): string {
  const address = found.replace(AFTER, '')
  // A bracket that was opened before the address is closed after it.
  const isClosedHere = address.endsWith(')') && !address.includes('(')
  return isClosedHere ? withoutEnd(address.slice(0, -1)) : address
}
