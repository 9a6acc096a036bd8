import { screen, waitFor, within } from '@testing-library/react'
import { delay } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { loggedInAs, renderApp } from '~/test/renderApp'
import { http, ok, refused, server } from '~/test/server'
import { DUC, HOA, serverHasPeople } from '../fixtures'
import type { Participant } from '../queries'

const PATH = '/participant-management/ev1/staff'

const member = (fullName: string, change: Partial<Participant> = {}): Participant => ({
  ...DUC,
  id: fullName,
  fullName,
  participationType: 'COMMITTEE',
  role: null,
  checkedInTime: null,
  isCheckedIn: false,
  ...change,
})

beforeEach(() => loggedInAs())

const rows = async () => {
  const table = within(await screen.findByRole('table'))
  const [, ...people] = table.getAllByRole('row')
  return people.map((row) => [...row.children].map((cell) => cell.textContent))
}

test('lists only the staff, by given name, with their roles and presence, ready to print', async () => {
  const print = vi.spyOn(window, 'print').mockImplementation(() => undefined)
  serverHasPeople([
    HOA,
    member('Trần Thị Yến', { role: 'Đón khách' }),
    member('Lê Đức', { checkedInTime: '2026-11-20T10:05:00Z', isCheckedIn: true }),
    member('Phạm Văn Dũng', { phone: '0987654321' }),
  ])
  const app = await renderApp(PATH)
  expect(await rows()).toEqual([
    ['1', 'Phạm Văn Dũng', '–', '0987 654 321', 'Công ty Hoa Sen', 'Not checked in'],
    ['2', 'Lê Đức', '–', '0912 345 678', 'Công ty Hoa Sen', 'Checked in 17:05'],
    ['3', 'Trần Thị Yến', 'Đón khách', '0912 345 678', 'Công ty Hoa Sen', 'Not checked in'],
  ])
  expect(screen.getByText('Đêm hội Trăng Rằm')).toBeVisible()
  expect(screen.getByText(/Nhà hát Lớn/)).toBeVisible()
  expect(screen.getByText(/^3 people, 1 present/)).toBeVisible()
  expect(document.title).toContain('Committee list')
  await app.user.click(screen.getByRole('button', { name: 'Print' }))
  expect(print).toHaveBeenCalledOnce()
  await app.user.click(screen.getByRole('link', { name: 'Back' }))
  await waitFor(() => expect(app.path()).toBe('/participant-management/ev1'))
  expect(app.router.state.location.search).toEqual({ type: 'COMMITTEE' })
})

test('a list of more than one page is complete', async () => {
  serverHasPeople(Array.from({ length: 130 }, (_, at) => member(`Người ${at + 1}`)))
  await renderApp(PATH)
  expect(await rows()).toHaveLength(130)
})

test('without staff says how to get some, and has nothing to print', async () => {
  serverHasPeople([DUC, HOA])
  await renderApp(PATH)
  expect(await screen.findByText('Nobody is on the committee yet')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Print' })).toBeNull()
  expect(screen.queryByRole('table')).toBeNull()
})

test('while it loads nothing is claimed', async () => {
  serverHasPeople([])
  server.use(
    http.get('/event/{eventId}/attendances', async ({ response }) => {
      await delay('infinite')
      return response(200).json(ok({ items: [], total: 0, checkedIn: 0 }))
    }),
  )
  await renderApp(PATH)
  expect(await screen.findByRole('status', { name: 'Loading…' })).toBeVisible()
  expect(screen.queryByText('Nobody is on the committee yet')).toBeNull()
})

test('a list that cannot be loaded says why and can be asked for again', async () => {
  serverHasPeople([member('Lê Đức')])
  let fails = true
  server.use(
    http.get('/event/{eventId}/attendances', ({ response }) =>
      fails
        ? response('default').json(refused(5000, ['Out of order.']), { status: 500 })
        : response(200).json(ok({ items: [member('Lê Đức')], total: 1, checkedIn: 0 })),
    ),
  )
  const app = await renderApp(PATH)
  expect(await screen.findByText('Out of order.')).toBeVisible()
  fails = false
  await app.user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await rows()).toHaveLength(1)
})
