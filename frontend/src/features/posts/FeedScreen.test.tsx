import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { groupOf, MY_GROUP } from '~/features/groups/fixtures'
import { loggedInAs, renderApp } from '~/test/renderApp'
import { http, ok, refused, server } from '~/test/server'
import { keepPostDraft, readPostDraft } from './draft'
import { POST } from './fixtures'
import type { Post } from './queries'

/** The queries of the feed, in order, apart from the checks for new posts. */
let asked: Record<string, string>[]
let posts: Post[]

const post = (number: number): Post => ({ ...POST, id: `p${number}`, text: `Bài ${number}` })

beforeEach(() => {
  loggedInAs()
  asked = []
  posts = [post(1), post(2)]
  server.use(
    http.get('/group/mine', ({ response }) => response(200).json(ok([]))),
    http.get('/group/feed', ({ request, response }) => {
      const query = Object.fromEntries(new URL(request.url).searchParams)
      if (query.limit === '1') return response(200).json(ok({ items: posts.slice(0, 1), nextCursor: null }))
      asked.push(query)
      if (query.cursor) return response(200).json(ok({ items: [post(2), post(3)], nextCursor: null }))
      return response(200).json(ok({ items: posts, nextCursor: 'next' }))
    }),
  )
})

const texts = () => screen.getAllByText(/^Bài \d$/).map(({ textContent }) => textContent)

test('goes on without showing a post twice', async () => {
  const { user } = await renderApp('/my-feed')
  expect(await screen.findByText('Bài 1')).toBeVisible()
  expect(screen.getAllByRole('link', { name: POST.group.name })).toHaveLength(2)
  await user.click(screen.getByRole('button', { name: 'Show more posts' }))
  expect(await screen.findByText('Bài 3')).toBeVisible()
  expect(texts()).toEqual(['Bài 1', 'Bài 2', 'Bài 3'])
  expect(asked).toEqual([
    { sort: 'newest', limit: '20' },
    { sort: 'newest', limit: '20', cursor: 'next' },
  ])
})

test('the order stands in the address', async () => {
  const { user, router } = await renderApp('/my-feed?sort=active')
  await screen.findByText('Bài 1')
  expect(asked[0]).toMatchObject({ sort: 'active' })
  expect(screen.getByRole('radio', { name: 'Recently active' })).toBeChecked()
  await user.click(screen.getByRole('radio', { name: 'Newest' }))
  await waitFor(() => expect(router.state.location.search).toEqual({}))
  expect(asked.at(-1)).toMatchObject({ sort: 'newest' })
})

test('nonsense in the address is the usual order', async () => {
  await renderApp('/my-feed?sort=best')
  await screen.findByText('Bài 1')
  expect(asked[0]).toMatchObject({ sort: 'newest' })
})

test('new posts are announced and do not move the posts being read', async () => {
  const { user, queryClient } = await renderApp('/my-feed')
  await screen.findByText('Bài 1')
  posts = [post(4), ...posts]
  await queryClient.refetchQueries({ queryKey: ['feed', 'newest'] })
  const hint = await screen.findByRole('button', { name: 'New posts' })
  expect(texts()).toEqual(['Bài 1', 'Bài 2'])
  await user.click(hint)
  await waitFor(() => expect(texts()[0]).toBe('Bài 4'))
  expect(screen.queryByRole('button', { name: 'New posts' })).toBeNull()
})

