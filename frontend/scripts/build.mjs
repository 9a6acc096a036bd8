// Builds the HTML pages, and the script that begins the application, one by one, so that none is cut into pieces for the
// sake of another. Then refuses a page that has grown too heavy, and puts `.br` and `.gz` twins beside every file that
// shrinks, for the server to send as they are.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { build } from 'vite'
import { screenFiles } from './screenFiles.mjs'

/** KB of gzipped JavaScript that a page may need before it can be used. */
const LIMITS = {
  'index.html': 142,
  'form.html': 57,
  'organiser.html': 28,
  'landing.html': 8,
  'docs.html': 480,
  'src/app/start.ts': 4.2,
}
/** KB of Brotli, and files, that the list of events and an event's home need together before they can be used. */
const FIRST_SCREENS = { weight: 236, files: 5 }
/**
 * The same of any other screen, without its texts, by the beginning of its route: the longest that fits counts. Those with
 * an entry of their own have forms, codes or a stage.
 */
const SCREENS = {
  '': { weight: 284, files: 10 },
  'event-management/$eventId_/money': { weight: 288, files: 11 },
  'event-management/add-new': { weight: 316, files: 14 },
  'event-management/checkin': { weight: 298, files: 12 },
  'event-management/edit': { weight: 316, files: 14 },
  'group-management/$groupId': { weight: 303, files: 13 },
  'group-management/add-new': { weight: 291, files: 13 },
  'lucky-draw/$eventId': { weight: 314, files: 13 },
  'my-group/$groupId/index': { weight: 293, files: 12 },
  'participant-management/$eventId/door': { weight: 289, files: 12 },
  'participant-management/$eventId/messages': { weight: 288, files: 10 },
  plan: { weight: 298, files: 11 },
  profile: { weight: 299, files: 15 },
  system: { weight: 290, files: 11 },
}
const MANIFEST = 'dist/.vite/manifest.json'

// A module that two pages import must not bring the application's texts along.
const applicationText = JSON.parse(readFileSync('src/locales/vi/shell.json', 'utf8')).skipToContent

const early = (as, address) => `<link ${as} fetchpriority="low" crossorigin href="${address}">`

/** Bytes of Brotli by file. */
const packed = {}
/** The file of each page's script. */
const scripts = {}
let screens

for (const [place, [page, limit]] of Object.entries(LIMITS).entries()) {
  const isFirst = place === 0
  const { output } = await build({
    logLevel: 'warn',
    define: { SCREEN_FILES: JSON.stringify(screens) },
    build: { manifest: true, emptyOutDir: isFirst, copyPublicDir: isFirst, rolldownOptions: { input: page } },
  })
  const manifest = JSON.parse(readFileSync(MANIFEST, 'utf8'))
  const { file, imports = [] } = manifest[page]
  const needed = [file, ...imports.map((name) => manifest[name].file)]
  scripts[page] = file
  if (isFirst) {
    screens = await screenFiles(manifest, output, (keys) => filesOf(manifest, keys))
    weighScreens(manifest)
  }
  const contents = needed.map((file) => readFileSync(`dist/${file}`))
  const weight = contents.reduce((sum, script) => sum + gzipSync(script).length, 0) / 1024
  console.log(`${page}: ${needed.length} script, ${weight.toFixed(1)} of ${limit} KB gzipped`)
  // Beside the page's own script, Rolldown keeps its helpers in a file of less than a kilobyte.
  if (needed.length > (page === 'index.html' ? 2 : 1)) {
    console.error(`${page} needs too many scripts before it can be used: ${needed.join(', ')}`)
    process.exit(1)
  }
  if (weight > limit) {
    console.error(`${page} is too heavy: find out what it imports that it should not.`)
    process.exit(1)
  }
  if (page !== 'index.html' && contents.some((script) => script.includes(applicationText))) {
    console.error(`${page} carries the texts of the application: it must import only its own part of them.`)
    process.exit(1)
  }
}
rmSync('dist/.vite', { recursive: true })

