import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { loggedInAs, renderApp } from '~/test/renderApp'
import { DUC, serverHasPeople } from '../fixtures'

const PATH = '/participant-management/ev1'
const FAILED = 'This could not be loaded'

const file = vi.hoisted(() => ({ isMissing: true }))

vi.mock('./dialogs', async (importOriginal) => {
  const { dialogs } = await importOriginal<typeof import('./dialogs')>()
  return {
    get dialogs() {
      if (!file.isMissing) return dialogs
      // A menu has given the focus back by the time that a request fails.
      const failure = new TypeError('Failed to fetch dynamically imported module')
      return new Promise((_, reject) => setTimeout(() => reject(failure), 30))
    },
  }
})

beforeEach(() => {
  loggedInAs()
  serverHasPeople([DUC])
  // React tells of errors that a boundary has caught.
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})

test('a tab that does not come says so in its place', async () => {
  await renderApp(`${PATH}?tab=tickets`)
  const alert = within(await screen.findByRole('alert', { name: FAILED }))
  expect(alert.getByRole('button', { name: 'Try again' })).toBeVisible()
  expect(screen.getByRole('tab', { name: 'Participants' })).toBeVisible()
})

test('the list stays when its dialogs do not come, and they come when they are tried again', async () => {
  const { user } = await renderApp(PATH)
  const name = await screen.findByText('Nguyễn Văn Đức')
  const menu = () => screen.getByRole('button', { name: 'Actions for Nguyễn Văn Đức' })
  const ask = async () => {
    await user.click(menu())
    await user.click(await screen.findByRole('menuitem', { name: 'View, print ticket' }))
  }
  await ask()
  const dialog = within(await screen.findByRole('dialog', { name: FAILED }))
  expect(name).toBeInTheDocument()
  await user.click(dialog.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(menu()).toHaveFocus())

  await ask()
  await screen.findByRole('button', { name: 'Load the page again' })
  file.isMissing = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('dialog', { name: 'Ticket of Nguyễn Văn Đức' })).toBeVisible()
  expect(name).toBeInTheDocument()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(menu()).toHaveFocus())

  // Another dialog of the file is drawn with the click itself.
  await user.click(screen.getByRole('checkbox', { name: 'Select Nguyễn Văn Đức' }))
  const bar = within(screen.getByRole('region', { name: 'Actions for those selected' }))
  fireEvent.click(bar.getByRole('button', { name: 'Delete' }))
  expect(screen.getByRole('dialog', { name: /^Delete/ })).toBeVisible()
})
