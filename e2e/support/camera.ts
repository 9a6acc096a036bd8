import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { PNG } from 'pngjs'
import { cameraFile } from './places.ts'

// What the browser's camera sees: a video that Chromium plays over and over, from the moment a page opens the camera.

const WIDTH = 640
const HEIGHT = 480
/** Side of the code in the picture, and of the white paper it is printed on. */
const CODE = 320
const PAPER = 400
const PER_SECOND = 10
const GREY = 128
const WHITE = 235
const BLACK = 16

/** Holds a picture of a code before the camera: half a second of an empty grey hall, then two seconds of the code. */
export function holdBeforeCamera(png: Buffer) {
  const empty = frame(() => GREY)
  const held = frame(painter(PNG.sync.read(png)))
  const frames = Array.from({ length: 25 }, (_, index) => (index < 5 ? empty : held))
  mkdirSync(dirname(cameraFile), { recursive: true })
  writeFileSync(cameraFile, Buffer.concat([Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F${PER_SECOND}:1 Ip A1:1 C420jpeg\n`), ...frames]))
}

/** The brightness of the scene at a place: the code on white paper, in the middle of the grey hall. */
function painter({ data, width, height }: PNG) {
  return (x: number, y: number) => {
    const [fromLeft, fromTop] = [x - WIDTH / 2, y - HEIGHT / 2]
    if (Math.max(Math.abs(fromLeft), Math.abs(fromTop)) >= PAPER / 2) return GREY
    if (Math.max(Math.abs(fromLeft), Math.abs(fromTop)) >= CODE / 2) return WHITE
    const column = Math.floor(((fromLeft + CODE / 2) / CODE) * width)
    const row = Math.floor(((fromTop + CODE / 2) / CODE) * height)
    return (data[(row * width + column) * 4] ?? 255) < 128 ? BLACK : WHITE
  }
}

/** One frame in shades of grey: brightness for every pixel, then colour, of which there is none, for every fourth. */
function frame(brightness: (x: number, y: number) => number): Buffer {
  const shades = Buffer.alloc(WIDTH * HEIGHT)
  for (let y = 0; y < HEIGHT; y++) for (let x = 0; x < WIDTH; x++) shades[y * WIDTH + x] = brightness(x, y)
  return Buffer.concat([Buffer.from('FRAME\n'), shades, Buffer.alloc((WIDTH * HEIGHT) / 2, 128)])
}
