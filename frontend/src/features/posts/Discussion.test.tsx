import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loggedInAs, renderApp } from '~/test/renderApp'
import { http, ok, refused, server } from '~/test/server'
import { COMMENT, emptyState, POST, type State, serverHasGroup } from './fixtures'
import type { Post } from './queries'

let state: State

beforeEach(() => {
  loggedInAs()
  state = emptyState()
  serverHasGroup(state)
})

afterEach(() => vi.unstubAllGlobals())

const open = () => renderApp('/my-group/g1')
const writing = () => screen.findByRole('textbox', { name: 'Write a post for the group' })

test('a post that cannot be sent stays, and is sent again under the same name', async () => {
  const sent: { key: string | null; body: unknown }[] = []
  server.use(
    http.post('/group/{groupId}/post', async ({ request, response }) => {
      sent.push({ key: request.headers.get('idempotency-key'), body: await request.json() })
      if (sent.length === 1)
        return response('default').json(refused(5003, ['Try again later']), { status: 503 })
      const post: Post = { ...POST, text: 'Xin chào', status: 'pending' }
      state.posts.pending = [post]
      return response(200).json(ok(post, ['Post sent']))
    }),
  )
  const { user, unmount } = await open()
  expect(await screen.findByText('No posts yet')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Send for approval' }))
  expect(screen.getByText('Write something or add an image')).toBeVisible()
  await user.type(await writing(), 'Xin chào')
  await user.click(screen.getByRole('button', { name: 'Send for approval' }))
  expect(await screen.findByText('Try again later')).toBeVisible()
  expect(await writing()).toHaveValue('Xin chào')
  unmount()

  const again = await open()
  expect(await writing()).toHaveValue('Xin chào')
  await again.user.click(screen.getByRole('button', { name: 'Send for approval' }))
  expect(await screen.findByText('Waiting for approval')).toBeVisible()
  expect(screen.queryByText('No posts yet')).toBeNull()
  expect(await writing()).toHaveValue('')
  expect(sent[1]?.body).toEqual({ text: 'Xin chào', images: [] })
  expect(sent[1]?.key).toBe(sent[0]?.key)
})

test('images are uploaded while the text is written, and can be removed', async () => {
  let count = 0
  server.use(
    http.post('/upload', ({ response }) => {
      count += 1
      return response(200).json(ok({ id: `f${count}`, url: `/api/upload/f${count}` }))
    }),
  )
  const bodies: unknown[] = []
  server.use(
    http.post('/group/{groupId}/post', async ({ request, response }) => {
      bodies.push(await request.json())
      return response(200).json(ok(POST))
    }),
  )
  const { user } = await open()
  await writing()
  const picture = (name: string) => new File(['x'], name, { type: 'image/png' })
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  if (!input) throw new Error('no input')
  await user.upload(input, [picture('a.png'), picture('b.png')])
  const chosen = await screen.findByRole('list', { name: 'Chosen images' })
  await waitFor(() => expect(within(chosen).queryByRole('progressbar')).toBeNull())
  await user.click(screen.getByRole('button', { name: 'Remove image 1' }))
  await user.click(screen.getByRole('button', { name: 'Send for approval' }))
  await waitFor(() => expect(bodies).toHaveLength(1))
  expect(bodies[0]).toMatchObject({ text: '', images: [expect.stringMatching(/^\/api\/upload\/f[12]$/)] })
})

test('images keep the order of their choice, whichever upload ends first', async () => {
  let count = 0
  let endFirst: () => void = () => undefined
  const first = new Promise<void>((resolve) => {
    endFirst = resolve
  })
  const bodies: unknown[] = []
  server.use(
    http.post('/upload', async ({ response }) => {
      count += 1
      const id = `f${count}`
      if (id === 'f1') await first
      return response(200).json(ok({ id, url: `/api/upload/${id}` }))
    }),
    http.get('/upload/{id}/{width}', ({ response }) =>
      response('default').json(refused(5005, ['Gone']), { status: 404 }),
    ),
    http.post('/group/{groupId}/post', async ({ request, response }) => {
      bodies.push(await request.json())
      return response(200).json(ok(POST))
    }),
  )
  const { user } = await open()
  await writing()
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  if (!input) throw new Error('no input')
  const picture = (name: string) => new File(['x'], name, { type: 'image/png' })
  await user.upload(input, [picture('a.png'), picture('b.png'), picture('c.png')])
  expect(await screen.findByRole('button', { name: 'Remove image 3' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Remove image 1' })).toBeNull()
  endFirst()
  expect(await screen.findByRole('button', { name: 'Remove image 1' })).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Send for approval' }))
  await waitFor(() => expect(bodies).toHaveLength(1))
  const images = ['f1', 'f2', 'f3'].map((id) => `/api/upload/${id}`)
  expect(bodies[0]).toMatchObject({ images })
})

test('own posts that others do not see say why', async () => {
  const own = { ...POST.rights, canEdit: true, canRemove: true, canAnswer: false, canReport: false }
  state.posts.pending = [{ ...POST, id: 'p2', text: 'Đang chờ', status: 'pending', rights: own }]
  state.posts.rejected = [
    { ...POST, id: 'p3', text: 'Bán hàng', status: 'rejected', reason: 'Lạc đề', rights: own },
  ]
  await open()
  const section = await screen.findByRole('region', { name: "Your posts that others don't see yet" })
  expect(section).toHaveTextContent(/Waiting for approval.*Only you and the leaders/)
  expect(section).toHaveTextContent(/Rejected.*Reason: Lạc đề/)
})

test('both texts are shown of a post that another person changed meanwhile', async () => {
  const own = { ...POST.rights, canEdit: true }
  const post: Post = { ...POST, id: 'p2', text: 'Họp thứ sáu', status: 'pending', version: 3, rights: own }
  const theirs: Post = { ...post, text: 'Họp thứ bảy', images: ['/api/upload/f1'], version: 4 }
  state.posts.pending = [post]
  const bodies: unknown[] = []
  server.use(
    http.put('/group/{groupId}/post/{postId}', async ({ request, response }) => {
      const body = await request.json()
      bodies.push(body)
      if (body.version === theirs.version) return response(200).json(ok({ ...theirs, version: 5 }))
      const refusal = { ...refused(5008, ['Another person has changed this.']), data: { ...theirs } }
      return response('default').json(refusal, { status: 409 })
    }),
    http.get('/upload/{id}/{width}', ({ response }) =>
      response('default').json(refused(5005, ['Gone']), { status: 404 }),
    ),
  )
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'Post actions' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Edit post' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit post' }))
  const text = dialog.getByRole('textbox', { name: 'Text' })
  await user.clear(text)
  await user.type(text, 'Họp chủ nhật')
  await user.click(dialog.getByRole('button', { name: 'Save' }))

  const choice = within(await dialog.findByRole('radiogroup', { name: 'Text' }))
  expect(choice.getByRole('radio', { name: 'Theirs: Họp thứ bảy' })).not.toBeChecked()
  expect(choice.getByRole('radio', { name: 'Yours: Họp chủ nhật' })).toBeChecked()
  expect(text).toHaveValue('Họp chủ nhật')
  // Images that were not touched are the stored ones.
  expect(dialog.getByRole('radio', { name: 'Theirs: 1' })).toBeChecked()
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(bodies).toHaveLength(2))
  expect(bodies).toEqual([
    { text: 'Họp chủ nhật', images: [], version: 3 },
    { text: 'Họp chủ nhật', images: theirs.images, version: 4 },
  ])
})

