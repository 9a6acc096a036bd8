import { loadImage } from '../fields/picture'

/** Draws a ticket or a transfer as a picture. */
export interface Card {
  title: string
  ground: string
  onGround: string
  /** Address of the QR code. */
  qr: string
  /** Under the QR code, the most important one first. */
  lines: string[]
}

const WIDTH = 1080
const MARGIN = 80
const QR = 720
const FONT = 'Roboto, system-ui, sans-serif'

/** Draws the ticket as a PNG; null where the browser cannot draw it. */
export async function drawCard({ title, ground, onGround, qr, lines }: Card): Promise<Blob | null> {
  try {
    const image = await loadImage(qr)
    await document.fonts.ready
    const canvas = document.createElement('canvas')
    const context = canvas.getContext('2d')
    if (!context) return null

    context.font = `600 56px ${FONT}`
    const heading = wrapped(context, title)
    context.font = `400 40px ${FONT}`
    const texts = lines.map((line, at) => {
      context.font = `${at === 0 ? 600 : 400} ${at === 0 ? 56 : 40}px ${FONT}`
      return { font: context.font, height: at === 0 ? 84 : 60, rows: wrapped(context, line) }
    })
    const head = MARGIN * 2 + heading.length * 84
    const body = texts.reduce((sum, { height, rows }) => sum + height * rows.length + 12, 0)
    canvas.width = WIDTH
    canvas.height = head + MARGIN + QR + MARGIN + body + MARGIN

    context.fillStyle = 'white'
    context.fillRect(0, 0, canvas.width, canvas.height)
    context.fillStyle = ground
    context.fillRect(0, 0, canvas.width, head)
    context.imageSmoothingEnabled = false
    context.drawImage(image, (WIDTH - QR) / 2, head + MARGIN, QR, QR)

    context.textAlign = 'center'
    context.textBaseline = 'middle'
    let top = MARGIN
    const write = (rows: string[], font: string, height: number, colour: string) => {
      context.font = font
      context.fillStyle = colour
      for (const row of rows) {
        context.fillText(row, WIDTH / 2, top + height / 2)
        top += height
      }
    }
    write(heading, `600 56px ${FONT}`, 84, onGround)
    top = head + MARGIN + QR + MARGIN
    for (const { font, height, rows } of texts) {
      write(rows, font, height, 'black')
      top += 12
    }
    return await new Promise((resolve) => canvas.toBlob(resolve, 'image/png'))
  } catch {
    return null
  }
}

/** A letter with its marks, or a picture that is joined of several. */
const LETTER = /.(?:[\p{M}\p{Emoji_Modifier}]|\u200d.)*/gsu

/**
 * Splits the text into rows that fit between the margins, in the font that `context` has. Breaks inside a word only when
 * the word alone is too wide: Chinese and Thai have no blanks.
 */
export function wrapped(context: Pick<CanvasRenderingContext2D, 'measureText'>, text: string): string[] {
  const fits = (row: string) => context.measureText(row).width <= WIDTH - 2 * MARGIN
  const rows: string[] = []
  let row = ''
  for (const word of text.split(/\s+/)) {
    const longer = row === '' ? word : `${row} ${word}`
    if (fits(longer)) {
      row = longer
      continue
    }
    if (row !== '') rows.push(row)
    row = ''
    for (const letter of word.match(LETTER) ?? []) {
      if (row !== '' && !fits(row + letter)) {
        rows.push(row)
        row = ''
      }
      row += letter
    }
  }
  return [...rows, row]
}
