// Draws the icons of the installed application from `public/favicon.svg` into `public/`: run it with Node after a change
// of the mark. It knows no more of SVG than the mark needs: a rounded square, one stroked path of straight lines and half
// ellipses, and a circle.
import { readFileSync, writeFileSync } from 'node:fs'
import { crc32, deflateSync } from 'node:zlib'

const svg = readFileSync('public/favicon.svg', 'utf8')
const attribute = (element, name) => new RegExp(`<${element}[^>]* ${name}="([^"]*)"`).exec(svg)?.[1] ?? ''
const number = (element, name) => Number(attribute(element, name))
const colour = (element, name) => {
  const hex = attribute(element, name).slice(1)
  const whole = hex.length === 3 ? hex.replace(/./g, '$&$&') : hex
  return [0, 2, 4].map((at) => Number.parseInt(whole.slice(at, at + 2), 16))
}

const SIDE = number('rect', 'width')
const GROUND = { round: number('rect', 'rx'), colour: colour('rect', 'fill') }
const LINES = { half: number('path', 'stroke-width') / 2, colour: colour('path', 'stroke'), points: points() }
const DOT = {
  x: number('circle', 'cx'),
  y: number('circle', 'cy'),
  r: number('circle', 'r'),
  colour: colour('circle', 'fill'),
}

/** The path as pieces `[x1, y1, x2, y2]`. */
function points() {
  const pieces = []
  let [x, y] = [0, 0]
  for (const [, command, rest] of attribute('path', 'd').matchAll(/([Mva])([^Mva]*)/g)) {
    const values = rest
      .trim()
      .split(/[\s,]+|(?=-)/)
      .map(Number)
    if (command === 'M') [x, y] = values
    if (command === 'v') {
      pieces.push([x, y, x, y + values[0]])
      y += values[0]
    }
    if (command === 'a') {
      const [rx, ry, , , , dx] = values
      const at = (angle) => [x + rx - rx * Math.cos(angle), y - ry * Math.sin(angle)]
      for (let step = 0; step < 64; step += 1)
        pieces.push([...at((Math.PI * step) / 64), ...at((Math.PI * (step + 1)) / 64)])
      x += dx
    }
  }
  return pieces
}

function distance(px, py, [x1, y1, x2, y2]) {
  const [dx, dy] = [x2 - x1, y2 - y1]
  const along = Math.max(0, Math.min(1, ((px - x1) * dx + (py - y1) * dy) / (dx * dx + dy * dy || 1)))
  return Math.hypot(px - x1 - along * dx, py - y1 - along * dy)
}

/** The colour at a place of the mark; null outside it. `isFull`: the ground has no corners and no end. */
function at(x, y, isFull) {
  if (Math.hypot(x - DOT.x, y - DOT.y) <= DOT.r) return DOT.colour
  if (LINES.points.some((piece) => distance(x, y, piece) <= LINES.half)) return LINES.colour
  const inside = SIDE / 2 - GROUND.round
  const over = Math.hypot(
    Math.max(0, Math.abs(x - SIDE / 2) - inside),
    Math.max(0, Math.abs(y - SIDE / 2) - inside),
  )
  return isFull || over <= GROUND.round ? GROUND.colour : null
}

const SAMPLES = 4

/** A PNG file. `scale` is the share of the side that the mark takes. */
function draw(side, { isFull = false, scale = 1 } = {}) {
  const rows = Buffer.alloc(side * (side * 4 + 1))
  const unit = SIDE / side / scale
  const place = (pixel, sample) => (pixel + (sample + 0.5) / SAMPLES - side / 2) * unit + SIDE / 2
  for (let row = 0; row < side; row += 1) {
    for (let column = 0; column < side; column += 1) {
      const sum = [0, 0, 0, 0]
      for (let sample = 0; sample < SAMPLES * SAMPLES; sample += 1) {
        const found = at(place(column, sample % SAMPLES), place(row, Math.floor(sample / SAMPLES)), isFull)
        if (!found) continue
        found.forEach((part, channel) => {
          sum[channel] += part
        })
        sum[3] += 1
      }
      const start = row * (side * 4 + 1) + 1 + column * 4
      for (const channel of [0, 1, 2]) rows[start + channel] = sum[3] ? Math.round(sum[channel] / sum[3]) : 0
      rows[start + 3] = Math.round((sum[3] * 255) / SAMPLES ** 2)
    }
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(side, 0)
  head.writeUInt32BE(side, 4)
  head.set([8, 6, 0, 0, 0], 8)
  const chunk = (name, content) => {
    const body = Buffer.concat([Buffer.from(name), content])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(content.length)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, sum])
  }
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const packed = deflateSync(rows, { level: 9 })
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', packed),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** A file of icons with a single PNG. */
function ico(png, side) {
  const head = Buffer.alloc(22)
  head.set([0, 0, 1, 0, 1, 0, side, side, 0, 0, 1, 0, 32, 0])
  head.writeUInt32LE(png.length, 14)
  head.writeUInt32LE(head.length, 18)
  return Buffer.concat([head, png])
}

writeFileSync('public/icon-192.png', draw(192))
writeFileSync('public/icon-512.png', draw(512))
// Launchers cut it into their own shape; the essential part lies within the middle four fifths.
writeFileSync('public/icon-maskable-512.png', draw(512, { isFull: true, scale: 0.8 }))
writeFileSync('public/apple-touch-icon.png', draw(180, { isFull: true, scale: 0.9 }))
writeFileSync('public/favicon.ico', ico(draw(32), 32))
