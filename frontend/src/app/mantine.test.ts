import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const CORE = 'node_modules/@mantine/core'
const ESM = `${CORE}/esm`
const read = (path: string) => readFileSync(path, 'utf8')
const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file))

/** The names that a piece of code imports from Mantine. */
const takenBy = (code: string) =>
  [...code.matchAll(/import (?!type)\{([^}]*)\} from ["']@mantine\/core["']/g)].flatMap(([, names = '']) =>
    names
      .split(',')
      .map((name) => name.trim().split(' as ')[0] ?? '')
      .filter((name) => name && !name.startsWith('type ')),
  )

const module = Object.fromEntries(
  [...read(`${ESM}/index.mjs`).matchAll(/import \{([^}]*)\} from "\.\/([^"]+)"/g)].flatMap(
    ([, names = '', path = '']) => names.split(',').map((name) => [name.trim().split(' as ')[0] ?? '', path]),
  ),
)

/** Follows the imports of a module, and collects the components with a sheet of their own. */
const collect = (path: string, sheets: Set<string>, seen: Set<string>) => {
  if (seen.has(path)) return
  seen.add(path)
  const [, component] = /\/([A-Za-z]+)\.module\.mjs$/.exec(path) ?? []
  if (component && existsSync(`${CORE}/styles/${component}.css`)) sheets.add(`${component}.css`)
  for (const [, other = ''] of read(path).matchAll(/from "(\.[^"]+\.mjs)"/g)) {
    collect(join(dirname(path), other), sheets, seen)
  }
}

test('every component in use has its sheet, in the order of all sheets', () => {
  const sources = filesIn('src').filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))
  const besides = ['dates', 'tiptap'].flatMap((name) =>
    filesIn(`node_modules/@mantine/${name}/esm`).filter((file) => file.endsWith('.mjs')),
  )
  const taken = new Set([...sources, ...besides].flatMap((file) => takenBy(read(file))))
  expect(taken.size).toBeGreaterThan(50)
  const sheets = new Set(['baseline.css', 'default-css-variables.css', 'global.css'])
  const seen = new Set<string>()
  for (const name of taken) {
    const path = module[name]
    if (path) collect(join(ESM, path), sheets, seen)
  }
  const whole = read(`${CORE}/styles.css`)
  const place = (sheet: string) => {
    const start = read(`${CORE}/styles/${sheet}`).trim().slice(0, 120)
    expect(whole).toContain(start)
    return whole.indexOf(start)
  }
  const imported = [...read('src/app/mantine.ts').matchAll(/styles\/([^']+)'/g)].map(([, sheet]) => sheet)
  expect(imported).toEqual([...sheets].sort((one, other) => place(one) - place(other)))
})
