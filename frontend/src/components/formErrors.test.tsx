import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { EVENT, serverKeeps } from '~/features/events/fixtures'
import { blankDraft, saveLocalDraft } from '~/features/events/wizard/localDraft'
import { loggedInAs, renderApp } from '~/test/renderApp'
import { http, ME, ok, refused, server } from '~/test/server'

type App = Awaited<ReturnType<typeof renderApp>>

beforeEach(() => loggedInAs())

const press = async (app: App, name: string) => app.user.click(await screen.findByRole('button', { name }))

const confirm = async (app: App, button: string) =>
  app.user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: button }))

function complete() {
  const blank = blankDraft()
  return {
    ...blank,
    isEventInfoValid: true,
    isPaymentInfoValid: true,
    isEmailContentValid: true,
    event: {
      ...blank.event,
      title: 'Hội nghị',
      description: '<p>Gặp gỡ</p>',
      totalParticipants: 100,
      openRegistrationDate: '2026-01-01T01:00:00Z',
      closeRegistrationDate: '2026-03-01T01:00:00Z',
      eventStartDate: '2026-03-10T11:00:00Z',
      venueAddress: 'GEM Center',
      logo: '/api/upload/1',
      turnOffPayment: true,
    },
  }
}

/** Sends each form, once `serverKeeps` answers the requests that load it. */
const FORMS: Record<string, () => Promise<void>> = {
  profile: async () => press(await renderApp('/profile'), 'Save'),
  'my information': async () => press(await renderApp('/profile?tab=mine'), 'Save'),
  'event edit': async () => {
    const app = await renderApp(`/event-management/edit/${EVENT.id}`)
    await app.user.type(await screen.findByLabelText(/^Title/), '!')
    await press(app, 'Save')
    await confirm(app, 'Save')
  },
  'new event': async () => {
    saveLocalDraft(complete())
    await press(await renderApp('/event-management/add-new?step=emailContent'), 'Publish')
  },
  reopen: async () => {
    const app = await renderApp(`/event-management/edit/${EVENT.id}`)
    await press(app, 'Reopen')
    const dialog = within(await screen.findByRole('dialog'))
    await app.user.type(dialog.getByLabelText('New closing date: date'), '31/12/2099{Tab}')
    await app.user.click(dialog.getByRole('button', { name: 'Reopen' }))
  },
}

test.each(Object.entries(FORMS))('%s: one toast per message of a refusal', async (_, send) => {
  serverKeeps({ ...EVENT, status: 'closed' })
  const papers = {
    dateOfBirth: '1990-05-31',
    gender: 'FEMALE',
    identificationNumber: '1',
    taxNumber: '2',
  } as const
  server.use(http.get('/users/me', ({ response }) => response(200).json(ok({ ...ME, ...papers }))))
  let sent = 0
  const refusal = () => {
    sent += 1
    return refused(5002, ['First thing.', 'Second thing.'])
  }
  const bad = { status: 400 } as const
  server.use(
    http.put('/users/profile', ({ response }) => response('default').json(refusal(), bad)),
    http.put('/event/{eventId}', ({ response }) => response('default').json(refusal(), bad)),
    http.post('/event', ({ response }) => response('default').json(refusal(), bad)),
    http.post('/event/{eventId}/reopen', ({ response }) => response('default').json(refusal(), bad)),
  )
  await send()
  expect(await screen.findByText('Second thing.')).toBeVisible()
  // A second toast of the same message would come after this one.
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(sent).toBe(1)
  expect(screen.getAllByText('First thing.')).toHaveLength(1)
  expect(screen.getAllByText('Second thing.')).toHaveLength(1)
})

test('an error at its field is not shown in a toast as well', async () => {
  server.use(
    http.put('/users/profile', ({ response }) =>
      response('default').json(refused(5002, ['Too long.'], { fullName: ['Too long.'] }), { status: 400 }),
    ),
  )
  await press(await renderApp('/profile'), 'Save')
  expect(await screen.findByText('Too long.')).toBeVisible()
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(screen.getAllByText('Too long.')).toHaveLength(1)
  expect(screen.queryByRole('alert')).toBeNull()
})