test.each(['approved', 'rejected'] as const)(
  'a leader who edits a post that was %s meanwhile keeps the text and sees both',
  async (status) => {
    const rights = { ...POST.rights, canEdit: true, canClose: true }
    const post: Post = { ...POST, id: 'p2', text: 'Họp thứ sáu', status: 'pending', version: 3, rights }
    const stored: Post = { ...post, status, version: 4, rights: { ...rights, canEdit: false } }
    state.posts.pending = [post]
    let sent = 0
    server.use(
      http.put('/group/{groupId}/post/{postId}', ({ response }) => {
        sent += 1
        const refusal = { ...refused(5008, ['Another person has changed this.']), data: { ...stored } }
        return response('default').json(refusal, { status: 409 })
      }),
    )
    const { user } = await open()
    await user.click(await screen.findByRole('button', { name: 'Post actions' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Edit post' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit post' }))
    const text = dialog.getByRole('textbox', { name: 'Text' })
    await user.clear(text)
    await user.type(text, 'Họp chủ nhật')
    await user.click(dialog.getByRole('button', { name: 'Save' }))

    const notice = await dialog.findByRole('alert')
    expect(notice).toHaveTextContent(`The post was ${status} in the meantime`)
    expect(notice).toHaveTextContent('Họp thứ sáu')
    expect(text).toHaveValue('Họp chủ nhật')
    expect(dialog.queryByRole('button', { name: 'Save' })).toBeNull()
    await user.click(dialog.getByRole('button', { name: 'Copy your text' }))
    expect(await navigator.clipboard.readText()).toBe('Họp chủ nhật')
    expect(sent).toBe(1)
  },
)

