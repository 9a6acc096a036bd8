import { textOn } from './contrast'
import { drawnFile } from './pictures'
import { type UploadPurpose, uploadFile } from './upload'

/** The picture of a thing without one: the initials of its name on a colour. */

const SIDE = 512

/** Deep and calm, so that white stands out from each (a test measures it). */
export const GROUNDS = [
  '#0e7c66',
  '#1f5f8b',
  '#8a3b12',
  '#374b6d',
  '#9c2f4d',
  '#3d6127',
  '#6b3fa0',
  '#6f5a10',
] as const

/** The first letters of the first two words. */
export function initialsOf(name: string): string {
  const words = name.normalize('NFC').match(/[\p{L}\p{N}]+/gu) ?? []
  const letters = words.slice(0, 2).map((word) => [...word][0] ?? '')
  return letters.join('').toLocaleUpperCase('vi') || 'H'
}

/** The colour of a name: always the same one for the same initials, so it stays while the rest is typed. */
export function groundOf(name: string): string {
  const number = [...initialsOf(name)].reduce((sum, letter) => sum * 31 + (letter.codePointAt(0) ?? 0), 0)
  return GROUNDS[number % GROUNDS.length] ?? GROUNDS[0]
}

/** Draws the initials, uploads the picture and returns its address. */
export async function uploadInitials(name: string, ground: string, purpose: UploadPurpose): Promise<string> {
  const initials = initialsOf(name)
  const font = `600 ${SIDE * 0.42}px Roboto, system-ui, sans-serif`
  const file = await drawnFile([SIDE, SIDE], { name: 'initials.png', type: 'image/png' }, async (context) => {
    // A canvas does not wait for a font; without this one it takes that of the system.
    await document.fonts.load(font, initials).catch(() => [])
    context.fillStyle = ground
    context.fillRect(0, 0, SIDE, SIDE)
    context.fillStyle = textOn(ground).colour
    context.font = font
    context.textAlign = 'center'
    context.textBaseline = 'middle'
    context.fillText(initials, SIDE / 2, SIDE * 0.53, SIDE * 0.84)
  })
  const { url } = await uploadFile(file, purpose, () => undefined)
  return url
}
