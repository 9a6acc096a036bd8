import { expect, test } from 'vitest'
import { readProgramme } from './programmeText'

test.each([
  ['08:00 Đón khách', '08:00', '', 'Đón khách'],
  ['8h30 - 9h: Khai mạc', '08:30', '09:00', 'Khai mạc'],
  ['• 10.15–11.00 | Phiên 1: Gốm', '10:15', '11:00', 'Phiên 1: Gốm'],
  ['13h30 đến 14h Nghỉ trưa', '13:30', '14:00', 'Nghỉ trưa'],
  ['9:00\t9:45\tCà phê', '09:00', '09:45', 'Cà phê'],
  ['9:00:00\t9:45:00\tCà phê', '09:00', '09:45', 'Cà phê'],
  ['22:00 → 01:00 Gala', '22:00', '01:00', 'Gala'],
  ['7h Thể dục', '07:00', '', 'Thể dục'],
])('%s is an item', (line, start, end, title) => {
  expect(readProgramme(`06:00 Dậy\n${line}`)?.[1]).toEqual({ start, end, title })
})

test.each([
  'Đón khách',
  '2026 là năm mới',
  '25:00 Không có giờ này',
  '08:00',
  '08:00:30 Đón khách',
  '100 khách mời',
])('%s is none', (line) => {
  expect(readProgramme(`06:00 Dậy\n07:00 Ăn\n${line}`)).toHaveLength(2)
})

test('one line, or none with a time, is pasted as it is', () => {
  expect(readProgramme('08:00 Đón khách')).toBeNull()
  expect(readProgramme('Đón khách\nKhai mạc')).toBeNull()
})
