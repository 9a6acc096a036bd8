import { expect, test } from 'vitest'
import { variableFault } from './mailVariables'

test.each([
  'Chào',
  'Chào {{fullName}}, {{ eventTitle }}',
  '{{{fullName}}}',
  '<p>{{ownLink}}</p>',
  '{ fullName }',
])('%s can be filled in', (text) => {
  expect(variableFault(text)).toBeNull()
})

test.each([
  '{{foo}}',
  '{{fulName}} {{fullName}}',
  '{{ full name }}',
  '{{}}',
  '{{fullName',
  '{{ {{fullName}}',
])('%s cannot', (text) => {
  expect(variableFault(text)).toMatch(/no such variable/)
})
