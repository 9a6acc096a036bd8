import type { GroupReport, Leaderboard, Point } from './queries'

export const POINT: Point = {
  id: 'p1',
  seller: { id: 'u2', fullName: 'Đỗ Minh', avatar: null },
  counterparty: { id: 'u3', fullName: 'Trần Hoa', avatar: null },
  roleType: 'introducer',
  buyerName: 'Công ty Sông Hàn',
  value: 12_500_000,
  dealDate: '2026-11-20',
  note: 'Lô ghế văn phòng',
  proof: null,
  status: 'pending',
  submittedBy: 'u2',
  submittedByName: 'Đỗ Minh',
  otherPartyAnswer: null,
  decidedByName: null,
  decidedAt: null,
  voidedByName: null,
  voidedAt: null,
  reason: null,
  version: 1,
  createdAt: '2026-11-21T02:00:00Z',
  allowed: { change: false, answer: false, decide: true, void: false },
}

export const BOARD: Leaderboard = {
  from: '2026-11-01',
  to: '2026-11-30',
  showsValues: false,
  pending: 1,
  items: [
    {
      rank: 1,
      userId: '00000000-0000-0000-0000-000000000002',
      fullName: 'Đỗ Minh',
      avatar: null,
      sold: { count: 3, value: null },
      buy: { count: 0, value: null },
      referral: { count: 0, value: null },
    },
  ],
  total: 1,
}

const NONE = { value: 0, previous: 0 }

export const REPORT: GroupReport = {
  from: '2026-11-01',
  to: '2026-11-30',
  previousFrom: '2026-10-01',
  previousTo: '2026-10-31',
  asOf: '2026-11-22T08:00:00Z',
  hasReport: true,
  showsValues: true,
  membersAtStart: 10,
  membersAtEnd: 12,
  joined: { value: 3, previous: 1 },
  left: { value: 1, previous: 1 },
  posts: { value: 4, previous: 6 },
  comments: NONE,
  events: { value: 4, previous: 3 },
  registrations: { value: 48, previous: 30 },
  checkIns: { value: 40, previous: 25 },
  activeMembers: { value: 9, previous: 9 },
  bought: { count: { value: 2, previous: 1 }, value: { value: 300_000, previous: 800_000 } },
  referred: { count: NONE, value: NONE },
  pending: 1,
  months: Array.from({ length: 12 }, (_, at) => ({
    month: at === 0 ? '2025-12' : `2026-${String(at).padStart(2, '0')}`,
    count: at,
    value: at * 100_000,
  })),
  members: [
    {
      userId: '00000000-0000-0000-0000-000000000002',
      fullName: 'Đỗ Minh',
      avatar: null,
      businessField: 'Xây dựng',
      isMember: true,
      posts: 1,
      events: 3,
      sold: { count: 2, value: 300_000 },
      buy: { count: 0, value: 0 },
      referral: { count: 0, value: 0 },
    },
  ],
}
