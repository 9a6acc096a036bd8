// Writes the bounds of the API's fields as constants, from its description: `node scripts/generate-bounds.mjs <file>`.
// Each schema is an export of its own, so that a page bundles only those that it uses.
import { readFileSync, writeFileSync } from 'node:fs'

const KEYWORDS = ['minLength', 'maxLength', 'minItems', 'maxItems', 'minimum', 'maximum']

const { schemas } = JSON.parse(readFileSync('../openapi.json', 'utf8')).components
const lines = ['// Written by scripts/generate-bounds.mjs from openapi.json: run `make gen`.']
for (const [name, schema] of Object.entries(schemas)) {
  const parts = [schema, ...(schema.allOf ?? [])].filter((part) => part.properties)
  const fields = parts
    .flatMap((part) => Object.entries(part.properties))
    .flatMap(([field, own]) => {
      const bounds = KEYWORDS.filter((keyword) => own[keyword] !== undefined)
      const said = bounds.map((keyword) => `${keyword}: ${number(own[keyword])}`).join(', ')
      return said ? [`  ${field}: { ${said} },`] : []
    })
  // An integer without a sign says only that.
  if (fields.some((line) => !line.endsWith('{ minimum: 0 },')))
    lines.push('', `export const ${name} = {`, ...fields, '} as const')
}
writeFileSync(process.argv[2], `${lines.join('\n')}\n`)

/** With the digits of a long number in groups, as the linter wants it. */
function number(value) {
  const digits = String(Math.abs(value))
  return (value < 0 ? '-' : '') + (digits.length > 4 ? digits.replace(/\B(?=(\d{3})+$)/g, '_') : digits)
}
