// Runs Lighthouse as a phone on a slow line against the pages that a new visitor sees first. Fails below the score that
// each page has to keep. The performance scores depend on the machine: run it while nothing else runs.
import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PNG } from 'pngjs'

const LIGHTHOUSE = 'lighthouse@12.8.2'
const LEAST = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 }
const DEMO = { email: 'lan@hoi.example', password: 'hoi-dep-lam' }

const binary = process.env.HOI_BINARY ?? '../target/release/hoi'
const address = '127.0.0.1:18099'
const url = `http://${address}`
const folder = mkdtempSync(join(tmpdir(), 'hoi-lighthouse-'))
const env = { ...process.env, HOI_LISTEN: address, HOI_DATA_DIR: join(folder, 'data'), HOI_LANDING_PAGE: 'true', HOI_LOG: 'error' }

execFileSync(binary, ['demo'], { env, stdio: 'ignore' })
const server = spawn(binary, ['serve'], { env, stdio: 'inherit' })

const call = async (path, options) => (await (await fetch(`${url}/api${path}`, options)).json()).data

async function ready() {
  for (;;) {
    if (server.exitCode !== null) throw new Error('the server has ended')
    if (await fetch(`${url}/api/health`).then((answer) => answer.ok, () => false)) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

async function logIn() {
  const { token } = await call('/auth/login', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(DEMO) })
  return { authorization: `Bearer ${token.accessToken}` }
}

/** The one that is open: others are over, at the door or for members. */
const demoEvent = async (headers) =>
  (await call('/event?page=1&limit=20', { headers })).items.find(({ title }) => title.startsWith('Ngày hội')).id

/** A picture with as many bytes as a photograph: shapes in many colours, and grain in each pixel. */
function photo(width, height) {
  const png = new PNG({ width, height })
  let seed = 1
  const grain = () => ((seed = (seed * 16_807) % 2_147_483_647) % 25) - 12
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const wave = (stretch, turn) => Math.sin((x * Math.cos(turn) + y * Math.sin(turn)) / stretch) * 40
      const channels = [0, 1, 2].map((at) => 110 + wave(90 + at * 40, at) + wave(23, at + 2) + wave(7, at * 2) / 2 + grain())
      png.data.set([...channels.map((channel) => Math.max(0, Math.min(255, channel))), 255], (y * width + x) * 4)
    }
  }
  return PNG.sync.write(png, { colorType: 2 })
}

/** Gives the demo event a photograph as its cover. */
async function wearPhoto(headers, event) {
  const form = new FormData()
  form.append('purpose', 'eventCover')
  form.append('file', new Blob([photo(1600, 900)], { type: 'image/png' }), 'cover.png')
  const { url: coverImage } = await call('/upload', { method: 'POST', headers, body: form })
  const body = JSON.stringify({ coverImage })
  await call(`/event/${event}`, { method: 'PUT', headers: { ...headers, 'content-type': 'application/json' }, body })
  // Sizes are made when they are first asked for, which no visitor after the first waits for.
  for (const width of [480, 960, 1600]) await fetch(`${url}${coverImage}/${width}`)
}

try {
  await ready()
  const headers = await logIn()
  const event = await demoEvent(headers)
  await wearPhoto(headers, event)
  for (const path of ['/auth/login', `/form/${event}`, '/']) {
    const report = join(folder, 'report.json')
    execFileSync(
      'npx',
      ['--yes', LIGHTHOUSE, url + path, '--quiet', '--output=json', `--output-path=${report}`, '--chrome-flags=--headless=new --no-sandbox --disable-gpu'],
      { env: { CHROME_PATH: '/usr/bin/chromium', ...process.env }, stdio: ['ignore', 'ignore', 'inherit'] },
    )
    const { categories, audits } = JSON.parse(readFileSync(report, 'utf8'))
    const points = Object.values(categories).map(({ id, score }) => [id, Math.round(score * 100)])
    const times = ['first-contentful-paint', 'largest-contentful-paint', 'total-blocking-time'].map((id) => `${id} ${audits[id].displayValue}`)
    console.log(`${path}\n  ${points.map((pair) => pair.join(' ')).join(', ')}\n  ${times.join(', ')}`)
    for (const [id, score] of points) {
      if (score >= LEAST[id]) continue
      process.exitCode = 1
      const lost = categories[id].auditRefs.map((ref) => audits[ref.id]).filter((audit) => audit.score !== null && audit.score < 0.9)
      for (const audit of lost) console.log(`  ${id}: ${audit.title} ${audit.displayValue ?? ''}`)
    }
  }
} finally {
  server.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
}
