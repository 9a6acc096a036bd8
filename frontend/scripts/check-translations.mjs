// Every language must have the texts of Vietnamese: same keys, same placeholders, nothing empty, all of its plural
// forms.
import { readdirSync, readFileSync } from 'node:fs'

const flatten = (node, path = '') =>
  Object.entries(node).flatMap(([key, value]) =>
    typeof value === 'string' ? [[path + key, value]] : flatten(value, `${path}${key}.`),
  )
const read = (language) =>
  new Map(
    readdirSync(`src/locales/${language}`).flatMap((file) =>
      flatten(
        JSON.parse(readFileSync(`src/locales/${language}/${file}`, 'utf8')),
        `${file.replace('.json', '')}.`,
      ),
    ),
  )

const placeholders = (text) =>
  [...text.matchAll(/{{\s*(\w+).*?}}/g)]
    .map((m) => m[1])
    .sort()
    .join()

const PLURAL = /_(one|two|few|many|other)$/
const faults = []

const languages = readdirSync('src/locales')
const vietnamese = read('vi')
const names = new Set([...vietnamese.keys()].map((key) => key.replace(PLURAL, '')))
// A text that has plural forms in Vietnamese, which knows only `_other`, has those of its language elsewhere.
const hasPlural = (name) => vietnamese.has(`${name}_other`)

for (const language of languages) {
  const texts = read(language)
  const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories
  const wanted = new Set(
    [...names].flatMap((name) => (hasPlural(name) ? forms.map((form) => `${name}_${form}`) : [name])),
  )
  for (const key of wanted) if (!texts.has(key)) faults.push(`${key} is missing in ${language}`)
  for (const [key, text] of texts) {
    if (!wanted.has(key)) faults.push(`${key} of ${language} is missing in vi`)
    if (!text.trim()) faults.push(`${key} is empty in ${language}`)
    const original = vietnamese.get(key)
    if (original !== undefined && placeholders(text) !== placeholders(original))
      faults.push(`${key} uses different placeholders in vi and ${language}`)
  }
}

if (faults.length > 0) {
  console.error(faults.join('\n'))
  process.exit(1)
}
console.log(`${names.size} texts in ${languages.join(', ')}`)
