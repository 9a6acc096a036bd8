import { expect, test } from 'vitest'
import { INITIAL_DRAFT } from './draftStore'
import { comparedIn, laidOver } from './eventConflict'

test('every field of the form is compared, and a change laid over a state is compared unchanged', () => {
  const compared = comparedIn(INITIAL_DRAFT)
  const { bankName: _, bankBin: __, copiedFrom: ___, tickets: ____, ...fields } = INITIAL_DRAFT.event
  expect(Object.keys(compared).sort()).toEqual([...Object.keys(fields), 'bank', 'eventForm'].sort())
  const question = { id: 'q1', question: 'Cỡ áo?', required: '', type: 'TEXT' as const, choices: [] }
  const change = {
    title: 'Tên',
    bank: { bankName: 'MB', bankBin: '970422' },
    eventForm: [question],
  }
  expect(comparedIn(laidOver(INITIAL_DRAFT, change))).toEqual({ ...compared, ...change })
})
