// After `vite build`: refuses a public page that has grown too heavy, then puts `.br` and `.gz` twins beside every
// file that shrinks, for the server to send as they are.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { brotliCompressSync, gzipSync } from 'node:zlib'

/** Bytes of gzipped JavaScript the public page may need before it can be used. */
const PUBLIC_PAGE_LIMIT = 120 * 1024
const MANIFEST = 'dist/.vite/manifest.json'

const manifest = JSON.parse(readFileSync(MANIFEST, 'utf8'))

const scriptsOf = (name, found = new Set()) => {
  const chunk = manifest[name]
  if (found.has(chunk.file)) return found
  found.add(chunk.file)
  for (const imported of chunk.imports ?? []) scriptsOf(imported, found)
  return found
}

const publicScripts = [...scriptsOf('form.html')]
const weight = publicScripts
  .map((file) => gzipSync(readFileSync(`dist/${file}`)).length)
  .reduce((sum, bytes) => sum + bytes, 0)
console.log(
  `public page: ${(weight / 1024).toFixed(1)} of ${PUBLIC_PAGE_LIMIT / 1024} KB of gzipped JavaScript`,
)
if (weight > PUBLIC_PAGE_LIMIT) {
  console.error('The public page is too heavy: find out what it imports that it should not.')
  process.exit(1)
}
// A module that both entries import goes whole into what they share: the application's texts must not be among it.
const applicationText = JSON.parse(readFileSync('src/locales/vi.json', 'utf8')).shell.skipToContent
if (publicScripts.some((file) => readFileSync(`dist/${file}`, 'utf8').includes(applicationText))) {
  console.error(
    'The public page carries the texts of the application: it must import only its own part of them.',
  )
  process.exit(1)
}
rmSync('dist/.vite', { recursive: true })

for (const entry of readdirSync('dist', { recursive: true, withFileTypes: true })) {
  if (!entry.isFile() || !/\.(js|css|svg|json|txt)$/.test(entry.name)) continue
  const path = `${entry.parentPath}/${entry.name}`
  const content = readFileSync(path)
  const twins = { br: brotliCompressSync(content), gz: gzipSync(content, { level: 9 }) }
  for (const [ending, packed] of Object.entries(twins)) {
    if (packed.length < content.length) writeFileSync(`${path}.${ending}`, packed)
  }
}
