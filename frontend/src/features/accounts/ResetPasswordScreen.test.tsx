import { screen } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { renderApp } from '~/test/renderApp'
import { http, ok, refused, server } from '~/test/server'

const PATH = '/auth/reset-password/tok'

const dead = () => HttpResponse.json(refused(5005, ['Over.']), { status: 404 })

test('a dead link says so at once, and leads to a new one', async () => {
  const asked: unknown[] = []
  server.use(
    http.post('/auth/reset-password/check', async ({ request, response }) => {
      asked.push(await request.json())
      return response.untyped(dead())
    }),
  )
  await renderApp(PATH)
  expect(await screen.findByRole('alert')).toHaveTextContent('used already or is too old')
  expect(screen.queryByLabelText('New password')).toBeNull()
  expect(screen.getByRole('link', { name: 'Ask for a new one' })).toHaveAttribute(
    'href',
    '/auth/forgot-password',
  )
  expect(asked).toEqual([{ token: 'tok' }])
})

test('a link that dies while a password is chosen says so as well', async () => {
  server.use(
    http.post('/auth/reset-password/check', ({ response }) => response(200).json(ok({}))),
    http.post('/auth/reset-password', ({ response }) => response.untyped(dead())),
  )
  const { user } = await renderApp(PATH)
  await user.type(await screen.findByLabelText('New password'), 'cua-rieng-toi')
  await user.type(screen.getByLabelText('Retype new password'), 'cua-rieng-toi')
  await user.click(screen.getByRole('button', { name: 'Save new password' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('used already or is too old')
})

test('when it cannot be found out, the form is there', async () => {
  server.use(
    http.post('/auth/reset-password/check', ({ response }) => response.untyped(HttpResponse.error())),
  )
  await renderApp(PATH)
  expect(await screen.findByLabelText('New password')).toBeVisible()
})
