import { afterEach, expect, test, vi } from 'vitest'
import { wearStyleSheet } from './styleSheet'

/** The page's style sheet, which has not come. */
function pageWithSheet(readyState: DocumentReadyState) {
  document.head.innerHTML = '<link rel="stylesheet" media="print">'
  vi.spyOn(document, 'readyState', 'get').mockReturnValue(readyState)
  return document.querySelector('link')
}

afterEach(() => {
  document.head.innerHTML = ''
})

test('a sheet that failed earlier is not waited for', async () => {
  const sheet = pageWithSheet('complete')
  await wearStyleSheet()
  expect(sheet?.media).toBe('all')
})

test.each([
  ['the sheet has come', (sheet: Element | null) => sheet?.dispatchEvent(new Event('load'))],
  ['it has failed', (sheet: Element | null) => sheet?.dispatchEvent(new Event('error'))],
  ['the page is complete', () => window.dispatchEvent(new Event('load'))],
])('waits until %s', async (_, happen) => {
  const sheet = pageWithSheet('interactive')
  const worn = wearStyleSheet()
  await Promise.resolve()
  expect(sheet?.media).toBe('print')
  happen(sheet)
  await worn
  expect(sheet?.media).toBe('all')
})
