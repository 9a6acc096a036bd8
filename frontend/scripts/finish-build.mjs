// After `vite build`: refuses a light page that has grown too heavy, then puts `.br` and `.gz` twins beside every
// file that shrinks, for the server to send as they are.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { brotliCompressSync, gzipSync } from 'node:zlib'

/** KB of gzipped JavaScript that a light page may need before it can be used. */
const LIMITS = { 'form.html': 120, 'landing.html': 8 }
const MANIFEST = 'dist/.vite/manifest.json'

const manifest = JSON.parse(readFileSync(MANIFEST, 'utf8'))

const scriptsOf = (name, found = new Set()) => {
  const chunk = manifest[name]
  if (found.has(chunk.file)) return found
  found.add(chunk.file)
  for (const imported of chunk.imports ?? []) scriptsOf(imported, found)
  return found
}

// A module that two entries import goes whole into what they share: the application's texts must not be among it.
const applicationText = JSON.parse(readFileSync('src/locales/vi/shell.json', 'utf8')).skipToContent

for (const [page, limit] of Object.entries(LIMITS)) {
  const scripts = [...scriptsOf(page)].map((file) => readFileSync(`dist/${file}`))
  const weight = scripts.reduce((sum, script) => sum + gzipSync(script).length, 0) / 1024
  console.log(`${page}: ${weight.toFixed(1)} of ${limit} KB of gzipped JavaScript`)
  if (weight > limit) {
    console.error(`${page} is too heavy: find out what it imports that it should not.`)
    process.exit(1)
  }
  if (scripts.some((script) => script.includes(applicationText))) {
    console.error(`${page} carries the texts of the application: it must import only its own part of them.`)
    process.exit(1)
  }
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
