import type { DataRequest } from './queries'

/** For tests: a request to be erased, sent on a Friday. */
export const ASKED: DataRequest = {
  id: 'r1',
  attendanceId: 'a1',
  fullName: 'Nguyễn Văn Đức',
  email: 'duc@congty.vn',
  isErased: false,
  kind: 'erasure',
  content: 'Tôi không tham dự nữa',
  askedAt: '2026-03-06T08:00:00.000Z',
  answerBy: '2026-03-10T16:59:59.999Z',
  doneBy: '2026-03-21T16:59:59.999Z',
  answer: null,
  answeredAt: null,
  result: null,
  reason: null,
  closedAt: null,
  closedBy: null,
}
