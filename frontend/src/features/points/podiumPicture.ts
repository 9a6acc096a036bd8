import { initialOf } from '~/components/PersonAvatar'
import { smallest } from '~/lib/pictureSizes'
import { drawnFile, pictureAt } from '~/lib/pictures'

/** A member on the picture of a podium. */
export interface Winner {
  rank: number
  /** The place in words. */
  place: string
  name: string
  avatar: string | null
  figure: string
}

/** The picture of a podium, to be passed on. */
export interface PodiumCard {
  /** The name of the group. */
  group: string
  /** The subject of the leaderboard, and its time. */
  title: string
  /** The first three, the best first. */
  winners: readonly Winner[]
}

const WIDTH = 1080
const HEIGHT = 1350
const MARGIN = 60
const COLUMN = 304
/** Where the columns of the first, second and third begin. */
const LEFT = [MARGIN + COLUMN + 24, MARGIN, MARGIN + 2 * (COLUMN + 24)]
const GROUND = HEIGHT - MARGIN
const FACE = 88
const FONT = 'Roboto, system-ui, sans-serif'

/** Heights of the steps by place; members with the same place stand equally high. */
const heightOf = (rank: number) => (rank === 1 ? 380 : rank === 2 ? 280 : 200)

/** Draws the podium as a PNG, in the application's colours and font. */
export const drawPodium = ({ group, title, winners }: PodiumCard): Promise<File> =>
  drawnFile([WIDTH, HEIGHT], { name: `${fileName(group)}.png`, type: 'image/png' }, async (context) => {
    await document.fonts.ready
    const faces = await Promise.all(winners.map(faceOf))
    context.fillStyle = colour('jade-8')
    context.fillRect(0, 0, WIDTH, HEIGHT)
    context.textAlign = 'center'
    context.textBaseline = 'middle'
    context.fillStyle = colour('white')
    const below = write(context, group, { size: 68, top: MARGIN, width: WIDTH - 2 * MARGIN })
    context.fillStyle = colour('marigold-4')
    write(context, title, { size: 44, top: below + 16, width: WIDTH - 2 * MARGIN })
    for (const [at, winner] of winners.entries()) drawWinner(context, winner, LEFT[at] ?? MARGIN, faces[at])
  })

const colour = (name: string) =>
  getComputedStyle(document.documentElement).getPropertyValue(`--mantine-color-${name}`).trim()

const fileName = (group: string) => group.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '') || 'podium'

/** A face that cannot be loaded is replaced by an initial. */
const faceOf = ({ avatar }: Winner) => {
  const address = smallest(avatar)
  return address ? pictureAt(address).catch(() => undefined) : undefined
}

function drawWinner(
  context: CanvasRenderingContext2D,
  { rank, place, name, figure }: Winner,
  left: number,
  face: HTMLImageElement | undefined,
) {
  const centre = left + COLUMN / 2
  const top = GROUND - heightOf(rank)
  context.fillStyle = colour(rank === 1 ? 'marigold-5' : 'jade-6')
  context.fillRect(left, top, COLUMN, GROUND - top)
  context.fillStyle = colour(rank === 1 ? 'gray-9' : 'white')
  write(context, place, { size: 40, top: top + 24, width: COLUMN - 16, centre })

  context.fillStyle = colour('white')
  write(context, figure, { size: 40, top: top - 72, width: COLUMN, centre, rows: 1 })
  const rows = rowsOf(context, name, { size: 36, width: COLUMN, rows: 2 }).length
  const nameTop = top - 84 - rows * 36 * LINE
  write(context, name, { size: 36, top: nameTop, width: COLUMN, centre })

  const middle = nameTop - 28 - FACE
  context.save()
  context.beginPath()
  context.arc(centre, middle, FACE, 0, 2 * Math.PI)
  context.fillStyle = colour('jade-1')
  context.fill()
  context.clip()
  if (face) drawCovering(context, face, centre, middle)
  else {
    context.fillStyle = colour('jade-8')
    write(context, initialOf(name), { size: 84, top: middle - 42 * LINE, width: 2 * FACE, centre })
  }
  context.restore()
  context.beginPath()
  context.arc(centre, middle, FACE, 0, 2 * Math.PI)
  context.lineWidth = 8
  context.strokeStyle = colour(rank === 1 ? 'marigold-5' : 'jade-4')
  context.stroke()
}

/** Draws the middle of a picture over the whole face. */
function drawCovering(context: CanvasRenderingContext2D, face: HTMLImageElement, x: number, y: number) {
  const { naturalWidth: width, naturalHeight: height } = face
  const scale = (2 * FACE) / Math.min(width, height)
  context.drawImage(face, x - (width * scale) / 2, y - (height * scale) / 2, width * scale, height * scale)
}

/** The height of a row, in font sizes. */
const LINE = 1.25

interface Writing {
  size: number
  top: number
  width: number
  centre?: number
  /** The most rows, two if absent. */
  rows?: number
}

/** Writes a text in the middle of its column and gives the place below it. */
function write(context: CanvasRenderingContext2D, text: string, writing: Writing): number {
  const { size, top, width, centre = WIDTH / 2 } = writing
  const rows = rowsOf(context, text, writing)
  // A word that is wider than the column is pressed together.
  for (const [at, row] of rows.entries()) context.fillText(row, centre, top + (at + 0.5) * size * LINE, width)
  return top + rows.length * size * LINE
}

/** Splits a text into rows that fit; what is left after the last row is cut off with an ellipsis. */
function rowsOf(
  context: CanvasRenderingContext2D,
  text: string,
  { size, width, rows: most = 2 }: Pick<Writing, 'size' | 'width' | 'rows'>,
): string[] {
  context.font = `600 ${size}px ${FONT}`
  const fits = (row: string) => context.measureText(row).width <= width
  const rows: string[] = []
  for (const word of text.trim().split(/\s+/)) {
    const longer = rows.length > 0 ? `${rows.at(-1)} ${word}` : word
    if (rows.length === 0) rows.push(word)
    else if (fits(longer)) rows[rows.length - 1] = longer
    else if (rows.length < most) rows.push(word)
    else {
      rows[rows.length - 1] = `${rows.at(-1)}…`
      break
    }
  }
  return rows
}
