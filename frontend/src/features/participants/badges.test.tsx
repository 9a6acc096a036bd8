import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { loggedInAs, renderApp } from '~/test/renderApp'
import { DUC, HOA, serverHasPeople } from './fixtures'
import { listQueryOf, parseListSearch } from './listSearch'

const GUEST = {
  ...HOA,
  id: 'a3',
  fullName: 'Lê Mai',
  amount: 0,
  paymentMethod: null,
  paymentRef: 'EV2222222A',
}

test('a free ticket is neither paid nor unpaid, and has no transfer reference', async () => {
  loggedInAs()
  serverHasPeople([DUC, HOA, GUEST])
  await renderApp('/participant-management/ev1?person=a3')
  const panel = within(await screen.findByRole('dialog', { name: /Lê Mai/ }))
  expect(await panel.findByText('Free')).toBeVisible()
  // The word stands only in the closed list of the form below.
  for (const word of panel.queryAllByText('Paid')) expect(word).not.toBeVisible()
  expect(panel.queryByText('EV2222222A')).toBeNull()
  const row = (name: string) => {
    const rows = screen.getAllByText(name).map((word) => word.closest('tr'))
    return within(rows.find((found) => found !== null) as HTMLElement)
  }
  expect(row('Lê Mai').getByText('Free')).toBeInTheDocument()
  expect(row('Trần Thị Hoa').getByText('Paid')).toBeInTheDocument()
})

test.each([
  ['paid', { paymentStatus: 'paid', isFree: false }],
  ['unpaid', { paymentStatus: 'unpaid', isFree: undefined }],
  ['free', { paymentStatus: undefined, isFree: true }],
  ['else', { paymentStatus: undefined, isFree: undefined }],
])('the filter "%s"', (payment, query) => {
  expect(listQueryOf(parseListSearch({ payment }))).toMatchObject(query)
})
