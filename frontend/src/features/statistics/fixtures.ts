import { vi } from 'vitest'
import { http, NO_FIGURES, ok, server } from '~/test/server'
import type { ChartPoint, Overview } from './queries'

/** For tests: a platform that grew in one figure, shrank in another and began with the third. */
export const OVERVIEW: Overview = {
  ...NO_FIGURES,
  totalCommittees: 9,
  totalEvents: 23,
  open: 12,
  upcoming: 7,
  closed: 4,
  cancelled: 0,
  participants: 1234,
  checkedIn: 567,
  moneyDue: 750_000,
  moneyReceived: 12_500_000,
  groups: 3,
  period: {
    events: { value: 5, previous: 5 },
    participants: { value: 340, previous: 300 },
    checkedIn: { value: 567, previous: 0 },
    moneyReceived: { value: 2_000_000, previous: 2_500_000 },
  },
}

export const WEEK: ChartPoint[] = ['01', '02', '03', '04', '05', '06', '07'].map((day, value) => ({
  timeLabel: `2026-03-${day}`,
  value: value * 1000,
}))

export const YEAR: ChartPoint[] = [
  '01',
  '02',
  '03',
  '04',
  '05',
  '06',
  '07',
  '08',
  '09',
  '10',
  '11',
  '12',
].map((month, value) => ({ timeLabel: `2025-${month}`, value }))

/** For tests: jsdom measures nothing, and a chart is drawn only where there is room. */
export const giveChartsRoom = () =>
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 800, 260))

/** The server has these figures; gives the queries it was asked. */
export function serverCounts(overview: Overview = OVERVIEW) {
  const asked = { overview: [] as Record<string, string>[], chart: [] as Record<string, string>[] }
  const valuesOf = ({ url }: Request) => Object.fromEntries(new URL(url).searchParams)
  server.use(
    http.get('/statistic/overview', ({ request, response }) => {
      asked.overview.push(valuesOf(request))
      return response(200).json(ok(overview))
    }),
    http.get('/statistic/chart', ({ request, response }) => {
      asked.chart.push(valuesOf(request))
      return response(200).json(ok(asked.chart.at(-1)?.chartType === '12' ? YEAR : WEEK))
    }),
  )
  return asked
}
