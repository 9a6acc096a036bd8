import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { session } from '~/lib/session'
import { keepTypedAt } from '~/lib/typed'
import { stubCanvas } from '~/test/canvas'
import { loggedInAs, renderApp } from '~/test/renderApp'
import { http, ME, ok, refused, server } from '~/test/server'
import { CARD, groupOf, INVITATION } from '../fixtures'

const ADDRESS = 'https://hoi.example/join/a1b2'

let link: { url: string | null }

beforeEach(() => {
  loggedInAs()
  stubCanvas()
  link = { url: null }
  server.use(
    http.get('/users/me', ({ response }) =>
      response(200).json(ok({ ...ME, planSummary: { ...ME.planSummary, groupLimit: 2 } })),
    ),
    http.get('/group/mine', ({ response }) => response(200).json(ok([]))),
    http.get('/group/{groupId}', ({ response }) => response(200).json(ok(groupOf()))),
    http.get('/group/{groupId}/post', ({ response }) =>
      response(200).json(ok({ items: [], nextCursor: null } as never)),
    ),
    http.get('/group/{groupId}/series', ({ response }) => response(200).json(ok([]))),
    http.get('/group/{groupId}/event', ({ response }) =>
      response(200).json(ok({ items: [], total: 0, series: [], consent: { version: '1', text: '' } })),
    ),
    http.post('/upload', ({ response }) =>
      response.untyped(HttpResponse.json(ok({ id: 'photo1', url: CARD.avatar }), { status: 200 })),
    ),
    http.post('/group', ({ response }) => response(200).json(ok(groupOf(), ['Group created']))),
    http.get('/group/{groupId}/join-link', ({ response }) => response(200).json(ok(link))),
    http.post('/group/{groupId}/join-link', ({ response }) => {
      link = { url: ADDRESS }
      return response(200).json(ok(link, ['Link made']))
    }),
  )
})

/** Creates a group and returns the dialog with which it begins. */
async function create() {
  const app = await renderApp('/group-management/add-new')
  await app.user.type(await screen.findByRole('textbox', { name: 'Group name' }), CARD.name)
  await app.user.click(screen.getByRole('button', { name: 'Create group' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Your group is ready!' }))
  return { ...app, dialog }
}

test('a new group begins with its link, invitations and the plan of meetings', async () => {
  const bodies: unknown[] = []
  server.use(
    http.post('/group/{groupId}/invitation/email', async ({ request, response }) => {
      bodies.push(await request.json())
      return response(200).json(ok([INVITATION, INVITATION], ['Invitations sent']))
    }),
  )
  const { user, dialog, router } = await create()
  expect(dialog.getByText(CARD.name)).toBeVisible()
  expect(dialog.getByRole('img', { name: `QR code of the link to join ${CARD.name}` })).toBeVisible()
  expect(dialog.getByRole('link', { name: 'hoi.example/join/a1b2' })).toHaveAttribute('href', ADDRESS)
  expect(dialog.getByRole('link', { name: 'Zalo' })).toHaveAttribute(
    'href',
    expect.stringMatching(/zalo\.me/),
  )
  await user.click(dialog.getByRole('button', { name: 'Send invitations' }))
  expect(await dialog.findByText('Please enter at least 1 email address')).toBeVisible()
  const addresses = dialog.getByRole('textbox', { name: 'Email addresses' })
  addresses.focus()
  await user.paste('an@congty.vn\nTrần Bình <binh@congty.vn>')
  await user.click(dialog.getByRole('button', { name: 'Send invitations' }))
  expect(await screen.findByText(`2 people are invited to “${CARD.name}”`)).toBeVisible()
  expect(bodies).toMatchObject([{ people: [{ email: 'an@congty.vn' }, { fullName: 'Trần Bình' }] }])
  expect(addresses).toHaveValue('')
  await user.click(dialog.getByRole('link', { name: 'Plan meetings' }))
  expect(await screen.findByRole('dialog', { name: 'Plan regular meetings' })).toBeVisible()
  expect(router.state.location.search).toEqual({ tab: 'events', plan: true })
})

test('without a link the dialog offers to make it, and closing it shows the group', async () => {
  server.use(
    http.post(
      '/group/{groupId}/join-link',
      ({ response }) => response('default').json(refused(5000), { status: 500 }),
      { once: true },
    ),
  )
  const { user, dialog, path, router } = await create()
  await user.click(await dialog.findByRole('button', { name: 'Make a link' }))
  expect(await dialog.findByRole('button', { name: 'Copy link' })).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Go to the group' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByRole('heading', { level: 1, name: CARD.name })).toBeVisible()
  expect([path(), router.state.location.search]).toEqual(['/my-group/g1', {}])
})

test('typed addresses are not lost without a question', async () => {
  const { user, dialog } = await create()
  await user.type(dialog.getByRole('textbox', { name: 'Email addresses' }), 'an@congty.vn')
  await user.click(dialog.getByRole('button', { name: 'Go to the group' }))
  const question = await screen.findByRole('dialog', { name: /^Discard/ })
  await user.click(within(question).getByRole('button', { name: /^Discard/ }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('addresses that were typed before a login or an error are there again', async () => {
  const place = `${location.pathname} first members g1`
  keepTypedAt(session().profile?.id ?? '', place, { addresses: 'an@congty.vn' })
  const { user, router } = await renderApp('/my-group/g1?tab=events')
  const dialog = within(await screen.findByRole('dialog', { name: 'Your group is ready!' }))
  const addresses = dialog.getByRole('textbox', { name: 'Email addresses' })
  await waitFor(() => expect(addresses).toHaveValue('an@congty.vn'))
  await user.clear(addresses)
  await user.click(dialog.getByRole('button', { name: 'Go to the group' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(router.state.location.search).toEqual({ tab: 'events' })
})

test('a refused address is told at the field, which gets the focus', async () => {
  server.use(
    http.post('/group/{groupId}/invitation/email', ({ response }) =>
      response('default').json(refused(5002, ['Odd.'], { 'people.0.email': ['This address is odd'] }), {
        status: 400,
      }),
    ),
  )
  const { user, dialog } = await create()
  const addresses = dialog.getByRole('textbox', { name: 'Email addresses' })
  await user.type(addresses, 'an@congty.vn')
  await user.click(dialog.getByRole('button', { name: 'Send invitations' }))
  expect(await dialog.findByText('This address is odd')).toBeVisible()
  expect(addresses).toHaveFocus()
})

test('a refused name of a new group is told at the field, which gets the focus', async () => {
  server.use(
    http.post('/group', ({ response }) =>
      response('default').json(refused(5002, ['Odd.'], { name: ['This name is odd'] }), { status: 400 }),
    ),
  )
  const { user } = await renderApp('/group-management/add-new')
  const name = await screen.findByRole('textbox', { name: 'Group name' })
  await user.type(name, CARD.name)
  await user.click(screen.getByRole('button', { name: 'Create group' }))
  expect(await screen.findByText('This name is odd')).toBeVisible()
  expect(name).toHaveFocus()
})
