import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { DUC, HOA, serverHasPeople } from '~/features/participants/fixtures'
import { loggedInAs, renderApp } from '~/test/renderApp'
import { http, ok, server } from '~/test/server'

async function opened(path: string) {
  loggedInAs({ role: 'COMMITTEE' })
  serverHasPeople([DUC, HOA])
  server.use(
    http.get('/event', ({ response }) => response.untyped(HttpResponse.json(ok({ items: [], total: 0 })))),
  )
  const app = await renderApp(path)
  await app.user.keyboard('{Control>}k{/Control}')
  const dialog = within(await screen.findByRole('dialog', { name: 'Quick search' }))
  return { ...app, dialog, field: dialog.getByRole('combobox') }
}

test('leads to a guest of the event that is open', async () => {
  const { user, dialog, field, router } = await opened('/participant-management/ev1')
  await waitFor(() => expect(field).toHaveFocus())
  await user.keyboard('hoa')
  await user.click(await dialog.findByRole('option', { name: /Trần Thị Hoa/ }))
  await waitFor(() => expect(router.state.location.search).toMatchObject({ person: 'a2' }))
  expect(screen.queryByRole('dialog', { name: 'Quick search' })).toBeNull()
})

test('leads to the parts of the event and to all screens with the keyboard, and finds them without accents', async () => {
  const { user, dialog, path } = await opened('/participant-management/ev1')
  expect(await dialog.findByRole('option', { name: /Door/ })).toBeVisible()
  await user.keyboard('notif')
  await waitFor(() => expect(dialog.queryByRole('option', { name: /Door/ })).toBeNull())
  await waitFor(() =>
    expect(dialog.getByRole('option', { name: 'Notifications' })).toHaveAttribute('data-combobox-selected'),
  )
  await user.keyboard('{Enter}')
  await waitFor(() => expect(path()).toBe('/notifications'))
})

test('says that events are missing when they cannot be loaded', async () => {
  const { user, dialog } = await opened('/participant-management/ev1')
  expect(dialog.queryByText('Guests and events could not be loaded.')).toBeNull()
  server.use(http.get('/event', ({ response }) => response.untyped(HttpResponse.error())))
  await user.keyboard('hall')
  expect(
    await dialog.findByText('Guests and events could not be loaded.', {}, { timeout: 15_000 }),
  ).toBeVisible()
  expect(dialog.queryByText(/Nothing found/)).toBeNull()
})