test('links are safe, and nothing else becomes one', async () => {
  state.posts.approved = [{ ...POST, text: 'Xem https://hoi.vn/a. <b>javascript:alert(1)</b>' }]
  await open()
  const link = await screen.findByRole('link', { name: 'https://hoi.vn/a' })
  expect(link).toHaveAttribute('rel', 'noopener noreferrer nofollow ugc')
  expect(link.parentElement).toHaveTextContent('Xem https://hoi.vn/a. <b>javascript:alert(1)</b>')
})

test('comments come with their answers, and another one is added', async () => {
  state.posts.approved = [{ ...POST, commentCount: 2 }]
  state.comments = [
    { ...COMMENT, isRemoved: true, text: '', author: null },
    { ...COMMENT, id: 'c2', parentId: 'c1', text: 'Đáp lại' },
  ]
  const bodies: unknown[] = []
  server.use(
    http.post('/group/{groupId}/post/{postId}/comment', async ({ request, response }) => {
      bodies.push(await request.json())
      const added = { ...COMMENT, id: 'c3', parentId: 'c1', text: 'Cảm ơn' }
      state.comments = [...state.comments, added]
      return response(200).json(ok(added))
    }),
  )
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: '2 comments' }))
  const list = await screen.findByRole('list', { name: 'Comments' })
  expect(list).toHaveTextContent(/This comment was removed.*Đáp lại/)
  await user.click(within(list).getByRole('button', { name: 'Reply' }))
  const reply = screen.getByRole('textbox', { name: 'Reply to Đỗ Minh' })
  await user.type(reply, 'Cảm ơn')
  await user.click(within(list).getByRole('button', { name: 'Send comment' }))
  expect(await screen.findByText('Cảm ơn')).toBeVisible()
  expect(bodies).toEqual([{ text: 'Cảm ơn', parentId: 'c2' }])
  expect(screen.getByRole('button', { name: '3 comments' })).toBeVisible()
})

test('a comment on a post that was closed meanwhile keeps its text, to be copied', async () => {
  state.posts.approved = [{ ...POST, commentCount: 1 }]
  state.comments = [COMMENT]
  const closed: Post = { ...POST, isClosed: true, rights: { ...POST.rights, canAnswer: false } }
  server.use(
    http.post('/group/{groupId}/post/{postId}/comment', ({ response }) => {
      state.posts.approved = [closed]
      return response('default').json(refused(5009, ['This post is closed']), { status: 409 })
    }),
  )
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: '1 comment' }))
  const field = await screen.findByRole('textbox', { name: 'Write a comment' })
  await user.type(field, 'Viết mãi mới xong')
  await user.click(screen.getByRole('button', { name: 'Send comment' }))
  expect(
    await screen.findByText('This comment was not sent. You can copy it to use it elsewhere.'),
  ).toBeVisible()
  expect(field).toHaveValue('Viết mãi mới xong')
  expect(field).toHaveAttribute('readonly')
  expect(screen.queryByRole('button', { name: 'Send comment' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Copy' })).toBeVisible()
})

test('what is typed while a comment is on its way stays for the next one', async () => {
  state.posts.approved = [{ ...POST, commentCount: 1 }]
  state.comments = [COMMENT]
  let arrive = () => {}
  server.use(
    http.post('/group/{groupId}/post/{postId}/comment', async ({ response }) => {
      await new Promise<void>((resolve) => {
        arrive = resolve
      })
      return response(200).json(ok({ ...COMMENT, id: 'c2' }))
    }),
  )
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: '1 comment' }))
  const field = await screen.findByRole('textbox', { name: 'Write a comment' })
  await user.type(field, 'Cảm ơn')
  await user.click(screen.getByRole('button', { name: 'Send comment' }))
  await user.type(field, ' cả nhà')
  arrive()
  await waitFor(() => expect(field).toHaveValue('cả nhà'))
})

