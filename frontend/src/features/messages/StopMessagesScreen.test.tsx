import { screen } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { renderApp } from '~/test/renderApp'
import { http, ok, refused, server } from '~/test/server'

test('the link in a message asks before it stops anything, and takes it back', async () => {
  const calls: string[] = []
  server.use(
    http.get('/messages/subscription/{token}', ({ response }) =>
      response(200).json(ok({ host: 'Sao Mai', isStopped: false })),
    ),
    http.post('/messages/unsubscribe/{token}', ({ params, response }) => {
      calls.push(`stop ${params.token}`)
      return response(200).json(ok({}))
    }),
    http.delete('/messages/unsubscribe/{token}', ({ params, response }) => {
      calls.push(`again ${params.token}`)
      return response(200).json(ok({}))
    }),
  )
  const { user } = await renderApp('/stop-messages/1.2')
  expect(await screen.findByText(/^Sao Mai will send no more messages/)).toBeVisible()
  expect(calls).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Stop messages' }))
  expect(await screen.findByText(/^Sao Mai sends no more messages/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Get messages again' }))
  expect(await screen.findByText(/^Sao Mai will send no more messages/)).toBeVisible()
  expect(calls).toEqual(['stop 1.2', 'again 1.2'])
})

test('a key that no message carried says so', async () => {
  server.use(
    http.get('/messages/subscription/{token}', ({ response }) =>
      response.untyped(HttpResponse.json(refused(5005, ['This link is no longer valid.']), { status: 404 })),
    ),
  )
  await renderApp('/stop-messages/x')
  expect(await screen.findByText('This link is no longer valid.')).toBeVisible()
})
