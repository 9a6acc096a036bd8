/** Covers to begin with, drawn by kind of event, so that a new page has a picture before its organiser has one. */

export const COVER_SIZE: [number, number] = [1600, 900]

export const STARTERS = [
  'conference',
  'music',
  'party',
  'sport',
  'workshop',
  'networking',
  'community',
  'tet',
] as const
export type Starter = (typeof STARTERS)[number]

const [WIDTH, HEIGHT] = COVER_SIZE

/** Numbers from 0 to 1 that are the same each time, so that a kind always looks the same. */
function numbers(seed: number) {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}

const times = (count: number, draw: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => draw(at)).join('')
const ground = (...colours: [string, string]) =>
  `<defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="${colours[0]}"/><stop offset="1" stop-color="${colours[1]}"/></linearGradient></defs><rect width="${WIDTH}" height="${HEIGHT}" fill="url(#g)"/>`
const circle = (x: number, y: number, r: number, more: string) =>
  `<circle cx="${x.toFixed(0)}" cy="${y.toFixed(0)}" r="${r.toFixed(0)}" ${more}/>`
const path = (d: string, more: string) => `<path d="${d}" ${more}/>`

const DRAWINGS: Record<Starter, () => string> = {
  conference: () => {
    const next = numbers(7)
    const beams = times(5, (at) => {
      const x = 200 + at * 300
      return path(`M${x} 0L${x - 220} 620H${x + 220}Z`, 'fill="#fff" fill-opacity="0.07"')
    })
    const heads = times(3, (row) =>
      times(18, (at) => {
        const x = at * 96 + (row % 2) * 48 + next() * 16
        const y = 700 + row * 84 + next() * 16
        return `${circle(x, y, 34, 'fill="currentColor"')}<rect x="${(x - 52).toFixed(0)}" y="${(y + 26).toFixed(0)}" width="104" height="160" rx="48" fill="currentColor"/>`.replaceAll(
          'currentColor',
          ['#17396f', '#102b57', '#0a1d3d'][row] ?? '#0a1d3d',
        )
      }),
    )
    return `${ground('#2a63c4', '#12305f')}${beams}<rect x="470" y="170" width="660" height="340" rx="14" fill="#eaf2ff"/><rect x="530" y="240" width="360" height="34" rx="17" fill="#2a63c4"/><rect x="530" y="308" width="540" height="20" rx="10" fill="#b9cff2"/><rect x="530" y="356" width="470" height="20" rx="10" fill="#b9cff2"/><circle cx="1010" cy="430" r="40" fill="#f5b83d"/>${heads}`
  },
  music: () => {
    const next = numbers(21)
    const rings = times(7, (at) =>
      circle(
        800,
        980,
        940 - at * 120,
        `fill="none" stroke="#fff" stroke-opacity="${(0.06 + at * 0.02).toFixed(2)}" stroke-width="3"`,
      ),
    )
    const bars = times(41, (at) => {
      const height = 60 + (1 - Math.abs(at - 20) / 21) * 380 * (0.35 + next() * 0.65)
      return `<rect x="${(24 + at * 38).toFixed(0)}" y="${(HEIGHT - height).toFixed(0)}" width="22" height="${(height + 20).toFixed(0)}" rx="11" fill="#ffd7ea" fill-opacity="${(0.4 + next() * 0.5).toFixed(2)}"/>`
    })
    return `${ground('#3b1360', '#c2366f')}${circle(1240, 230, 120, 'fill="#ffc36b"')}${rings}${bars}`
  },
  party: () => {
    const next = numbers(33)
    const lights = times(46, () =>
      circle(
        next() * WIDTH,
        next() * HEIGHT,
        14 + next() * 74,
        `fill="${['#ffd27a', '#ffe9b8', '#f2a93b'][Math.floor(next() * 3)]}" fill-opacity="${(0.08 + next() * 0.3).toFixed(2)}"`,
      ),
    )
    const pieces = times(60, () => {
      const [x, y, turn] = [next() * WIDTH, next() * HEIGHT * 0.8, next() * 180]
      return `<rect x="${x.toFixed(0)}" y="${y.toFixed(0)}" width="22" height="10" rx="3" transform="rotate(${turn.toFixed(0)} ${x.toFixed(0)} ${y.toFixed(0)})" fill="${['#ffd27a', '#fff4d9', '#6ed3b4'][Math.floor(next() * 3)]}"/>`
    })
    return `${ground('#0b3b33', '#061d1b')}${lights}${pieces}`
  },
  sport: () => {
    const hills = [
      ['#d9572f', 'M0 560C260 420 420 520 700 440S1240 380 1600 520V900H0Z'],
      ['#a83a2a', 'M0 680C300 540 560 690 860 590S1360 560 1600 640V900H0Z'],
      ['#6d2329', 'M0 800C380 690 640 800 980 730S1420 720 1600 760V900H0Z'],
    ]
    const track = times(4, (at) =>
      path(
        `M${-60 + at * 60} 940C420 ${800 + at * 14} 980 ${860 + at * 8} ${1700} ${790 + at * 26}`,
        'fill="none" stroke="#ffe3cf" stroke-opacity="0.55" stroke-width="5"',
      ),
    )
    return `${ground('#ffcf7d', '#f0763f')}${circle(1150, 360, 150, 'fill="#fff3d6"')}${hills.map(([colour, d]) => path(d ?? '', `fill="${colour}"`)).join('')}${track}`
  },
  workshop: () => {
    const next = numbers(58)
    const colours = ['#0e7c66', '#f5b83d', '#d9572f', '#143670', '#f7ead3']
    const side = 200
    const tiles = times(40, (at) => {
      const [x, y] = [(at % 8) * side, Math.floor(at / 8) * side]
      const [base, shape] = [colours[Math.floor(next() * 5)], colours[Math.floor(next() * 5)]]
      const [cx, cy] = [x + (next() > 0.5 ? side : 0), y + (next() > 0.5 ? side : 0)]
      return `<svg x="${x}" y="${y}" width="${side}" height="${side}" viewBox="${x} ${y} ${side} ${side}"><rect x="${x}" y="${y}" width="${side}" height="${side}" fill="${base}"/>${circle(cx, cy, side, `fill="${shape}"`)}</svg>`
    })
    return `<rect width="${WIDTH}" height="${HEIGHT}" fill="#f7ead3"/>${tiles}`
  },
  networking: () => {
    const next = numbers(90)
    const people = Array.from({ length: 30 }, (_, at) => ({
      x: (at % 6) * 290 + 40 + next() * 180,
      y: Math.floor(at / 6) * 190 + 20 + next() * 120,
    }))
    const lines = people.flatMap((one, at) =>
      people
        .slice(at + 1)
        .filter((other) => Math.hypot(one.x - other.x, one.y - other.y) < 310)
        .map((other) =>
          path(
            `M${one.x.toFixed(0)} ${one.y.toFixed(0)}L${other.x.toFixed(0)} ${other.y.toFixed(0)}`,
            'stroke="#d6f5ea" stroke-opacity="0.35" stroke-width="3"',
          ),
        ),
    )
    const dots = people.map(({ x, y }) =>
      circle(x, y, 12 + next() * 22, `fill="${['#eafff7', '#f5b83d', '#8fe3c8'][Math.floor(next() * 3)]}"`),
    )
    return `${ground('#0f8a70', '#06463c')}${lines.join('')}${dots.join('')}`
  },
  community: () => {
    const hands = times(9, (at) => {
      const x = 60 + at * 185
      const colour = ['#f08a4b', '#2f7f86', '#f5b83d', '#c94f5c', '#4d8b57'][at % 5]
      const height = 330 + ((at * 97) % 140)
      return `<rect x="${x - 38}" y="${HEIGHT - height}" width="76" height="${height + 20}" rx="34" fill="${colour}"/>${circle(x, HEIGHT - height - 26, 62, `fill="${colour}"`)}`
    })
    return `${ground('#fdeccf', '#f9d7a8')}${circle(800, 250, 150, 'fill="#fff8e8"')}${hands}`
  },
  tet: () => {
    const next = numbers(120)
    const lanterns = times(6, (at) => {
      const [x, y, r] = [130 + at * 270, 150 + ((at * 83) % 210), 62 + ((at * 37) % 30)]
      return `${path(`M${x} 0V${y - r}`, 'stroke="#f7c65b" stroke-width="5"')}<ellipse cx="${x}" cy="${y}" rx="${r * 1.15}" ry="${r}" fill="#f04a3a"/><ellipse cx="${x}" cy="${y}" rx="${r * 0.55}" ry="${r}" fill="none" stroke="#f7c65b" stroke-width="4"/><rect x="${x - 26}" y="${y - r - 10}" width="52" height="18" rx="6" fill="#f7c65b"/>${path(`M${x} ${y + r}v70`, 'stroke="#f7c65b" stroke-width="8"')}`
    })
    const flowers = times(26, () => {
      const [x, y, r] = [next() * WIDTH, 620 + next() * 280, 18 + next() * 16]
      const petals = times(5, (at) => {
        const turn = (at / 5) * Math.PI * 2
        return circle(x + Math.cos(turn) * r, y + Math.sin(turn) * r, r * 0.72, 'fill="#ffd34d"')
      })
      return `${petals}${circle(x, y, r * 0.5, 'fill="#e8632f"')}`
    })
    return `${ground('#a5121b', '#66070f')}${path('M-20 860C360 700 620 900 900 770S1380 720 1640 620', 'fill="none" stroke="#5a2a18" stroke-width="16"')}${lanterns}${flowers}`
  },
}

/** The drawing as an SVG document. */
export const starterSvg = (kind: Starter) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">${DRAWINGS[kind]()}</svg>`