test("the menu offers the caller's actions", async () => {
  state.posts.approved = [
    { ...POST, rights: { ...POST.rights, canPin: true, canClose: true, canRemove: true, canReport: false } },
  ]
  server.use(
    http.put('/group/{groupId}/post/{postId}/close', ({ response }) => {
      state.posts.approved = state.posts.approved.map((post) => ({ ...post, isClosed: true }))
      return response(200).json(ok({ ...POST, isClosed: true }, ['Post closed.']))
    }),
    http.delete('/group/{groupId}/post/{postId}', ({ response }) => {
      state.posts.approved = []
      return response(200).json(ok({}, ['Post removed']))
    }),
  )
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'Post actions' }))
  const items = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)
  expect(items).toEqual(['Pin to the top of the group', 'Close post', 'Remove post'])
  await user.click(screen.getByRole('menuitem', { name: 'Close post' }))
  expect(await screen.findByText('Closed')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Post actions' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Remove post' }))
  const question = await screen.findByRole('dialog', { name: 'Remove this post?' })
  await user.click(within(question).getByRole('button', { name: 'Remove post' }))
  expect(await screen.findByText('No posts yet')).toBeVisible()
})

test('authors are asked before they close a post, because only leaders reopen it', async () => {
  state.posts.approved = [{ ...POST, rights: { ...POST.rights, canClose: true } }]
  let closed = 0
  server.use(
    http.put('/group/{groupId}/post/{postId}/close', ({ response }) => {
      closed += 1
      return response(200).json(ok({ ...POST, isClosed: true }, ['Post closed.']))
    }),
  )
  const { user } = await open()
  for (const [answer, calls] of [
    ['Cancel', 0],
    ['Close post', 1],
  ] as const) {
    await user.click(await screen.findByRole('button', { name: 'Post actions' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Close post' }))
    const question = within(await screen.findByRole('dialog', { name: 'Close this post?' }))
    await user.click(question.getByRole('button', { name: answer }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(closed).toBe(calls))
  }
  // There is nothing that they could undo.
  expect(await screen.findByText(/is closed and takes no more comments$/)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
})

test('images are fetched with the login and open large', async () => {
  state.posts.approved = [{ ...POST, images: ['/api/upload/f1', '/api/upload/f2'], image: '/api/upload/f1' }]
  const asked: string[] = []
  server.use(
    http.get('/upload/{id}/{width}', ({ params, request, response }) => {
      expect(request.headers.get('authorization')).toMatch(/^Bearer /)
      asked.push(params.id)
      return response.untyped(new HttpResponse('PNG', { headers: { 'content-type': 'image/png' } }))
    }),
  )
  // The blob of a fetched answer is of another class than jsdom's, and jsdom makes no addresses of blobs.
  vi.stubGlobal('Blob', (await new Response('').blob()).constructor)
  Object.assign(URL, { createObjectURL: () => 'blob:image', revokeObjectURL: () => undefined })
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'View image 1 of 2' }))
  const dialog = await screen.findByRole('dialog', { name: 'Image 1 of 2' })
  expect(
    await within(dialog).findByRole('img', { name: 'Image 1 of 2 in the post by Đỗ Minh' }),
  ).toBeVisible()
  await user.keyboard('{ArrowRight}')
  expect(await screen.findByRole('dialog', { name: 'Image 2 of 2' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Next image' })).toBeDisabled()
  await waitFor(() => expect(asked).toEqual(['f1', 'f2']))
})

test('of the post of an erased account only its place is left, and it was not edited', async () => {
  state.posts.approved = [{ ...POST, author: null, text: '—', editedAt: '2026-03-02T02:00:00Z' }]
  await open()
  expect(await screen.findByText('The content was erased')).toBeVisible()
  expect(screen.getByText('Former member')).toBeVisible()
  expect(screen.queryByText(/edited/)).toBeNull()
})
