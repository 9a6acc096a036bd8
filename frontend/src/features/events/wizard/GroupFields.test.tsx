import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { components } from '~/api/schema'
import { loggedInAs, renderApp } from '~/test/renderApp'
import { http, ok, refused, server } from '~/test/server'
import { EVENT, serverKeeps } from '../fixtures'

type MyGroup = components['schemas']['MyGroup']

const LED: MyGroup = {
  id: 'g1',
  name: 'Hội Doanh nhân',
  description: '',
  avatar: '/api/upload/g1',
  memberCount: 12,
  myRole: 'owner',
  pendingRequests: 0,
  archivedAt: null,
}

const serve = (...groups: MyGroup[]) =>
  server.use(http.get('/group/mine', ({ response }) => response(200).json(ok(groups))))

const edit = () => renderApp('/event-management/edit/e1')
const group = () => screen.findByRole('combobox', { name: 'Group' })
const membersOnly = () => screen.queryByRole('switch', { name: /Members only/ })

async function save(user: Awaited<ReturnType<typeof renderApp>>['user']) {
  await user.click(screen.getByRole('button', { name: 'Save' }))
  const dialog = await screen.findByRole('dialog', { name: 'Save information?' })
  await user.click(within(dialog).getByRole('button', { name: 'Save' }))
}

beforeEach(() => loggedInAs())

test('who leads no group is not asked for one', async () => {
  serverKeeps(EVENT)
  serve({ ...LED, myRole: 'member' }, { ...LED, archivedAt: '2026-01-01T01:00:00Z' })
  await edit()
  expect(await screen.findByLabelText(/^Title/)).toBeVisible()
  expect(screen.queryByRole('combobox', { name: 'Group' })).not.toBeInTheDocument()
})

test('a leader gives the event to a group, for its members only, and takes it away', async () => {
  const sent = serverKeeps(EVENT)
  serve(LED)
  const { user } = await edit()
  await user.click(await group())
  await user.click(await screen.findByRole('option', { name: LED.name }))
  await user.click(await screen.findByRole('switch', { name: /Members only/ }))
  await save(user)
  expect(await screen.findByText('Event updated')).toBeVisible()
  expect(sent.at(-1)).toMatchObject({ groupId: 'g1', membersOnly: true, section: 'eventInfo' })
  await user.click(await group())
  await user.click(await screen.findByRole('option', { name: LED.name }))
  expect(membersOnly()).not.toBeInTheDocument()
})

test('a group that the organiser no longer leads stays, by its name', async () => {
  serverKeeps({ ...EVENT, groupId: 'g2', groupName: 'Hội Cũ', membersOnly: true })
  serve(LED)
  await edit()
  expect(await group()).toHaveValue('Hội Cũ')
  expect(membersOnly()).toBeChecked()
})

test('a refusal stands at the field', async () => {
  serverKeeps({ ...EVENT, groupId: 'g2', groupName: null })
  const text = 'Choose a group that you lead'
  server.use(
    http.put('/event/{eventId}', ({ response }) =>
      response('default').json(refused(5002, [text], { groupId: [text] }), { status: 400 }),
    ),
  )
  const { user } = await edit()
  expect(await group()).toHaveValue('The group it has belonged to so far')
  await user.type(screen.getByLabelText(/^Title/), ' 2')
  await save(user)
  expect(await screen.findByText(text)).toBeVisible()
})
