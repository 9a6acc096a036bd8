import { expect, test } from 'vitest'
import { programmeAt } from './programmeNow'

const START = '2026-11-20T11:30:00Z' // 18:30 in Vietnam
const item = (start: string, end: string | null = null, day = 1) => ({
  day,
  start,
  end,
  title: start,
  note: null,
})
/** An evening and a morning. */
const PROGRAMME = [item('18:30', '19:00'), item('19:00'), item('21:00', '00:30'), item('09:00', '10:00', 2)]
const at = (time: string, programme = PROGRAMME) => programmeAt(programme, START, Date.parse(`${time}+07:00`))
const running = (time: string) =>
  at(time)
    ?.items.filter(({ isRunning }) => isRunning)
    .map(({ title }) => title)

test('a running item stands out, until its end or the next item', () => {
  expect(running('2026-11-20T18:29:59')).toEqual([])
  expect(running('2026-11-20T18:30:00')).toEqual(['18:30'])
  expect(running('2026-11-20T19:00:00')).toEqual(['19:00'])
  expect(running('2026-11-20T20:59:59')).toEqual(['19:00'])
  expect(running('2026-11-21T00:29:59'), 'after midnight').toEqual(['21:00'])
})

test('a day is shown until it is over, then the next one, then none', () => {
  expect(at('2026-11-19T20:00:00')).toMatchObject({ isToday: false, items: { length: 3 } })
  expect(at('2026-11-20T08:00:00')?.isToday).toBe(true)
  expect(at('2026-11-21T00:10:00')).toMatchObject({ isToday: true, items: { length: 3 } })
  expect(at('2026-11-21T00:30:00')).toMatchObject({
    isToday: true,
    date: Date.parse('2026-11-21T00:00:00+07:00'),
    items: [{ title: '09:00' }],
  })
  expect(at('2026-11-21T10:00:00')).toBeNull()
  expect(at('2026-11-20T18:00:00', [])).toBeNull()
})

test('a long day shows six items, the running one and its neighbours', () => {
  const long = Array.from({ length: 12 }, (_, hour) => item(`${String(hour + 8).padStart(2, '0')}:00`))
  const titles = (time: string) => at(`2026-11-20T${time}`, long)?.items.map(({ title }) => title)
  expect(titles('07:00:00')?.[0]).toBe('08:00')
  expect(titles('12:30:00')).toEqual(['11:00', '12:00', '13:00', '14:00', '15:00', '16:00'])
  expect(titles('19:30:00')).toEqual(['14:00', '15:00', '16:00', '17:00', '18:00', '19:00'])
})
