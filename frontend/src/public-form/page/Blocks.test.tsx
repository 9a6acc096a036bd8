import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { eventWith, serveEvent, visit } from '~/test/publicForm'

const LAN = '0198c5a1-7c00-7000-8000-000000000001'
const item = (day: number, start: string, title: string) => ({
  day,
  start,
  end: null,
  title,
  note: null,
  speakers: [],
})

test('a page without blocks shows no headings for them', async () => {
  serveEvent(eventWith())
  visit()
  expect(await screen.findByRole('heading', { name: 'Gặp mặt đầu xuân' })).toBeVisible()
  for (const name of ['Program', 'Speakers', 'Questions and answers', 'Sponsors'])
    expect(screen.queryByRole('heading', { name })).not.toBeInTheDocument()
})

test('the programme names its days only when there are several', async () => {
  const one = { programme: [item(1, '08:00', 'Đón khách')], speakers: [], questions: [], sponsors: [] }
  serveEvent(eventWith({ blocks: one }))
  visit()
  const programme = await screen.findByRole('region', { name: 'Program' })
  expect(within(programme).getByText('Đón khách')).toBeVisible()
  expect(within(programme).queryByRole('heading', { level: 3 })).not.toBeInTheDocument()
})

test('programme, speakers and questions are there, and longer texts can be opened', async () => {
  serveEvent(
    eventWith({
      blocks: {
        programme: [
          { ...item(1, '08:00', 'Khai mạc'), end: '08:30', note: 'Hội trường A', speakers: [LAN] },
          item(2, '09:00', 'Bế mạc'),
        ],
        speakers: [
          { id: LAN, name: 'Nguyễn Ngọc Lan', role: 'Ca sĩ', bio: 'Sinh ở Huế.', photo: null },
          { id: '2', name: 'Trần Dũng', role: null, bio: null, photo: '/api/upload/dung' },
        ],
        questions: [{ question: 'Gửi xe?', answer: 'Có.\nMiễn phí.' }],
        sponsors: [],
      },
    }),
  )
  const user = visit()
  const programme = within(await screen.findByRole('region', { name: 'Program' }))
  expect(programme.getAllByRole('heading', { level: 3 }).map((day) => day.textContent)).toEqual([
    'Day 1 Friday, November 20, 2026',
    'Day 2 Saturday, November 21, 2026',
  ])
  const [first] = programme.getAllByRole('listitem')
  expect(first).toHaveTextContent('08:00– 08:30Khai mạcNguyễn Ngọc LanHội trường A')

  const speakers = within(screen.getByRole('region', { name: 'Speakers' }))
  const bio = speakers.getByText('Sinh ở Huế.')
  expect(bio).not.toBeVisible()
  await user.click(speakers.getByText('Nguyễn Ngọc Lan'))
  expect(bio).toBeVisible()
  expect(speakers.getByRole('presentation', { hidden: true })).toHaveAttribute('loading', 'lazy')

  const questions = within(screen.getByRole('region', { name: 'Questions and answers' }))
  const answer = questions.getByText(/Miễn phí/)
  expect(answer).not.toBeVisible()
  await user.click(questions.getByText('Gửi xe?'))
  expect(answer).toBeVisible()
})

test('sponsors lead to their own pages, by logo or by name', async () => {
  const sponsors = [
    { name: 'Gốm Bát Tràng', logo: '/api/upload/gom', website: 'https://gom.vn' },
    { name: 'Sao Mai', logo: null, website: null },
  ]
  serveEvent(eventWith({ blocks: { programme: [], speakers: [], questions: [], sponsors } }))
  visit()
  const block = within(await screen.findByRole('region', { name: 'Sponsors' }))
  const link = block.getByRole('link', { name: 'Gốm Bát Tràng' })
  expect(link).toHaveAttribute('href', 'https://gom.vn')
  expect(link).toHaveAttribute('rel', 'noopener noreferrer nofollow')
  expect(block.getByText('Sao Mai').closest('a')).toBeNull()
})
