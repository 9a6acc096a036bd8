import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { Providers } from '~/app/Providers'
import { groupKey } from '~/features/groups/queries'
import { createQueryClient } from '~/lib/queryClient'
import { startSession } from '~/lib/session'
import { leaveBehind, stay } from '~/lib/typed'
import { http, LOGIN_RESULT, ok, server } from '~/test/server'
import { Composer } from './Composer'
import { readPostDraft } from './draft'
import { POST } from './fixtures'

beforeEach(() => startSession(LOGIN_RESULT, true))

test('a post that is being written is something to lose, so the end of the session is said first', async () => {
  render(
    <Providers queryClient={createQueryClient(() => undefined)} env="test">
      <Composer groupId="g1" mayWait={false} />
    </Providers>,
  )
  expect(leaveBehind('session')).toBe(false)
  await userEvent.type(screen.getByRole('textbox'), 'Chào cả nhóm')
  expect(leaveBehind('session')).toBe(true)
  stay()
})

test('a post that is on its way belongs to the group of the press, also when another one is chosen meanwhile', async () => {
  const sent: unknown[] = []
  let arrive = () => {}
  server.use(
    http.post('/group/{groupId}/post', async ({ params, request, response }) => {
      sent.push([params.groupId, (await request.json()).text])
      await new Promise<void>((resolve) => {
        arrive = resolve
      })
      return response(200).json(ok(POST, ['Posted']))
    }),
  )
  const postsKey = (groupId: string) => [...groupKey(groupId), 'posts']
  const queryClient = createQueryClient(() => undefined)
  for (const id of ['g1', 'g2']) queryClient.setQueryData(postsKey(id), [])
  const composerOf = (groupId: string) => (
    <Providers queryClient={queryClient} env="test">
      <Composer groupId={groupId} mayWait={false} />
    </Providers>
  )
  const view = render(composerOf('g1'))
  await userEvent.type(screen.getByRole('textbox'), 'Chào cả nhóm')
  await userEvent.click(screen.getByRole('button', { name: 'Post' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  view.rerender(composerOf('g2'))
  expect(readPostDraft('g2').text).toBe('Chào cả nhóm')
  arrive()
  await waitFor(() => expect(screen.getByRole('textbox')).toHaveValue(''))
  expect(sent).toEqual([['g1', 'Chào cả nhóm']])
  expect(readPostDraft('g2').text).toBe('')
  expect(queryClient.getQueryState(postsKey('g1'))?.isInvalidated).toBe(true)
  expect(queryClient.getQueryState(postsKey('g2'))?.isInvalidated).toBe(false)
})

test('what is typed while a post is on its way stays for the next one', async () => {
  let arrive = () => {}
  server.use(
    http.post('/group/{groupId}/post', async ({ response }) => {
      await new Promise<void>((resolve) => {
        arrive = resolve
      })
      return response(200).json(ok(POST, ['Posted']))
    }),
  )
  render(
    <Providers queryClient={createQueryClient(() => undefined)} env="test">
      <Composer groupId="g3" mayWait={false} />
    </Providers>,
  )
  const field = screen.getByRole('textbox')
  await userEvent.type(field, 'Chào cả nhóm')
  await userEvent.click(screen.getByRole('button', { name: 'Post' }))
  await userEvent.type(field, ' Mai gặp nhé')
  arrive()
  await waitFor(() => expect(field).toHaveValue('Mai gặp nhé'))
  expect(readPostDraft('g3').text).toBe('Mai gặp nhé')
})
