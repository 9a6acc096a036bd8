import { screen } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { RIGHTS } from '~/features/events/fixtures'
import { loggedInAs, renderApp } from '~/test/renderApp'
import { http, ok, refused, server } from '~/test/server'
import { DOOR, doorAnswers, EVENT, letIn, paired, result, serverHasDoor, type, WELCOME } from './fixtures'

beforeEach(serverHasDoor)

describe('pairing', () => {
  test('the key of a link is kept on this device and taken out of the address', async () => {
    const { keys } = doorAnswers(letIn())
    const app = await renderApp(`${DOOR}#key=secret-1&name=C%E1%BB%95ng%20A`)
    expect(await screen.findByText('Ready to scan')).toBeVisible()
    expect(app.router.state.location.href).toBe(DOOR)
    expect(screen.getByText('Cổng A')).toBeVisible()
    expect(app.router.history.length).toBe(1)
    expect(localStorage.getItem(`checkinKey:${EVENT}`)).toBe('secret-1')
    await type(app, '7K2M9QXA4T0B')
    await result()
    expect(keys).toEqual(['secret-1'])
  })

  test('without a key the screen shows the event and how to pair, and no way to check in', async () => {
    const app = await renderApp(DOOR)
    expect(await screen.findByRole('heading', { name: WELCOME.title })).toBeVisible()
    expect(await screen.findByText(/Nhà hát Lớn/)).toBeVisible()
    expect(screen.getByText('200')).toBeVisible()
    expect(screen.getByText('This screen is not paired')).toBeVisible()
    expect(screen.queryByLabelText('Ticket code')).toBeNull()
    expect(app.path()).toBe(DOOR)
  })

  test("the owner's login is enough, another organiser's is not", async () => {
    loggedInAs()
    server.use(
      http.get('/event/{eventId}', ({ response }) =>
        response('default').json(refused(5016, ['No.']), { status: 403 }),
      ),
    )
    const { unmount } = await renderApp(DOOR)
    expect(await screen.findByText(/does not organize this event/)).toBeVisible()
    unmount()
    server.use(
      http.get('/event/{eventId}', ({ response }) =>
        response.untyped(HttpResponse.json(ok({ id: EVENT, rights: RIGHTS }))),
      ),
    )
    await renderApp(DOOR)
    expect(await screen.findByText('Ready to scan')).toBeVisible()
    expect(screen.getByLabelText('Find a guest without a ticket code')).toBeVisible()
  })

  test('a key of another event opens nothing here', async () => {
    localStorage.setItem('checkinKey:other', 'k')
    await renderApp(DOOR)
    expect(await screen.findByText('This screen is not paired')).toBeVisible()
  })

  test('an event that is gone says so', async () => {
    server.use(
      http.get('/event/{eventId}/checkin', ({ response }) =>
        response('default').json(refused(5005, ["This event doesn't exist"]), { status: 404 }),
      ),
    )
    await paired()
    expect(await screen.findByText("This event doesn't exist")).toBeVisible()
  })
})
