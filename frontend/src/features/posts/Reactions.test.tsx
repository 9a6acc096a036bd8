import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { loggedInAs, renderApp } from '~/test/renderApp'
import { http, ok, refused, server } from '~/test/server'
import { emptyState, POST, type State, serverHasGroup } from './fixtures'
import type { Post, ReactionKind } from './queries'
import { withReaction } from './reactions'

const MINH = { id: 'u2', fullName: 'Đỗ Minh', avatar: null }
const LIKED: Post = {
  ...POST,
  likeCount: 1,
  reactions: { counts: [{ kind: 'heart', count: 1 }], own: null, people: [MINH] },
}

let state: State
/** The reactions that the server was told, in order. */
let told: (ReactionKind | null)[]

beforeEach(() => {
  loggedInAs()
  state = emptyState()
  state.posts.approved = [LIKED]
  told = []
  serverHasGroup(state)
  const react = (own: ReactionKind | null) => {
    told.push(own)
    state.posts.approved = state.posts.approved.map((post) => withReaction(post, own))
    return ok(state.posts.approved[0] ?? POST)
  }
  server.use(
    http.put('/group/{groupId}/post/{postId}/reaction', async ({ request, response }) =>
      response(200).json(react((await request.json()).kind)),
    ),
    http.delete('/group/{groupId}/post/{postId}/reaction', ({ response }) => response(200).json(react(null))),
  )
})

const open = () => renderApp('/my-group/g1')
const like = () => screen.findByRole('button', { name: 'Like' })
/** The button that says who reacted. */
const summary = () => screen.findByRole('button', { name: /\(.*\d\)$/ })

test('a like shows at once and is taken back when it is refused', async () => {
  let answer: () => void = () => undefined
  const decided = new Promise<void>((resolve) => {
    answer = resolve
  })
  server.use(
    http.put('/group/{groupId}/post/{postId}/reaction', async ({ response }) => {
      await decided
      return response('default').json(refused(5009, ['This post is closed']), { status: 409 })
    }),
  )
  const { user } = await open()
  expect(await summary()).toHaveAccessibleName('Đỗ Minh (Like: 1)')
  await user.click(await like())
  expect(await like()).toHaveAttribute('aria-pressed', 'true')
  expect(await summary()).toHaveAccessibleName('You and Đỗ Minh (Like: 2)')
  answer()
  expect(await screen.findByText('This post is closed')).toBeVisible()
  await waitFor(async () => expect(await like()).toHaveAttribute('aria-pressed', 'false'))
  expect(await summary()).toHaveAccessibleName('Đỗ Minh (Like: 1)')
})

test('an arrow key opens the row, the arrows lead through it, and Escape leads back', async () => {
  const { user } = await open()
  const button = await like()
  button.focus()
  expect(button).toHaveAttribute('aria-haspopup', 'menu')
  await user.keyboard('{ArrowUp}')
  const row = await screen.findByRole('menu', { name: 'Choose a reaction' })
  const names = within(row)
    .getAllByRole('menuitemradio')
    .map((item) => item.getAttribute('aria-label'))
  expect(names).toEqual(['Like', 'Agree', 'Applause', 'Congratulations', 'Thanks', 'Funny'])
  expect(within(row).getByRole('menuitemradio', { name: 'Like' })).toHaveFocus()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
  expect(button).toHaveFocus()
  expect(told).toEqual([])

  await user.keyboard('{ArrowDown}{ArrowLeft}')
  expect(await screen.findByRole('menuitemradio', { name: 'Funny' })).toHaveFocus()
  await user.keyboard('{Home}{ArrowRight}{ArrowRight}{Enter}')
  await waitFor(() => expect(told).toEqual(['applause']))
  expect(screen.queryByRole('menu')).toBeNull()
  const own = await screen.findByRole('button', { name: 'Applause', pressed: true })
  expect(own).toHaveFocus()
  expect(await summary()).toHaveAccessibleName('You and Đỗ Minh (Like: 1, Applause: 1)')

  // Another choice replaces it, and the same one takes it back.
  for (const kept of [true, false]) {
    await user.keyboard('{ArrowUp}{End}{ArrowLeft}{Enter}')
    await waitFor(() => expect(told.at(-1)).toBe(kept ? 'thanks' : null))
  }
  expect(await screen.findByRole('button', { name: 'Like', pressed: false })).toBeVisible()
  expect(await summary()).toHaveAccessibleName('Đỗ Minh (Like: 1)')
  expect(told).toEqual(['applause', 'thanks', null])
})

