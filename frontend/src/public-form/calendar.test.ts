import { expect, test } from 'vitest'
import { calendarFile, googleCalendarLink, openingReminder } from './calendar'

const ENTRY = {
  id: 'e1',
  title: 'Hội nghị; Đổi mới, sáng tạo',
  eventStartDate: '2026-11-20T01:30:00.000Z',
  venueAddress: '57 Phạm Hùng, Hà Nội',
}
const PAGE = 'https://hoi.example/form/e1'

test('a calendar file has UTC times, escaped text and no line over 75 bytes', () => {
  const file = calendarFile({ ...ENTRY, title: `${ENTRY.title} ${'Đổi mới '.repeat(30)}` }, PAGE)
  expect(file).toContain('\r\nDTSTART:20261120T013000Z\r\nDTEND:20261120T043000Z\r\n')
  expect(file).toContain('\r\nLOCATION:57 Phạm Hùng\\, Hà Nội\r\n')
  expect(file).toContain('\r\nUID:e1@hoi.example\r\n')
  expect(file.replaceAll('\r\n ', '')).toContain('SUMMARY:Hội nghị\\; Đổi mới\\, sáng tạo Đổi mới')
  for (const line of file.split('\r\n')) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75)
})

test('the link carries the same entry', () => {
  const { searchParams } = new URL(googleCalendarLink(ENTRY, PAGE))
  expect(searchParams.get('text')).toBe(ENTRY.title)
  expect(searchParams.get('dates')).toBe('20261120T013000Z/20261120T043000Z')
})

test('an entry ends when the event ends', () => {
  const entry = { ...ENTRY, endDate: '2026-11-22T10:00:00+07:00' }
  expect(calendarFile(entry, PAGE)).toContain('\r\nDTEND:20261122T030000Z\r\n')
  const { searchParams } = new URL(googleCalendarLink(entry, PAGE))
  expect(searchParams.get('dates')).toBe('20261120T013000Z/20261122T030000Z')
})

test('the reminder is of the opening, and rings before it', () => {
  const file = openingReminder('e1', 'Mở đăng ký: Đêm nhạc', '2026-11-20T01:30:00.000Z', PAGE)
  expect(file).toContain('\r\nDTSTART:20261120T013000Z\r\nDTEND:20261120T014000Z\r\n')
  expect(file).toContain('\r\nUID:e1-opening@hoi.example\r\n')
  expect(file).toContain('\r\nBEGIN:VALARM\r\nACTION:DISPLAY\r\n')
  expect(file).toContain('\r\nTRIGGER:-PT10M\r\nEND:VALARM\r\nEND:VEVENT\r\n')
})