test('a post is begun at the top of the feed and goes to the chosen group', async () => {
  const groups = [
    { ...MY_GROUP, id: 'g0', name: 'Đã đóng', archivedAt: '2026-11-01T00:00:00Z' },
    MY_GROUP,
    { ...MY_GROUP, id: 'g2', name: 'Cà phê', myRole: 'member' as const },
  ]
  const sent: unknown[] = []
  server.use(
    http.get('/group/feed', ({ response }) => response(200).json(ok({ items: posts, nextCursor: null }))),
    http.get('/group/mine', ({ response }) => response(200).json(ok(groups))),
    http.get('/group/{groupId}', ({ params, response }) =>
      response(200).json(ok(groupOf({ postApproval: 'all' }, { id: params.groupId }))),
    ),
    http.post('/group/{groupId}/post', async ({ params, request, response }) => {
      sent.push([params.groupId, (await request.json()).text])
      return response(200).json(ok(POST, ['Posted']))
    }),
  )
  const { user } = await renderApp('/my-feed')
  await user.click(await screen.findByRole('button', { name: /^What would you like to share/ }))
  const text = screen.getByRole('textbox', { name: 'Write a post for the group' })
  expect(text).toHaveFocus()
  await user.type(text, 'Mời ')
  await user.click(screen.getByRole('combobox', { name: 'Post in' }))
  expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual([
    MY_GROUP.name,
    'Cà phê',
  ])
  await user.click(screen.getByRole('option', { name: 'Cà phê' }))
  const moved = screen.getByRole('textbox', { name: 'Write a post for the group' })
  expect(moved).toHaveValue('Mời ')
  await user.type(moved, 'cả nhà')
  await user.click(await screen.findByRole('button', { name: 'Send for approval' }))
  await waitFor(() => expect(sent).toEqual([['g2', 'Mời cả nhà']]))
})

test('an uploading picture goes along to the chosen group, or is kept where the post stays', async () => {
  const groups = [
    MY_GROUP,
    { ...MY_GROUP, id: 'g2', name: 'Cà phê' },
    { ...MY_GROUP, id: 'g3', name: 'Chạy bộ' },
  ]
  keepPostDraft('g3', { text: 'Chạy cuối tuần', images: [], key: 'k3' })
  const ends: (() => void)[] = []
  const sent: unknown[] = []
  server.use(
    http.get('/group/feed', ({ response }) => response(200).json(ok({ items: posts, nextCursor: null }))),
    http.get('/group/mine', ({ response }) => response(200).json(ok(groups))),
    http.get('/group/{groupId}', ({ params, response }) =>
      response(200).json(ok(groupOf({}, { id: params.groupId }))),
    ),
    http.post('/upload', async ({ response }) => {
      const id = `f${ends.length + 1}`
      await new Promise<void>((resolve) => ends.push(resolve))
      return response(200).json(ok({ id, url: `/api/upload/${id}` }))
    }),
    http.get('/upload/{id}/{width}', ({ response }) =>
      response('default').json(refused(5005, ['Gone']), { status: 404 }),
    ),
    http.post('/group/{groupId}/post', async ({ params, request, response }) => {
      sent.push([params.groupId, await request.json()])
      return response(200).json(ok(POST, ['Posted']))
    }),
  )
  const { user } = await renderApp('/my-feed')
  await user.click(await screen.findByRole('button', { name: /^What would you like to share/ }))
  const choose = async (name: string) => {
    await user.click(screen.getByRole('combobox', { name: 'Post in' }))
    await user.click(await screen.findByRole('option', { name }))
  }
  const addPicture = async (count: number) => {
    const input = document.querySelector<HTMLInputElement>('div:not([hidden]) > form input[type=file]')
    if (!input) throw new Error('no input')
    await user.upload(input, new File(['x'], 'a.png', { type: 'image/png' }))
    await waitFor(() => expect(ends).toHaveLength(count))
  }
  await addPicture(1)
  await choose('Cà phê')
  expect(screen.getByRole('progressbar', { name: 'Image 1' })).toBeVisible()
  ends[0]?.()
  expect(await screen.findByRole('button', { name: 'Remove image 1' })).toBeVisible()
  expect(readPostDraft('g2').images).toEqual(['/api/upload/f1'])

  // Another post is begun there, so this one stays and its second picture arrives.
  await addPicture(2)
  await choose('Chạy bộ')
  expect(screen.getByRole('textbox', { name: 'Write a post for the group' })).toHaveValue('Chạy cuối tuần')
  ends[1]?.()
  await waitFor(() => expect(readPostDraft('g2').images).toHaveLength(2))
  await choose('Cà phê')
  expect(await screen.findByRole('button', { name: 'Remove image 2' })).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Post' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent).toEqual([['g2', { text: '', images: ['/api/upload/f1', '/api/upload/f2'] }]])
  expect(readPostDraft('g3').text).toBe('Chạy cuối tuần')
})