/** Refuses a build whose screens need too much. The list of events and an event's home stand in the frame's file. */
function weighScreens(manifest) {
  const keyOf = (part) => Object.keys(manifest).find((key) => manifest[key].name === part)
  const base = ['index.html', keyOf('frame')]
  const first = weigh(manifest, [...base, keyOf('event-texts.vi')])
  console.log(
    `first screens: ${first.files.length} of ${FIRST_SCREENS.files} files, ${first.weight.toFixed(1)} of ${FIRST_SCREENS.weight} KB`,
  )
  refuseAbove(FIRST_SCREENS, first, "The list of events or an event's home")
  for (const key of Object.keys(manifest)) {
    const [, route] = /^src\/routes\/(.*)\.tsx\?/.exec(key) ?? []
    if (route === undefined) continue
    if (/^event-management\/(index|\$eventId)$/.test(route)) {
      console.error(`${route} has a file of its own, which the frame's should hold.`)
      process.exit(1)
    }
    const begin = Object.keys(SCREENS)
      .filter((begin) => route.startsWith(begin))
      .sort((one, other) => other.length - one.length)[0]
    refuseAbove(SCREENS[begin], weigh(manifest, [...base, key]), route)
  }
  if (process.exitCode) process.exit()
}

/** The files that these parts of the program need together, and their KB of Brotli. */
function weigh(manifest, keys) {
  const files = filesOf(manifest, keys)
  return { files, weight: files.reduce((sum, file) => sum + packedSize(file), 0) / 1024 }
}

function filesOf(manifest, keys) {
  const files = new Set()
  const need = (key) => {
    const { file, css = [], imports = [] } = manifest[key]
    if (files.has(file)) return
    for (const needed of [file, ...css]) files.add(needed)
    imports.forEach(need)
  }
  keys.forEach(need)
  return [...files]
}

function packedSize(file) {
  packed[file] ??= brotliCompressSync(readFileSync(`dist/${file}`)).length
  return packed[file]
}

function refuseAbove(limit, { files, weight }, what) {
  if (files.length <= limit.files && weight <= limit.weight) return
  console.error(
    `${what} needs ${files.length} files, ${weight.toFixed(1)} KB, which is too much: ${files.join(', ')}`,
  )
  process.exitCode = 1
}

// The first screen has a style of its own and is not to wait for the application's sheet: that is one for printing
// until it is needed (`styleSheet.ts`), and keeps its place before the sheets that come with the screens. Everything
// that the first paint does not need has a lower priority. `start.ts` begins the application.
const html = readFileSync('dist/index.html', 'utf8')
const [sheetTag, sheet] = /<link rel="stylesheet" crossorigin href="([^"]+)">/.exec(html) ?? []
const application = `/${scripts['index.html']}`
const scriptTag = `<script type="module" crossorigin src="${application}"></script>`
if (sheetTag === undefined || !html.includes(scriptTag)) {
  console.error('index.html lacks its style sheet or its script.')
  process.exit(1)
}
const lasting = html
  .replace(
    sheetTag,
    `${early('rel="preload" as="style"', sheet)}\n    ${sheetTag.replace('>', ' media="print">')}`,
  )
  .replace(
    scriptTag,
    `${early('rel="modulepreload"', application)}\n    ${scriptTag.replace(application, `/${scripts['src/app/start.ts']}`)}`,
  )
writeFileSync('dist/index.html', lasting)

for (const entry of readdirSync('dist', { recursive: true, withFileTypes: true })) {
  if (!entry.isFile() || !/\.(js|css|svg|json|txt|wasm)$/.test(entry.name)) continue
  const path = `${entry.parentPath}/${entry.name}`
  const content = readFileSync(path)
  const twins = { br: brotliCompressSync(content), gz: gzipSync(content, { level: 9 }) }
  for (const [ending, packed] of Object.entries(twins)) {
    if (packed.length < content.length) writeFileSync(`${path}.${ending}`, packed)
  }
}