test('the mouse opens the row by resting on the button, and a press does not', async () => {
  const { user } = await open()
  const button = await like()
  await user.click(button)
  await waitFor(() => expect(told).toEqual(['heart']))
  expect(screen.queryByRole('menu')).toBeNull()
  await user.unhover(button)
  await user.hover(button)
  await user.click(await screen.findByRole('menuitemradio', { name: 'Thanks' }))
  await waitFor(() => expect(told).toEqual(['heart', 'thanks']))
  expect(screen.queryByRole('menu')).toBeNull()
})

test('a held finger opens the row and chooses nothing', async () => {
  const { user } = await open()
  const button = await like()
  await user.pointer({ keys: '[TouchA>]', target: button })
  const row = await screen.findByRole('menu')
  await user.pointer({ keys: '[/TouchA]', target: button })
  expect(told).toEqual([])
  await user.pointer({ keys: '[TouchA]', target: within(row).getByRole('menuitemradio', { name: 'Agree' }) })
  await waitFor(() => expect(told).toEqual(['agree']))
})

test('a press on the names lists who reacted with which, also by kind and in parts', async () => {
  const lan = { id: 'u3', fullName: 'Lê Lan', avatar: null }
  state.posts.approved = [
    {
      ...POST,
      reactions: {
        counts: [
          { kind: 'heart', count: 13 },
          { kind: 'thanks', count: 2 },
        ],
        own: 'heart',
        people: [lan, MINH],
      },
    },
  ]
  const asked: string[] = []
  server.use(
    http.get('/group/{groupId}/post/{postId}/reaction', ({ request, response }) => {
      const { searchParams } = new URL(request.url)
      asked.push(searchParams.toString())
      const items = [
        { kind: 'thanks' as const, person: searchParams.get('cursor') ? MINH : lan },
        { kind: 'heart' as const, person: null },
      ].filter(({ kind }) => (searchParams.get('kind') ?? kind) === kind)
      return response(200).json(ok({ items, nextCursor: searchParams.get('cursor') ? null : '7-u3' }))
    }),
  )
  const { user, refetch } = await open()
  const names = await summary()
  expect(names).toHaveAccessibleName('You, Lê Lan and 13 others (Like: 13, Thanks: 2)')
  await user.click(names)
  const dialog = within(await screen.findByRole('dialog', { name: 'Reactions' }))
  const list = await dialog.findByRole('list', { name: 'Reactions' })
  const rows = within(list).getAllByRole('listitem')
  expect(rows[0]).toHaveTextContent(/Lê Lan.*Thanks/)
  expect(rows[1]).toHaveTextContent(/Former member.*Like/)
  await user.click(dialog.getByRole('button', { name: 'Show more reactions' }))
  await waitFor(() => expect(within(list).getAllByRole('listitem')).toHaveLength(4))
  await user.click(dialog.getByRole('button', { name: /Thanks 2/ }))
  await waitFor(() => expect(dialog.getAllByRole('listitem')).toHaveLength(1))
  expect(asked).toEqual(['', 'cursor=7-u3', 'kind=thanks'])

  // The thanks are taken back meanwhile, and with them the way to choose.
  const [post = POST] = state.posts.approved
  state.posts.approved = [
    { ...post, reactions: { ...post.reactions, counts: [{ kind: 'heart', count: 13 }] } },
  ]
  await refetch()
  expect(dialog.queryByRole('button', { name: /Thanks/ })).toBeNull()
  await waitFor(() => expect(dialog.getAllByRole('listitem')).toHaveLength(4))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(names).toHaveFocus())
})

test('those who may not answer see the reactions alone', async () => {
  state.posts.approved = [{ ...LIKED, isClosed: true, rights: { ...POST.rights, canAnswer: false } }]
  await open()
  expect(await like()).toBeDisabled()
  expect(await summary()).toBeEnabled()
})

test('a replaced reaction moves between the counts, the most frequent first', () => {
  const counts = (post: Post) => post.reactions.counts.map(({ kind, count }) => `${kind} ${count}`)
  const thanked = withReaction(LIKED, 'thanks')
  expect(counts(thanked)).toEqual(['heart 1', 'thanks 1'])
  expect(thanked).toMatchObject({ likeCount: 1, isLiked: false, reactions: { own: 'thanks' } })
  const liked = withReaction(thanked, 'heart')
  expect(counts(liked)).toEqual(['heart 2'])
  expect(liked).toMatchObject({ likeCount: 2, isLiked: true })
  expect(withReaction(liked, null)).toEqual(LIKED)
})
