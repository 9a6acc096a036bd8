import { http, ok, server } from '~/test/server'
import type { Plan, PlanUser } from './queries'

export const GOLD: Plan = {
  id: 'p1',
  baseName: 'Gói Vàng',
  price: 1_500_000,
  startDate: '2026-11-01',
  expirationDate: '2026-12-31',
  duration: 6,
  numberOfPackages: 50,
  eventItem: { numberOfEvents: 10, attendeesPerEvent: 300, price: 1_000_000 },
  groupItem: { numberOfGroups: 2, usersPerGroup: -1, hasReport: true, price: 500_000 },
  soldPackages: 12,
  status: 'active',
  version: 4,
  createdAt: '2026-10-20T02:00:00Z',
}

export const SILVER: Plan = {
  ...GOLD,
  id: 'p2',
  baseName: 'Gói Bạc',
  numberOfPackages: -1,
  soldPackages: 0,
  status: 'inactive',
}

export const HOA: PlanUser = {
  id: 'pp1',
  planId: GOLD.id,
  planName: GOLD.baseName,
  userId: 'u1',
  fullName: 'Lê Thị Hoa',
  email: 'hoa@congty.vn',
  company: 'Công ty Hoa Sen',
  avatar: null,
  startDate: '2026-11-05',
  expirationDate: '2027-05-05',
  eventLimit: 10,
  maxAttendeesPerEvent: 300,
  groupLimit: 2,
  maxMembersPerGroup: -1,
  hasReport: true,
  status: 'active',
  version: 2,
}

/** Makes the server answer with the plan and accounts that `state` holds at the time of each call. */
export function serverHasPlan(state: { plan: Plan; users: PlanUser[] }) {
  server.use(
    http.get('/plan/{planId}', ({ response }) =>
      response(200).json(ok({ ...state.plan, users: state.users })),
    ),
    http.get('/plan/{planId}/users', ({ response }) =>
      response(200).json(ok({ items: state.users, total: state.users.length })),
    ),
  )
}
