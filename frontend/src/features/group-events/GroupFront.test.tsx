import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { groupOf } from '~/features/groups/fixtures'
import type { GroupRole } from '~/features/groups/queries'
import { loggedInAs, renderApp } from '~/test/renderApp'
import { http, ok, server } from '~/test/server'
import { CONSENT, EVENT } from './fixtures'
import type { GroupFront } from './queries'

const DEALS = { count: 3, value: 12_500_000 }

/** The page of the group begins with this; returns what is sent. */
async function open(front: Partial<GroupFront>, myRole: GroupRole = 'member') {
  const sent: string[] = []
  server.use(
    http.get('/group/mine', ({ response }) => response(200).json(ok([]))),
    http.get('/group/{groupId}', ({ response }) => response(200).json(ok(groupOf({ myRole })))),
    http.get('/group/{groupId}/post', ({ response }) =>
      response(200).json(ok({ items: [], nextCursor: null } as never)),
    ),
    http.get('/group/{groupId}/front', ({ response }) =>
      response(200).json(ok({ next: null, coming: null, deals: DEALS, consent: CONSENT, ...front })),
    ),
    http.delete('/event/{eventId}/registration', ({ request, response }) => {
      sent.push(request.headers.get('X-Registration-Key') ?? '')
      return response(200).json(ok({}))
    }),
  )
  return { sent, ...(await renderApp('/my-group/g1')) }
}

beforeEach(() => loggedInAs())

test('the next event is one press away, with the faces of those who come and the deals of the month', async () => {
  const faces = Array.from({ length: 8 }, (_, at) => ({ fullName: `Nguyễn ${at}`, avatar: null }))
  await open({ next: EVENT, coming: { count: 20, faces } })
  expect(await screen.findByRole('link', { name: EVENT.title })).toHaveAttribute('href', '/form/e1')
  expect(await screen.findByRole('button', { name: `I’m coming: ${EVENT.title}` })).toBeVisible()
  expect(screen.getByText(/With “I’m coming” .+ I agree that my details/)).toBeVisible()
  expect(screen.getByText('20 members are coming')).toBeVisible()
  expect(screen.getByText('+12')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Deals this month' })).toBeVisible()
  expect(screen.getByText('3 deals')).toBeVisible()
  expect(screen.getByText(/12,500,000/)).toBeVisible()
})

test('the sum of the deals is for those who may see it', async () => {
  await open({ deals: { count: 1, value: null } })
  expect(await screen.findByText('1 deal')).toBeVisible()
  expect(screen.queryByText(/₫/)).toBeNull()
})

test('a seat can be given back', async () => {
  const registration = { ownKey: 'a1.key', confirmBy: null }
  const { user, sent } = await open({ next: { ...EVENT, registration } })
  expect(await screen.findByText('You are coming')).toBeVisible()
  await user.click(screen.getByRole('button', { name: `I can’t come: ${EVENT.title}` }))
  expect(await screen.findByText(`You no longer come to “${EVENT.title}”`)).toBeVisible()
  expect(sent).toEqual(['a1.key'])
})

test.each([
  ['member', 0],
  ['manager', 1],
] as const)('without an event a %s reads what comes next', async (role, plans) => {
  await open({}, role)
  expect(await screen.findByText(/^No meeting is planned/)).toBeVisible()
  expect(screen.queryAllByRole('link', { name: 'Plan meetings' })).toHaveLength(plans)
})