test('an empty composer makes room for the post that is written, and the group stays while a post is sent', async () => {
  const groups = [
    { ...MY_GROUP, id: 'g1' },
    { ...MY_GROUP, id: 'g2', name: 'Cà phê' },
  ]
  keepPostDraft('g2', { text: 'Sáng thứ Bảy', images: [], key: 'k2' })
  const sent: unknown[] = []
  let arrive = () => {}
  server.use(
    http.get('/group/feed', ({ response }) => response(200).json(ok({ items: posts, nextCursor: null }))),
    http.get('/group/mine', ({ response }) => response(200).json(ok(groups))),
    http.get('/group/{groupId}', ({ params, response }) =>
      response(200).json(ok(groupOf({}, { id: params.groupId }))),
    ),
    http.post('/group/{groupId}/post', async ({ params, request, response }) => {
      sent.push([params.groupId, (await request.json()).text])
      await new Promise<void>((resolve) => {
        arrive = resolve
      })
      return response(200).json(ok(POST, ['Posted']))
    }),
  )
  const { user } = await renderApp('/my-feed')
  await user.click(await screen.findByRole('button', { name: /^What would you like to share/ }))
  const text = () => screen.getByRole('textbox', { name: 'Write a post for the group' })
  const chosen = () => screen.getByRole('combobox', { name: 'Post in' })
  const choose = async (name: string) => {
    await user.click(chosen())
    await user.click(await screen.findByRole('option', { name }))
    expect(chosen()).toHaveValue(name)
  }
  const send = async (count: number) => {
    await user.click(screen.getByRole('button', { name: 'Post' }))
    await waitFor(() => expect(sent).toHaveLength(count))
    expect(chosen()).toBeDisabled()
    arrive()
    await waitFor(() => expect(chosen()).toBeEnabled())
    expect(text()).toHaveValue('')
  }
  expect(text()).toHaveValue('')
  await choose('Cà phê')
  expect(text()).toHaveValue('Sáng thứ Bảy')
  await choose(MY_GROUP.name)
  expect(text()).toHaveValue('Sáng thứ Bảy')
  expect(readPostDraft('g2').text).toBe('')
  await send(1)

  // Of two posts one is sent: its composer is empty, and the other post can take its place.
  await user.type(text(), 'Ở lại')
  keepPostDraft('g2', { text: 'Đi trước', images: [], key: 'k3' })
  await choose('Cà phê')
  expect(text()).toHaveValue('Đi trước')
  await send(2)
  await choose(MY_GROUP.name)
  expect(text()).toHaveValue('Ở lại')
  await choose('Cà phê')
  expect(text()).toHaveValue('Ở lại')
  await send(3)
  expect(sent).toEqual([
    ['g1', 'Sáng thứ Bảy'],
    ['g2', 'Đi trước'],
    ['g2', 'Ở lại'],
  ])
  expect(readPostDraft('g1').text).toBe('')
})

test('an empty feed says where groups are', async () => {
  server.use(
    http.get('/group/feed', ({ response }) => response(200).json(ok({ items: [], nextCursor: null }))),
  )
  await renderApp('/my-feed')
  expect(await screen.findByText('Your feed is empty')).toBeVisible()
  expect(within(screen.getByRole('main')).getByRole('link', { name: 'Discover groups' })).toHaveAttribute(
    'href',
    '/discovery',
  )
})

test('a post that is not there says so', async () => {
  server.use(
    http.get('/group/{groupId}/post/{postId}', ({ response }) =>
      response('default').json(refused(5005, ['gone']), { status: 404 }),
    ),
  )
  await renderApp('/my-group/g1/p1')
  expect(await screen.findByText('Post not found')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Back to the group' })).toHaveAttribute('href', '/my-group/g1')
})
