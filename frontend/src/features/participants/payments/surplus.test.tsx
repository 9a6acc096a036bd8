import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { loggedInAs, renderApp } from '~/test/renderApp'
import { http, ok, server } from '~/test/server'
import { DUC, serverHasPeople } from '../fixtures'
import { beyond } from './owed'

test('money that is noted is too much from the first dong beyond the price', () => {
  const person = (amount: number, received: number) => ({ amount, received })
  expect(beyond(person(600, 0), 600)).toBe(0)
  expect(beyond(person(600, 0), 700)).toBe(100)
  expect(beyond(person(600, 500), 200)).toBe(100)
  expect(beyond(person(600, 600), 50)).toBe(50)
  expect(beyond(person(600, 800), 50)).toBe(50)
})

test('a payment from a statement is known by its day alone', async () => {
  loggedInAs()
  serverHasPeople([{ ...DUC, received: 250_000 }])
  const paidAt = '2026-11-29T17:00:00Z'
  const payment = {
    number: 1,
    amount: 250_000,
    way: 'statement',
    paidAt,
    notedByName: null,
    content: 'ticket',
  } as const
  server.use(
    http.get('/event/{eventId}/attendances/{id}/payments', ({ response }) =>
      response(200).json(ok([payment, { ...payment, number: 2, way: 'webhook' }])),
    ),
  )
  const { user } = await renderApp('/participant-management/ev1')
  await user.click(await screen.findByRole('button', { name: /^Nguyễn Văn Đức/ }))
  const panel = within(await screen.findByRole('dialog', { name: 'Nguyễn Văn Đức' }))
  expect(await panel.findByText(/· Nov 30, 2026, 00:00$/)).toBeVisible()
  expect(panel.getByText(/· Nov 30, 2026$/)).toBeVisible()
})

test('noting too much asks about the surplus, in the same form', async () => {
  loggedInAs()
  serverHasPeople([DUC])
  const sent: unknown[] = []
  server.use(
    http.post('/event/{eventId}/attendances/{id}/payments', async ({ request, response }) => {
      sent.push(await request.json())
      return response(200).json(ok([]))
    }),
  )
  const { user } = await renderApp('/participant-management/ev1')
  await user.click(await screen.findByRole('button', { name: /^Nguyễn Văn Đức/ }))
  const panel = within(await screen.findByRole('dialog', { name: 'Nguyễn Văn Đức' }))
  await user.click(panel.getByRole('button', { name: 'Record money' }))
  expect(panel.queryByRole('radio')).toBeNull()
  const amount = panel.getByRole('textbox', { name: /Amount received/ })
  await user.clear(amount)
  await user.type(amount, '350000')
  await user.tab()
  await user.click(await panel.findByRole('radio', { name: 'Keep it as agreed' }))
  const region = within(panel.getByRole('region', { name: 'Money received' }))
  const save = () => user.click(region.getByRole('button', { name: 'Save' }))
  await save()
  expect(sent).toEqual([])
  await user.type(panel.getByRole('textbox', { name: /What was agreed/ }), 'For the club')
  await save()
  await waitFor(() =>
    expect(sent).toEqual([
      { amount: 350_000, surplus: { action: 'keep', amount: 100_000, note: 'For the club' } },
    ]),
  )
})
