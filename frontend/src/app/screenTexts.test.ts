import { expect, test } from 'vitest'
import { needsLogin, screenOf, screenTexts } from '~/lib/screens'

const SOURCES = import.meta.glob<string>('../**/*.{ts,tsx}', {
  query: '?raw',
  import: 'default',
  eager: true,
})
const FEATURES = Object.keys(import.meta.glob('../locales/en/*.json')).map((path) =>
  path.split(/[/.]/).at(-2),
)

const KEY = new RegExp(`['"\`](${FEATURES.join('|')})\\.[\\w/]`, 'g')
const IMPORT = /(?:from|import\() ?'([~.][^']+)'/g
/** Loaded before any screen, or by pages of their own. */
const LOADED_BEFORE = ['auth', 'common', 'shell']

function fileOf(specifier: string, importer: string) {
  const path = specifier.startsWith('~/')
    ? `../${specifier.slice(2)}`
    : new URL(specifier, `file:///app/${importer}`).pathname.replace(/^\//, '../')
  return [`${path}.ts`, `${path}.tsx`].find((file) => file in SOURCES)
}

/** The features whose texts a module or anything it imports may show. */
function textsOf(file: string, seen = new Set<string>()): Set<string> {
  const texts = new Set<string>()
  if (seen.has(file)) return texts
  seen.add(file)
  const source = (SOURCES[file] ?? '').replace(/^import type .*$/gm, '')
  for (const [, feature = ''] of source.matchAll(KEY)) texts.add(feature)
  for (const [, specifier = ''] of source.matchAll(IMPORT)) {
    const imported = fileOf(specifier, file)
    if (imported) for (const feature of textsOf(imported, seen)) texts.add(feature)
  }
  return texts
}

const ROUTES = Object.entries(SOURCES).flatMap(([file, source]) => {
  const [, id] = /createFileRoute\('([^']+)'\)/.exec(source) ?? []
  return file.startsWith('../routes/') && id ? [[id, file] as const] : []
})

test.each(ROUTES)('%s loads the texts that it shows', (routeId, file) => {
  const loadedBefore = needsLogin(screenOf([{ routeId }])) ? [...LOADED_BEFORE, 'guides'] : LOADED_BEFORE
  const shown = [...textsOf(file)].filter((feature) => !loadedBefore.includes(feature))
  expect([...(screenTexts([{ routeId }]) ?? [])].sort()).toEqual(shown.sort())
})
