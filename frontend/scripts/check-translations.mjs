// Both catalogues must say the same things: same keys, same placeholders, nothing empty.
import { readFileSync } from 'node:fs'

const read = (lang) => JSON.parse(readFileSync(`src/locales/${lang}.json`, 'utf8'))

const flatten = (node, path = '') =>
  Object.entries(node).flatMap(([key, value]) =>
    typeof value === 'string' ? [[path + key, value]] : flatten(value, `${path}${key}.`),
  )

const placeholders = (text) =>
  [...text.matchAll(/{{\s*(\w+).*?}}/g)]
    .map((m) => m[1])
    .sort()
    .join()
// Vietnamese has no plural forms, so i18next asks it only for `_other` where English also has `_one`.
const withoutPlural = (key) => key.replace(/_(one|other)$/, '')

const vi = new Map(flatten(read('vi')))
const en = new Map(flatten(read('en')))
const viNames = new Set([...vi.keys()].map(withoutPlural))
const enNames = new Set([...en.keys()].map(withoutPlural))
const faults = []

for (const [key, text] of [...vi, ...en]) if (!text.trim()) faults.push(`${key} is empty`)
for (const key of viNames) if (!enNames.has(key)) faults.push(`${key} is missing in en.json`)
for (const key of enNames) if (!viNames.has(key)) faults.push(`${key} is missing in vi.json`)
for (const [key, text] of vi) {
  const other = en.get(key)
  if (other !== undefined && placeholders(text) !== placeholders(other))
    faults.push(`${key} uses different placeholders in vi.json and en.json`)
}

if (faults.length > 0) {
  console.error(faults.join('\n'))
  process.exit(1)
}
console.log(`${viNames.size} texts in both languages`)
