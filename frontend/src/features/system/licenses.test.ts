import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isFound, readLicenses } from './licenses'

const FILE = `Hội contains the components below.

Rust crates

axum 0.8.9 (MIT)
    Copyright (c) 2019 axum Contributors
    Texts: 1, 2
ring 0.17.0 (Apache-2.0 AND (ISC OR MIT))
    Texts: 2

npm packages

@mantine/core 9.0.0 (MIT)

Texts

[1]

Permission is granted (see [2])

[7]

to anyone

[2]

Another text
`

test('the list is read with its texts, whatever brackets stand in them', () => {
  const { sections, texts } = readLicenses(FILE)
  expect(sections.map(({ title }) => title)).toEqual(['Rust crates', 'npm packages'])
  expect(sections[0]?.components).toEqual([
    {
      name: 'axum',
      version: '0.8.9',
      licence: 'MIT',
      owners: ['Copyright (c) 2019 axum Contributors'],
      texts: [1, 2],
    },
    { name: 'ring', version: '0.17.0', licence: 'Apache-2.0 AND (ISC OR MIT)', owners: [], texts: [2] },
  ])
  expect(texts).toEqual(['Permission is granted (see [2])\n\n[7]\n\nto anyone', 'Another text'])
})

test('the file of this program is read to its end', () => {
  const file = readFileSync('../server/licenses.txt', 'utf8')
  const { sections, texts } = readLicenses(file)
  expect(sections.map(({ title }) => title)).toEqual(['Rust crates', 'npm packages', 'Others'])
  const components = sections.flatMap(({ components }) => components)
  expect(components.length).toBeGreaterThan(300)
  expect(components.find(({ name }) => name === 'preact')?.licence).toBe('MIT')
  const numbers = new Set(components.flatMap((component) => component.texts))
  expect(Math.max(...numbers)).toBe(texts.length)
  expect(texts.every((text) => text.length > 0)).toBe(true)
})

test('each word is looked for in name and licence', () => {
  const axum = { name: 'axum', version: '0.8.9', licence: 'MIT', owners: [], texts: [] }
  expect(isFound(axum, '')).toBe(true)
  expect(isFound(axum, 'mit AX')).toBe(true)
  expect(isFound(axum, 'apache')).toBe(false)
})
