import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { loggedInAs, renderApp } from '~/test/renderApp'
import { http, ok, server } from '~/test/server'
import { COMMENT, emptyState, POST, serverHasGroup } from './fixtures'
import type { Comment } from './queries'

const comments = (from: number, to: number): Comment[] =>
  Array.from({ length: to - from + 1 }, (_, at) => ({
    ...COMMENT,
    id: `c${from + at}`,
    text: `Ý kiến ${from + at}`,
  }))

/** The queries of the comments. */
let asked: Record<string, string>[]
const scrolled = vi.fn()

beforeEach(() => {
  loggedInAs()
  asked = []
  scrolled.mockReset()
  vi.spyOn(HTMLElement.prototype, 'scrollIntoView').mockImplementation(function (this: HTMLElement) {
    scrolled(this.textContent)
  })
  serverHasGroup(emptyState())
  server.use(
    http.get('/group/{groupId}/post/{postId}', ({ response }) =>
      response(200).json(ok({ ...POST, comments: { items: [], nextCursor: null, previousCursor: null } })),
    ),
    http.get('/group/{groupId}/post/{postId}/comment', ({ request, response }) => {
      const query = Object.fromEntries(new URL(request.url).searchParams)
      asked.push(query)
      if (query.before)
        return response(200).json(ok({ items: comments(30, 37), nextCursor: 'c37', previousCursor: null }))
      return response(200).json(ok({ items: comments(38, 42), nextCursor: null, previousCursor: 'c38' }))
    }),
  )
})

const items = () => within(screen.getByRole('list', { name: 'Comments' })).getAllByRole('listitem')

test('a comment far down is loaded, scrolled to and marked, and earlier comments can be loaded', async () => {
  const { user } = await renderApp('/my-group/g1/p1?comment=c40')
  expect(await screen.findByText('Ý kiến 40')).toBeVisible()
  expect(asked).toEqual([{ around: 'c40' }])
  const marked = items().filter((item) => item.getAttribute('aria-current') === 'true')
  expect(marked).toHaveLength(1)
  expect(marked[0]).toHaveTextContent('Ý kiến 40')
  expect(scrolled).toHaveBeenCalledTimes(1)
  expect(scrolled).toHaveBeenCalledWith(expect.stringContaining('Ý kiến 40'))
  await user.click(screen.getByRole('button', { name: 'Show earlier comments' }))
  expect(await screen.findByText('Ý kiến 30')).toBeVisible()
  expect(asked.at(-1)).toEqual({ before: 'c38' })
  expect(items()).toHaveLength(13)
  expect(screen.queryByRole('button', { name: 'Show earlier comments' })).toBeNull()
})

test('a comment that is gone is said to be gone', async () => {
  await renderApp('/my-group/g1/p1?comment=c99')
  expect(await screen.findByText('The comment you came for is no longer there.')).toBeVisible()
  expect(items()).toHaveLength(5)
  expect(scrolled).not.toHaveBeenCalled()
})

test('a recap says that the program wrote it, and shows the best three with the way to all', async () => {
  const place = (id: string, fullName: string, rank: number, value: number | null) => ({
    rank,
    member: { id, fullName, avatar: null },
    count: 2,
    value,
  })
  const best = [
    place('u2', 'Đỗ Minh', 1, 90_000_000),
    place('u3', 'Trần Hoa', 1, 90_000_000),
    place('u4', 'Lê Bình', 3, null),
  ]
  server.use(
    http.get('/group/{groupId}/post/{postId}', ({ response }) =>
      response(200).json(
        ok({
          ...POST,
          recap: { month: '2026-10', best },
          comments: { items: [], nextCursor: null, previousCursor: null },
        }),
      ),
    ),
  )
  await renderApp('/my-group/g1/p1')
  expect(await screen.findByText('Automatic recap')).toBeVisible()
  const places = within(screen.getByRole('list', { name: 'The three best sellers' })).getAllByRole('listitem')
  expect(places.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/Đỗ Minh₫90MJoint place 1$/),
    expect.stringMatching(/Trần Hoa₫90MJoint place 1$/),
    expect.stringMatching(/Lê Bình2 dealsPlace 3$/),
  ])
  const address = new URL(
    screen.getByRole('link', { name: 'See the leaderboard' }).getAttribute('href') ?? '',
    'http://x',
  )
  expect([address.pathname, Object.fromEntries(address.searchParams)]).toEqual([
    '/my-group/g1',
    { tab: 'statistics', show: 'ranking', day: '2026-10-01' },
  ])
})
