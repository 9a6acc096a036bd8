import { isColour, textOn } from '~/lib/contrast'
import { drawnFile } from '~/lib/pictures'
import { uploadFile } from '~/lib/upload'
import type { EventFields } from './draftStore'

/** The logo of an event without one: the initials of its title on its colour. */

const SIDE = 512
const JADE = '#0e7c66'

/** The first letters of the first two words, without signs. */
export function initialsOf(title: string): string {
  const words = title.match(/[\p{L}\p{N}]+/gu) ?? []
  const letters = words.slice(0, 2).map((word) => [...word.normalize('NFC')][0] ?? '')
  return letters.join('').toLocaleUpperCase('vi') || 'H'
}

export function logoColours(background: EventFields['backgroundColor']) {
  const ground = isColour(background) ? background : JADE
  return { ground, ink: textOn(ground).colour }
}

/** Draws the logo, uploads it and gives its address. */
export async function uploadDrawnLogo({
  title,
  backgroundColor,
}: Pick<EventFields, 'title' | 'backgroundColor'>): Promise<string> {
  const { ground, ink } = logoColours(backgroundColor)
  const file = await drawnFile([SIDE, SIDE], { name: 'logo.png', type: 'image/png' }, (context) => {
    context.fillStyle = ground
    context.fillRect(0, 0, SIDE, SIDE)
    context.fillStyle = ink
    context.font = `600 ${SIDE * 0.42}px Roboto, system-ui, sans-serif`
    context.textAlign = 'center'
    context.textBaseline = 'middle'
    context.fillText(initialsOf(title), SIDE / 2, SIDE * 0.53, SIDE * 0.84)
  })
  const { url } = await uploadFile(file, 'eventLogo', () => undefined)
  return url
}
