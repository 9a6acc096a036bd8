import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { components } from '~/api/schema'
import { loggedInAs, renderApp } from '~/test/renderApp'
import { http, ok, server } from '~/test/server'
import { MY_GROUP } from '../fixtures'

const PREFERENCES: components['schemas']['NotificationPreferences'] = {
  digest: 'daily',
  mutedGroups: [],
  items: [],
}

beforeEach(() => loggedInAs())

test('muted groups are listed by name and can be unmuted', async () => {
  let mutedGroups = ['g1', 'left']
  const bodies: unknown[] = []
  server.use(
    http.get('/group/mine', ({ response }) =>
      response(200).json(ok([MY_GROUP, { ...MY_GROUP, id: 'g2', name: 'Loud' }])),
    ),
    http.get('/notification/preference', ({ response }) =>
      response(200).json(ok({ ...PREFERENCES, mutedGroups })),
    ),
    http.put('/notification/preference', async ({ request, response }) => {
      bodies.push(await request.json())
      mutedGroups = ['left']
      return response(200).json(ok({ ...PREFERENCES, mutedGroups }, ['Saved']))
    }),
  )
  const { user } = await renderApp('/notifications?tab=settings')
  const section = within(await screen.findByRole('region', { name: 'Muted groups' }))
  expect(section.getAllByRole('listitem')).toHaveLength(1)
  await user.click(section.getByRole('button', { name: `Unmute group ${MY_GROUP.name}` }))
  expect(await section.findByText(/No group is muted/)).toBeVisible()
  await waitFor(() => expect(bodies).toEqual([{ groups: [{ id: 'g1', isMuted: false }] }]))
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(bodies.slice(1)).toEqual([{ groups: [{ id: 'g1', isMuted: true }] }]))
})
