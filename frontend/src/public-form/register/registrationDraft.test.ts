import { expect, test } from 'vitest'
import type { Question } from '../contract'
import { blankDraft, openDraft, saveDraft } from './registrationDraft'

const question = (id: string, sensitive?: boolean): Question => ({
  id,
  question: id,
  required: '',
  type: 'TEXT',
  choices: [],
  sensitive,
})

test('an unfinished form keeps no sensitive answer on the device', () => {
  const draft = { ...blankDraft(), fullName: 'Lan', answers: { paper: '079203004455', shirt: 'XL' } }
  saveDraft('ev1', draft, '', [question('paper', true), question('shirt')])
  expect(JSON.stringify({ ...localStorage })).not.toContain('079203004455')
  const { draft: opened, isRestored } = openDraft('ev1', '')
  expect(isRestored).toBe(true)
  expect(opened.answers).toEqual({ shirt: 'XL' })
})
