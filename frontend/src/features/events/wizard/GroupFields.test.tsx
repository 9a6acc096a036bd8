import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { MY_GROUP } from '~/features/groups/fixtures'
import type { MyGroup } from '~/features/groups/queries'
import { loggedInAs, renderApp } from '~/test/renderApp'
import { http, ok, refused, server } from '~/test/server'
import { EVENT, serverKeeps } from '../fixtures'

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

test('an organiser who leads no group is not asked for one', async () => {
  serverKeeps(EVENT)
  serve({ ...MY_GROUP, myRole: 'member' }, { ...MY_GROUP, archivedAt: '2026-01-01T01:00:00Z' })
  await edit()
  expect(await screen.findByLabelText(/^Title/)).toBeVisible()
  expect(screen.queryByRole('combobox', { name: 'Group' })).not.toBeInTheDocument()
})

test('a leader gives the event to a group, for its members only, and takes it away', async () => {
  const sent = serverKeeps(EVENT)
  serve(MY_GROUP)
  const { user } = await edit()
  await user.click(await group())
  await user.click(await screen.findByRole('option', { name: MY_GROUP.name }))
  await user.click(await screen.findByRole('switch', { name: /Members only/ }))
  await save(user)
  expect(await screen.findByText('Event updated')).toBeVisible()
  expect(sent.at(-1)).toMatchObject({ groupId: 'g1', membersOnly: true, section: 'eventInfo' })
  await user.click(await group())
  await user.click(await screen.findByRole('option', { name: MY_GROUP.name }))
  expect(membersOnly()).not.toBeInTheDocument()
})

test('a group that the organiser no longer leads stays, by its name', async () => {
  serverKeeps({ ...EVENT, groupId: 'g2', groupName: 'Hội Cũ', membersOnly: true })
  serve(MY_GROUP)
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
