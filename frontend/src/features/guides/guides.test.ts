import { readdirSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, test } from 'vitest'
import { LANGUAGES, type Language } from '~/lib/languages'
import { readGuide } from '../../../scripts/guides.ts'
import { GUIDES } from './guide'

/** Characters of a task that fill a printed page beside its picture. */
const PAGE = 2500

const CODES = Object.keys(LANGUAGES) as Language[]
const fileOf = (language: Language, name: string) => `../docs/guides/${language}/${name}.md`
const sourceOf = (language: Language, name: string) => readFileSync(fileOf(language, name), 'utf8')

/** Every guide in every language. */
const ALL = CODES.flatMap((language) => GUIDES.map((name) => [language, name] as const))

type Texts = { [key: string]: string | Texts }

const textsIn = (file: string): Texts => JSON.parse(readFileSync(file, 'utf8'))

const flatten = (texts: Texts): string[] =>
  Object.values(texts).flatMap((text) => (typeof text === 'string' ? [text] : flatten(text)))

const VALUE = /{{.*?}}/
const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Whether a screen of the language says these words; values such as numbers may stand where the screen has its own. */
function screensIn(language: Language) {
  const folder = `src/locales/${language}`
  const texts = readdirSync(folder).flatMap((file) => flatten(textsIn(`${folder}/${file}`)))
  const fixed = new Set(texts)
  const withValues = texts
    .map((text) => text.split(VALUE))
    // Others would fit to anything.
    .filter((parts) => parts.length > 1 && parts.join('').trim().length >= 4)
    .map((parts) => new RegExp(`^${parts.map(escaped).join('.+')}$`))
  return (words: string) => fixed.has(words) || withValues.some((pattern) => pattern.test(words))
}

test.each(CODES)("the guides in %s match the program's list", (language) => {
  const files = readdirSync(`../docs/guides/${language}`).filter((file) => file.endsWith('.md'))
  expect(files.sort()).toEqual(GUIDES.map((name) => `${name}.md`).sort())
})

test.each(GUIDES)('%s has the same tasks and pictures in every language', (name) => {
  const shapes = CODES.map((language) => {
    const { tasks, pictures } = readGuide(fileOf(language, name))
    return { tasks: tasks.map(({ id }) => id), pictures }
  })
  for (const shape of shapes) expect(shape).toEqual(shapes[0])
  const ids = shapes[0]?.tasks ?? []
  expect(ids).toEqual([...new Set(ids)])
})

test.each(ALL)('%s, %s: names of buttons and menu items match the screens', (language, name) => {
  const isOnScreen = screensIn(language)
  const bold = [...sourceOf(language, name).matchAll(/\*\*(.+?)\*\*/g)].map(([, words = '']) => words)
  expect(bold.filter((words) => !isOnScreen(words))).toEqual([])
})

test.each(ALL)('%s, %s: no task is longer than a page', (language, name) => {
  const [, ...tasks] = sourceOf(language, name).split(/^## /m)
  expect(tasks.filter((task) => task.length > PAGE).map((task) => task.split('\n')[0])).toEqual([])
})

test.each(ALL)('%s, %s: its links lead to tasks that exist', (language, name) => {
  const { intro, tasks } = readGuide(fileOf(language, name))
  const html = [intro, ...tasks.map((task) => task.html)].join('')
  const links = [...html.matchAll(/href="\/guides\/(\w+)(?:#([a-z-]+))?"/g)]
  const broken = links.filter(([, guide = '', task]) => {
    if (!GUIDES.some((known) => known === guide)) return true
    return task && !readGuide(fileOf(language, guide)).tasks.some(({ id }) => id === task)
  })
  expect(broken.map(([link]) => link)).toEqual([])
})

test.each(CODES)('every question mark on a screen names a task of the guides in %s', (language) => {
  const guides = textsIn(`src/locales/${language}/guides.json`) as { task: Record<string, Texts> }
  for (const [name, titles] of Object.entries(guides.task)) {
    const { tasks } = readGuide(fileOf(language, name))
    const known = Object.fromEntries(tasks.map(({ id, title }) => [id, title]))
    expect(known).toMatchObject(titles)
  }
})

test.each(CODES)('every picture of the guides in %s is used', (language) => {
  const used = GUIDES.flatMap((name) =>
    readGuide(fileOf(language, name)).pictures.map((path) => basename(path)),
  )
  expect(readdirSync(`../docs/guides/${language}/pictures`).sort()).toEqual([...new Set(used)].sort())
})
