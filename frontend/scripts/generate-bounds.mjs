// Writes the bounds of the API's fields as constants, from its description: `node scripts/generate-bounds.mjs <file>`.
// Each bound is an export of its own, whose number stands where it is used: objects would weigh on the first page.
import { readFileSync, writeFileSync } from 'node:fs'

const KEYWORDS = ['minLength', 'maxLength', 'minItems', 'maxItems', 'minimum', 'maximum']

const { schemas } = JSON.parse(readFileSync('../openapi.json', 'utf8')).components
const lines = ['// Written by scripts/generate-bounds.mjs from openapi.json: run `make gen`.']
for (const [name, schema] of Object.entries(schemas)) {
  const parts = [schema, ...(schema.allOf ?? [])].filter((part) => part.properties)
  const fields = parts
    .flatMap((part) => Object.entries(part.properties))
    .flatMap(([field, own]) =>
      KEYWORDS.filter((keyword) => own[keyword] !== undefined).map((keyword) => [
        `${field}_${keyword}`,
        own[keyword],
      ]),
    )
  // An integer without a sign says only that.
  const said = fields.filter(([key, value]) => !key.endsWith('_minimum') || value !== 0)
  if (said.length > 0)
    lines.push('', ...said.map(([key, value]) => `export const ${name}_${key} = ${number(value)}`))
}
writeFileSync(process.argv[2], `${lines.join('\n')}\n`)

/** With the digits of a long number in groups, as the linter wants it. */
function number(value) {
  const digits = String(Math.abs(value))
  return (value < 0 ? '-' : '') + (digits.length > 4 ? digits.replace(/\B(?=(\d{3})+$)/g, '_') : digits)
}
