import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { loggedInAs, renderApp } from '~/test/renderApp'
import { http, ok, server } from '~/test/server'
import type { OwnDataRequest } from './queries'

test('an account reads its data, and asks to be erased after reading the consequences', async () => {
  loggedInAs()
  const requests: OwnDataRequest[] = []
  const sent: unknown[] = []
  server.use(
    http.get('/users/me/data', ({ response }) =>
      response(200).json(
        ok({
          eventId: null,
          eventTitle: null,
          organiser: 'hoi.example',
          contact: null,
          facts: [
            { name: 'post', label: 'Post', value: 'Chào cả nhà', kind: 'text' },
            {
              name: 'avatar',
              label: 'Picture',
              value: 'https://hoi.example/api/files/f1.2.ab',
              kind: 'picture',
            },
          ],
          requests,
        }),
      ),
    ),
    http.post('/users/me/data-requests', async ({ request, response }) => {
      sent.push(await request.json())
      const made: OwnDataRequest = {
        kind: 'erasure',
        content: '',
        askedAt: '2026-11-20T01:30:00Z',
        answerBy: '2026-11-24T16:59:59Z',
        doneBy: '2026-12-05T16:59:59Z',
        answer: null,
        result: null,
        reason: null,
        closedAt: null,
      }
      requests.push(made)
      return response(200).json(ok(made, ['Your request was sent to the administrators']))
    }),
  )
  const { user } = await renderApp('/profile?tab=data')
  await user.click(await screen.findByRole('button', { name: 'Show data' }))
  expect(screen.getByText('Chào cả nhà')).toBeVisible()
  expect(screen.getByRole('img', { name: 'Picture' })).toHaveAttribute('src', '/api/files/f1.2.ab')
  await user.click(screen.getByRole('radio', { name: 'Erase data' }))
  expect(screen.getByText(/you leave all groups/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Send request' }))
  await waitFor(() => expect(sent).toEqual([{ kind: 'erasure', content: '' }]))
  expect(await screen.findByText(/Answer due by the end of/)).toBeVisible()
  expect(screen.queryByRole('radio', { name: 'Erase data' }), 'one of a kind is open').toBeNull()
  await user.click(screen.getByRole('button', { name: 'Send request' }))
  expect(sent, 'a correction needs a text').toHaveLength(1)
})
