import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderApp } from '~/test/renderApp'

test('a question mark leads to its task, for a helper without a login, too', async () => {
  const scrolled = vi.spyOn(HTMLElement.prototype, 'scrollIntoView')
  await renderApp('/guides/door#offline')
  const task = await screen.findByRole('region', { name: 'When the connection is gone' })
  await waitFor(() => expect(scrolled.mock.contexts).toContain(task))
  const tasks = screen.getByRole('navigation', { name: 'The tasks of this guide' })
  expect(within(tasks).getByRole('link', { name: 'When the connection is gone' })).toHaveAttribute(
    'href',
    '#offline',
  )
  expect(screen.getByRole('img', { name: /after a ticket was scanned/ })).toHaveAttribute('width', '390')
})

test('an unknown guide leads to the list of all', async () => {
  const app = await renderApp('/guides/nope')
  expect(app.path()).toBe('/guides')
  expect(await screen.findByRole('link', { name: 'Operator: the server' })).toHaveAttribute(
    'href',
    '/guides/operator',
  )
  expect(await screen.findByRole('link', { name: 'Take the roll' })).toHaveAttribute(
    'href',
    '/guides/president#roll-call',
  )
})
