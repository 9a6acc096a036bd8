import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { PNG } from 'pngjs'
import { cameraFile } from './places.ts'
import { findQr } from './qr.ts'

// The browser's camera: a video that Chromium plays over and over, from the moment a page opens the camera.

/** The size that a notebook's camera sends; a phone's camera sends the size that the door's page requests. */
const SMALL = { width: 640, height: 480 }
export const LARGE = { width: 1280, height: 720 }
const PER_SECOND = 5
const GREY = 128
/** Places within a pixel, and moments while the shutter is open, of which a pixel is the mean. */
const SAMPLES = 6
/** Seconds for which the shutter is open: in an evening's light a moving hand smears. */
const SHUTTER = 1 / 30

/** The camera's noise, the same in every frame, so that every run shows the same pictures. */
const GRAIN = new Int8Array(LARGE.width * LARGE.height)
let state = 1
const random = () => {
  state = (state * 48_271) % 0x7fffffff
  return state / 0x7fffffff - 0.5
}
for (let at = 0; at < GRAIN.length; at++) GRAIN[at] = (random() + random()) * 8

/** How a picture of a code is held before the camera, and the light. All of it: the code and its surroundings. */
export interface Held {
  picture: Buffer
  /** Pixels that the code measures in the camera's picture; fewer the farther away it is. */
  side?: number
  /** By how much its far edge is shorter than its near one, as a share of the near one. */
  lean?: number
  /** To where the far edge points, in degrees clockwise from the right. */
  towards?: number
  /** Degrees by which it is turned. */
  turn?: number
  /** Pixels by which the hand sways to both sides, once a second. It turns by a few degrees, too. */
  sway?: number
  /** The share that is left of the difference between dark and light. */
  contrast?: number
  /** Whether the edge of a shadow goes through the code. */
  shadow?: boolean
  inverted?: boolean
}

/** Frames for which each is held, and before the first nothing. */
const LONG = 4

/** Holds these before the camera, one after the other. */
export function holdBeforeCamera(held: Held[], size = SMALL) {
  mkdirSync(dirname(cameraFile), { recursive: true })
  const file = openSync(cameraFile, 'w')
  writeSync(file, `YUV4MPEG2 W${size.width} H${size.height} F${PER_SECOND}:1 Ip A1:1 C420jpeg\n`)
  const empty = frame(size, () => GREY)
  for (let at = 0; at < LONG; at++) writeSync(file, empty)
  for (const one of held) {
    const seen = painter(one)
    const still = one.sway ? undefined : frame(size, (x, y) => seen(x, y, 0))
    for (let at = 0; at < LONG; at++) writeSync(file, still ?? frame(size, (x, y, shutter) => seen(x, y, at / PER_SECOND + shutter)))
  }
  closeSync(file)
}

/** The brightness of the scene at a place, counted from the middle of the camera's picture, and a moment in seconds. */
function painter({ picture, side = 200, lean = 0, towards = 0, turn = 0, sway = 0, contrast = 1, shadow = false, inverted = false }: Held) {
  const { data, width, height } = PNG.sync.read(picture)
  const { topLeftCorner, topRightCorner, bottomLeftCorner } = findQr(picture).location
  const middle = { x: (topRightCorner.x + bottomLeftCorner.x) / 2, y: (topRightCorner.y + bottomLeftCorner.y) / 2 }
  const scale = Math.hypot(topRightCorner.x - topLeftCorner.x, topRightCorner.y - topLeftCorner.y) / side

  const [along, across] = [Math.cos(radians(towards)), Math.sin(radians(towards))]
  // A place of the paper at `p` half sides towards the far edge is seen smaller by 1 + pull * p, and, since the paper is
  // seen from a distance of twice its side, shorter in this direction by the cosine of its angle.
  const pull = lean / (2 - lean)
  const shortened = Math.sqrt(1 - (4 * pull) ** 2)

  return (x: number, y: number, seconds: number) => {
    const swing = Math.sin(2 * Math.PI * seconds)
    const angle = radians(turn + (sway && 6 * swing))
    const [right, down] = [x - sway * swing, y - (sway / 2) * swing]
    // From the camera's picture back to the paper: turned, upright, flat.
    const far = right * along + down * across
    const near = 1 / (1 - (pull / shortened) * (far / (side / 2)))
    const stretched = far * near * (1 / shortened - 1)
    const [u, v] = [right * near + along * stretched, down * near + across * stretched]
    const column = Math.floor(middle.x + (u * Math.cos(angle) + v * Math.sin(angle)) * scale)
    const row = Math.floor(middle.y + (v * Math.cos(angle) - u * Math.sin(angle)) * scale)
    const isPaper = near > 0 && column >= 0 && row >= 0 && column < width && row < height
    const at = (row * width + column) * 4
    const shade = isPaper ? brightness(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0) : GREY
    const printed = GREY + ((inverted && isPaper ? 255 - shade : shade) - GREY) * contrast
    return shadow && right + down / 3 > 0 ? printed * 0.4 : printed
  }
}

const radians = (degrees: number) => (degrees * Math.PI) / 180
const brightness = (red: number, green: number, blue: number) => 0.3 * red + 0.59 * green + 0.11 * blue

/** One frame in shades of grey: brightness for every pixel, then colour, of which there is none, for every fourth. */
function frame({ width, height }: typeof SMALL, brightness: (x: number, y: number, shutter: number) => number): Buffer {
  const shades = Buffer.alloc(width * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      let sum = 0
      for (let at = 0; at < SAMPLES; at++) {
        sum += brightness(x + ((at * 0.618) % 1) - width / 2, y + (at + 0.5) / SAMPLES - height / 2, (SHUTTER * at) / SAMPLES)
      }
      // Video has no darker black than 16, and no lighter white than 235.
      shades[y * width + x] = Math.min(235, Math.max(16, 16 + (sum / SAMPLES) * (219 / 255) + (GRAIN[y * width + x] ?? 0)))
    }
  }
  return Buffer.concat([Buffer.from('FRAME\n'), shades, Buffer.alloc((width * height) / 2, 128)])
}
