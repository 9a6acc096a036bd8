import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { loggedInAs, renderApp } from '~/test/renderApp'
import { http, NO_PAGE, ok, refused, server } from '~/test/server'

const OPEN = { ...NO_PAGE, slug: 'sao-mai', isOn: true, version: 1 }

async function openPage(settings = NO_PAGE) {
  loggedInAs()
  server.use(http.get('/users/me/page', ({ response }) => response(200).json(ok(settings))))
  return renderApp('/profile?tab=page')
}

test('an organiser chooses an address and switches the page on', async () => {
  const app = await openPage()
  const bodies: unknown[] = []
  server.use(
    http.put('/users/me/page', async ({ request, response }) => {
      bodies.push(await request.json())
      return response(200).json(ok(OPEN))
    }),
  )
  const slug = await screen.findByLabelText(/^Address of the page/)
  expect(screen.queryByRole('link', { name: 'Open the page' })).not.toBeInTheDocument()
  await app.user.type(slug, 'Sao Mai')
  await app.user.click(screen.getByRole('button', { name: 'Update the public page' }))
  expect(await screen.findByText(/^Use 3–40 characters/)).toBeVisible()
  await app.user.clear(slug)
  await app.user.type(slug, 'sao-mai')
  await app.user.click(screen.getByRole('switch', { name: 'Show the public page' }))
  await app.user.click(screen.getByRole('button', { name: 'Update the public page' }))
  expect(await screen.findByRole('link', { name: 'Open the page' })).toHaveAttribute('href', '/o/sao-mai')
  expect(bodies).toMatchObject([{ slug: 'sao-mai', name: 'Sao Mai', isOn: true, version: 0 }])
})

test('an address that another page has is told at its field', async () => {
  const app = await openPage(OPEN)
  server.use(
    http.put('/users/me/page', ({ response }) =>
      response('default').json(refused(5002, [], { slug: ['Another page has this address.'] }), {
        status: 400,
      }),
    ),
  )
  const slug = await screen.findByLabelText(/^Address of the page/)
  await app.user.type(slug, '-2')
  await app.user.click(screen.getByRole('button', { name: 'Update the public page' }))
  expect(await screen.findByText('Another page has this address.')).toBeVisible()
  expect(slug).toHaveFocus()
})
