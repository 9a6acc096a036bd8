import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { groupOf } from '~/features/groups/fixtures'
import { loggedInAs, renderApp } from '~/test/renderApp'
import { http, ok, refused, server } from '~/test/server'
import { COMMENT, emptyState, POST, type State, serverHasGroup, waiting } from './fixtures'
import type { Reported } from './queries'

let state: State
let bodies: { ids: string[]; action: string; reason?: string | null; versions?: Record<string, number> }[]

beforeEach(() => {
  loggedInAs()
  bodies = []
  state = emptyState()
  state.group = groupOf({ myRole: 'manager' })
  state.posts.pending = [waiting('p1', 'Một'), waiting('p2', 'Hai'), waiting('p3', 'Ba')]
  serverHasGroup(state)
  server.use(
    http.put('/group/{groupId}/post/review', async ({ request, response }) => {
      const body = await request.json()
      bodies.push(body)
      const decided = body.ids.filter((id) => id !== 'p3')
      state.posts.pending = state.posts.pending.filter(({ id }) => !body.ids.includes(id))
      if (decided.length === 0)
        return response('default').json(refused(5008, ['Nothing was decided']), { status: 409 })
      const left = body.ids.filter((id) => id === 'p3')
      const leftDecidedBy = left.length > 0 ? ['Trần Minh'] : []
      return response(200).json(ok({ decided, left, leftDecidedBy }, [`${decided.length} decided`]))
    }),
  )
})

async function open(search = '') {
  const app = await renderApp(`/my-group/g1?tab=review${search}`)
  await screen.findByRole('heading', { name: 'Posts waiting for approval' })
  return app
}

test('several are approved at once, in the version that was read, and the tab counts the waiting ones', async () => {
  const { user } = await open()
  expect(await screen.findByRole('tab', { name: /3/ })).toBeVisible()
  await user.click(screen.getByRole('checkbox', { name: 'Select all' }))
  await user.click(screen.getByRole('button', { name: 'Approve 3 posts' }))
  expect(await screen.findByText('2 posts are approved')).toBeVisible()
  expect(screen.getByText('1 post was left: Trần Minh has just decided.')).toBeVisible()
  expect(bodies[0]).toEqual({
    ids: ['p1', 'p2', 'p3'],
    versions: { p1: 3, p2: 3, p3: 3 },
    action: 'approve',
  })
  expect(await screen.findByText('No posts to review')).toBeVisible()
})

test('keys decide about the post that has the focus', async () => {
  const { user } = await open()
  const [first] = screen.getAllByRole('checkbox', { name: 'Select the post by Đỗ Minh' })
  first?.focus()
  await user.keyboard('r')
  const dialog = await screen.findByRole('dialog', { name: 'Reject 1 post' })
  const reason = within(dialog).getByRole('textbox', { name: 'Reason' })
  expect(reason).toHaveValue('')
  await user.type(reason, ' Lạc đề ')
  await user.click(within(dialog).getByRole('button', { name: 'Reject' }))
  await waitFor(() => expect(bodies).toHaveLength(1))
  expect(bodies[0]).toMatchObject({ ids: ['p1'], action: 'reject', reason: 'Lạc đề' })
  await waitFor(() => expect(screen.queryByText('Một')).toBeNull())
  screen.getAllByRole('checkbox', { name: 'Select the post by Đỗ Minh' })[0]?.focus()
  await user.keyboard('a')
  await waitFor(() => expect(bodies).toHaveLength(2))
  expect(bodies[1]).toMatchObject({ ids: ['p2'], action: 'approve' })
})

test('a post that another leader has already decided disappears, with a message', async () => {
  const { user } = await open()
  const card = screen.getByText('Ba').closest('article')
  if (!card) throw new Error('no card')
  await user.click(within(card).getByRole('button', { name: 'Approve' }))
  expect(await screen.findByText('Nothing was decided')).toBeVisible()
  await waitFor(() => expect(screen.queryByText('Ba')).toBeNull())
})

const REPORTED: Reported = {
  id: 'r1',
  postId: POST.id,
  commentId: COMMENT.id,
  author: COMMENT.author,
  text: 'Mua đi',
  images: [],
  reports: [{ reporterName: 'Lê Cúc', reason: 'Quảng cáo', createdAt: '2026-11-20T03:00:00Z' }],
}

test('a notification leads to the reported content, or says that it is resolved', async () => {
  const other = { ...REPORTED, id: 'r2', postId: 'p9', commentId: null, text: 'Bán xe' }
  server.use(http.get('/group/{groupId}/report', ({ response }) => response(200).json(ok([REPORTED, other]))))
  const { unmount } = await open('&report=p9')
  const section = await screen.findByRole('region', { name: 'Reported content' })
  const marked = within(section).getAllByRole('listitem', { current: true })
  expect(marked).toHaveLength(1)
  expect(marked[0]).toHaveTextContent('Bán xe')
  const [, link] = within(section).getAllByRole('link', { name: 'Open post' })
  expect(link).toHaveAttribute('href', '/my-group/g1/p9')
  const [toComment] = within(section).getAllByRole('link', { name: 'Open post' })
  expect(toComment).toHaveAttribute('href', `/my-group/g1/${POST.id}?comment=${COMMENT.id}`)
  unmount()
  server.use(http.get('/group/{groupId}/report', ({ response }) => response(200).json(ok([]))))
  await open('&report=p9')
  expect(await screen.findByText('The report you came for is resolved.')).toBeVisible()
})

test('reported content is kept or removed', async () => {
  let reported = [REPORTED]
  server.use(
    http.get('/group/{groupId}/report', ({ response }) => response(200).json(ok(reported))),
    http.put('/group/{groupId}/report/{id}/resolve', ({ response }) => {
      reported = []
      return response(200).json(ok({}, ['Settled']))
    }),
  )
  const { user } = await open()
  const section = await screen.findByRole('region', { name: 'Reported content' })
  expect(section).toHaveTextContent(/Comment by Đỗ Minh.*Mua đi.*Lê Cúc: Quảng cáo/)
  await user.click(within(section).getByRole('button', { name: 'Keep' }))
  expect(await screen.findByText(/^What .+ wrote stays$/)).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Reported content' })).toBeNull())
})
