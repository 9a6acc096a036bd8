import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { loggedInAs, renderApp } from '~/test/renderApp'
import { http, ME, ok, refused, server } from '~/test/server'
import type { PersonalPlan } from './queries'

const GOLD: PersonalPlan = {
  id: 'pp1',
  planId: 'p1',
  planName: 'Gói Vàng',
  startDate: '2026-11-05',
  expirationDate: '2027-05-05',
  eventLimit: 10,
  maxAttendeesPerEvent: 300,
  groupLimit: 2,
  maxMembersPerGroup: -1,
  hasReport: true,
  status: 'active',
  version: 1,
}
const PLANS = {
  planSummary: {
    eventLimit: 12,
    maxAttendeesPerEvent: 300,
    groupLimit: 2,
    maxMembersPerGroup: -1,
    reportFeature: true,
    eventsUsed: 3,
    groupsUsed: 0,
  },
  personalPlans: [GOLD, { ...GOLD, id: 'pp2', planName: 'Gói Bạc', status: 'expired' as const }],
}

beforeEach(() => loggedInAs())

test('shows the limits of all plans together, the usage, and each plan', async () => {
  server.use(http.get('/users/me', ({ response }) => response(200).json(ok({ ...ME, ...PLANS }))))
  await renderApp('/profile?tab=plan')
  const summary = await screen.findByRole('region', { name: 'Plan summary' })
  expect(summary).toHaveTextContent(/Event limit3 used \/ 12Max participants per event300/)
  expect(summary).toHaveTextContent(
    /Group limit0 used \/ 2Max members per groupUnlimitedReporting featureYes/,
  )
  expect(within(summary).getByRole('progressbar', { name: '3 used / 12' })).toHaveAttribute(
    'aria-valuenow',
    '25',
  )
  const [gold, silver] = within(screen.getByRole('region', { name: 'Your plans' })).getAllByRole('listitem')
  expect(gold).toHaveTextContent(/Gói VàngActiveValidNov 5, 2026 – May 5, 2027/)
  expect(silver).toHaveTextContent(/Gói BạcExpired/)
  expect(JSON.parse(localStorage.getItem('auth') ?? '')).toMatchObject(PLANS)
})

test('a limit of nothing is said in words, without a bar', async () => {
  const planSummary = { ...PLANS.planSummary, eventLimit: 0, eventsUsed: 1, groupLimit: -1 }
  server.use(
    http.get('/users/me', ({ response }) => response(200).json(ok({ ...ME, ...PLANS, planSummary }))),
  )
  await renderApp('/profile?tab=plan')
  const summary = await screen.findByRole('region', { name: 'Plan summary' })
  expect(summary).toHaveTextContent('Event limit1 so far, and no plan allows another')
  expect(within(summary).queryByRole('progressbar')).toBeNull()
})

test('without a plan says where one comes from, and shows the limits of the account', async () => {
  await renderApp('/profile?tab=plan')
  expect(await screen.findByText('You have no plan yet')).toBeVisible()
  const summary = screen.getByRole('region', { name: 'Plan summary' })
  expect(summary).toHaveTextContent('0 used / Unlimited')
})

test('says that the plans cannot be loaded', async () => {
  server.use(
    http.get('/users/me', ({ response }) =>
      response('default').json(refused(5000, ['Out of order.']), { status: 500 }),
    ),
  )
  await renderApp('/profile?tab=plan')
  expect(await within(screen.getByRole('tabpanel')).findByText('Out of order.')).toBeVisible()
})
