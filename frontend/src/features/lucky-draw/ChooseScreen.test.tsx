import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { components } from '~/api/schema'
import { toast } from '~/components/toast'
import { loggedInAs, renderApp } from '~/test/renderApp'
import { http, NO_EVENTS, ok, server } from '~/test/server'

const EVENT: components['schemas']['EventSummary'] = {
  id: 'ev1',
  ownerId: 'u',
  ownerName: 'Lan',
  rights: ['overview', 'draw'],
  title: 'Đêm hội Trăng Rằm',
  logo: '/x',
  coverImage: null,
  status: 'open',
  isCancelled: false,
  isOver: false,
  openRegistrationDate: '2026-11-01T00:00:00Z',
  closeRegistrationDate: '2026-12-01T00:00:00Z',
  eventStartDate: '2026-12-20T11:30:00Z',
  venueAddress: 'Nhà hát Lớn Hà Nội',
  totalParticipants: 400,
  registeredCount: 64,
  checkedIn: 0,
  moneyReceived: 0,
  moneyDue: 0,
  seatsOnOffer: 10,
  needsCode: false,
  groupName: null,
  membersOnly: false,
}

let asked: Record<string, string>[]
beforeEach(() => {
  loggedInAs()
  asked = []
  server.use(
    http.get('/event', ({ request, response }) => {
      asked.push(Object.fromEntries(new URL(request.url).searchParams))
      return response(200).json(ok({ ...NO_EVENTS, items: [EVENT], total: 20 }))
    }),
  )
})

test('asks for events that are not cancelled, so that every page is whole', async () => {
  const app = await renderApp('/lucky-draw?search=hội')
  expect(await screen.findByRole('link', { name: /Đêm hội Trăng Rằm/ })).toBeVisible()
  expect(asked).toEqual([{ search: 'hội', isCancelled: 'false', limit: '12', page: '1' }])
  await app.user.click(screen.getByRole('button', { name: 'Page 2' }))
  await waitFor(() => expect(app.router.state.location.search).toEqual({ search: 'hội', page: 2 }))
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ search: 'hội', page: '2' }))
})

test('the tab stands in the address', async () => {
  const app = await renderApp('/lucky-draw?tab=list')
  expect(await screen.findByRole('tab', { name: 'Paste a list' })).toHaveAttribute('aria-selected', 'true')
  await app.user.click(screen.getByRole('tab', { name: 'Choose an event' }))
  await waitFor(() => expect(app.router.state.location.search).toEqual({}))
})

test("an administrator reads the event's organiser", async () => {
  loggedInAs({ role: 'ADMIN' })
  await renderApp('/lucky-draw')
  expect(await screen.findByText('Organizer: Lan')).toBeVisible()
})

test('the wheel of a pasted list shows no toast, and asks before the winners are lost', async () => {
  window.matchMedia = ((query: string) => ({
    matches: query.includes('reduced-motion'),
    media: query,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  })) as unknown as typeof window.matchMedia
  const { user } = await renderApp('/lucky-draw?tab=list')
  await user.type(await screen.findByLabelText('List of names'), 'An{Enter}Bình')
  await user.click(screen.getByRole('button', { name: 'Open the wheel' }))
  act(() => toast.error('No sound'))
  expect(screen.getByRole('alert').closest('[data-control]')).not.toBeNull()
  expect(document.querySelector('[data-toasts]')).toBeNull()
  act(() => (document.activeElement as HTMLElement | null)?.blur())
  await user.keyboard(' ')
  expect(await screen.findByText('Congratulations!')).toBeVisible()
  await user.keyboard('{Escape}')
  expect(screen.queryByText('Congratulations!')).toBeNull()
  await user.keyboard('{Escape}')
  const question = await screen.findByRole('dialog', { name: 'Leave the wheel?' })
  await user.keyboard('{Escape}')
  await waitFor(() => expect(question).not.toBeInTheDocument())
  expect(screen.getByText('One name left')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Edit the list' }))
  await screen.findByRole('dialog', { name: 'Leave the wheel?' })
  await user.click(screen.getAllByRole('button', { name: 'Edit the list' }).at(-1) as HTMLElement)
  expect(await screen.findByLabelText('List of names')).toHaveValue('An\nBình')
  // Elsewhere toasts are shown as ever.
  act(() => toast.error('No sound'))
  expect(document.querySelector('[data-toasts]')).not.toBeNull()
})
