// Holds the API's description against the schema of OpenAPI.
import { Validator } from '@seriousme/openapi-schema-validator'

const { valid, errors } = await new Validator().validate('../openapi.json')
if (!valid) {
  console.error(errors)
  process.exit(1)
}
