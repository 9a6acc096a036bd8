// Builds the HTML pages, and the script that begins the application, one by one, so that none is cut into pieces for the
// sake of another. Then refuses a page that has grown too heavy, and puts `.br` and `.gz` twins beside every file that
// shrinks, for the server to send as they are.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { build } from 'vite'

/** KB of gzipped JavaScript that a page may need before it can be used. */
const LIMITS = {
  'index.html': 214,
  'form.html': 64,
  'organiser.html': 40,
  'landing.html': 8,
  'docs.html': 480,
  'src/app/start.ts': 3,
}
/** KB of Brotli, and files, that the list of events and an event's home need together before they can be used. */
const FIRST_SCREENS = { weight: 291, files: 5 }
const MANIFEST = 'dist/.vite/manifest.json'

// A module that two pages import must not bring the application's texts along.
const applicationText = JSON.parse(readFileSync('src/locales/vi/shell.json', 'utf8')).skipToContent

const early = (as, address) => `<link ${as} fetchpriority="low" crossorigin href="${address}">`

/** The file of each page's script. */
const scripts = {}
/** The links by which a page fetches the frame around the screens beside the application. */
let frame

for (const [place, [page, limit]] of Object.entries(LIMITS).entries()) {
  const isFirst = place === 0
  await build({
    logLevel: 'warn',
    build: { manifest: true, emptyOutDir: isFirst, copyPublicDir: isFirst, rolldownOptions: { input: page } },
  })
  const manifest = JSON.parse(readFileSync(MANIFEST, 'utf8'))
  const { file, imports = [] } = manifest[page]
  const needed = [file, ...imports.map((name) => manifest[name].file)]
  scripts[page] = file
  if (isFirst) {
    const parts = Object.values(manifest)
    const texts = parts.filter(({ name }) => name?.startsWith('event-texts.'))
    const { file, css = [] } = parts.find(({ name }) => name === 'frame')
    frame = [
      early('rel="modulepreload"', `/${file}`),
      ...css.map((sheet) => early('rel="preload" as="style"', `/${sheet}`)),
      ...texts.map(({ name, file }) =>
        early(`rel="modulepreload" lang="${name.split('.').pop()}"`, `/${file}`),
      ),
    ]
    weighFirstScreens(manifest)
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

/** Refuses a build whose first screens need too much. The list and the home stand in the frame's file. */
function weighFirstScreens(manifest) {
  const keyOf = (part) => Object.keys(manifest).find((key) => manifest[key].name === part)
  const files = new Set()
  const need = (key) => {
    const { file, css = [], imports = [] } = manifest[key]
    if (files.has(file)) return
    for (const needed of [file, ...css]) files.add(needed)
    imports.forEach(need)
  }
  for (const key of ['index.html', keyOf('frame'), keyOf('event-texts.vi')]) need(key)
  const packed = [...files].map((file) => brotliCompressSync(readFileSync(`dist/${file}`)).length)
  const weight = packed.reduce((sum, length) => sum + length, 0) / 1024
  console.log(
    `first screens: ${files.size} of ${FIRST_SCREENS.files} files, ${weight.toFixed(1)} of ${FIRST_SCREENS.weight} KB`,
  )
  const split = Object.keys(manifest).find((key) => /event-management\/(index|\$eventId)\.tsx\?/.test(key))
  if (split || files.size > FIRST_SCREENS.files || weight > FIRST_SCREENS.weight) {
    console.error(`The list of events or an event's home needs too much: ${split ?? [...files].join(', ')}`)
    process.exit(1)
  }
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
    `${early('rel="modulepreload"', application)}\n    <template id="frame">${frame.join('')}</template>\n    ${scriptTag.replace(application, `/${scripts['src/app/start.ts']}`)}`,
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
