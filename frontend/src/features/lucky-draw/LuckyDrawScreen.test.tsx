import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { io } from 'socket.io-client'
import { beforeEach, expect, test, vi } from 'vitest'
import { toast } from '~/components/toast'
import { QUIET } from '~/components/useQuiet'
import { session } from '~/lib/session'
import { keepTypedAt } from '~/lib/typed'
import { fakeSocket } from '~/test/fakeSocket'
import { loggedInAs, renderApp } from '~/test/renderApp'
import { http, ok, refused, server } from '~/test/server'
import type { Winner } from './drawState'
import { type Draw, type Settings, settingsQuery } from './queries'

vi.mock('socket.io-client', () => ({ io: vi.fn() }))

const PATH = '/lucky-draw/ev1'
const BIKE = { id: 'p1', name: 'Xe máy', quantity: 1, image: null, drawn: 0 }
const WON: Winner = {
  id: 'w1',
  roundId: 'r1',
  round: 1,
  attendanceId: 'a2',
  name: 'Trần Thị Bình',
  maskedCode: '•••T0B',
  prizeId: 'p1',
  prize: 'Xe máy',
  prizeImage: null,
  drawnAt: '2026-11-20T12:00:00Z',
}
const DRAW: Draw = {
  title: 'Tiệc tất niên',
  logo: '/x',
  coverImage: null,
  isOpen: true,
  nameForm: 'full',
  source: 'checkedIn',
  total: 2,
  entries: [
    { id: 'a1', name: 'Nguyễn Văn An', maskedCode: '•••A1A' },
    { id: 'a2', name: 'Trần Thị Bình', maskedCode: '•••T0B' },
  ],
  winners: [],
  prizes: [BIKE],
  round: null,
}
const SETTINGS: Settings = {
  source: 'checkedIn',
  excludeWinners: true,
  excludedTypes: ['COMMITTEE'],
  prizes: [BIKE],
  winners: [],
  total: 2,
  checkedIn: 2,
  nameForm: 'full',
  isOpen: true,
  version: 1,
  draw: DRAW,
}

let socket: ReturnType<typeof fakeSocket>
let draw: Draw
beforeEach(() => {
  // Saves the seven seconds of a turn: with less motion, it is a pause.
  window.matchMedia = ((query: string) => ({
    matches: query.includes('reduced-motion'),
    media: query,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  })) as unknown as typeof window.matchMedia
  socket = fakeSocket()
  draw = DRAW
  server.use(
    http.get('/event/{eventId}/lucky-draw', ({ response }) => response(200).json(ok(draw))),
    http.get('/event/{eventId}/lucky-draw/settings', ({ response }) =>
      response('default').json(refused(5016), { status: 403 }),
    ),
    http.get('/event/{eventId}/public', ({ response }) =>
      response.untyped(HttpResponse.json(ok({ backgroundColor: '#143670', venueAddress: 'Nhà hát Lớn' }))),
    ),
  )
})

const asOwner = () => {
  loggedInAs()
  server.use(
    http.get('/event/{eventId}/lucky-draw/settings', ({ response }) =>
      response(200).json(ok({ ...SETTINGS, draw })),
    ),
  )
}

const drawButton = () => screen.findByRole('button', { name: 'Draw' })

test('a visitor watches live, without controls and without requests that only the owner may make', async () => {
  await renderApp(PATH)
  expect(await screen.findByRole('heading', { level: 1, name: 'Tiệc tất niên' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Draw' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Settings' })).toBeNull()

  draw = { ...DRAW, total: 1, winners: [WON], prizes: [{ ...BIKE, drawn: 1 }] }
  await socket.receive('drawn', WON)
  expect(screen.getByText('Draw for: Xe máy')).toBeVisible()
  // One fewer would say that there is a winner.
  await act(() => new Promise((resolve) => setTimeout(resolve, 100)))
  expect(screen.getByText('2 people in the hall take part')).toBeVisible()
  const lists = screen.getByRole('complementary')
  expect(within(lists).getByText('Nobody has won yet.')).toBeVisible()
  expect(within(lists).getByText('1 of 1 left')).toBeVisible()
  expect(await screen.findByText('Congratulations! Xe máy goes to')).toBeVisible()
  expect(await within(lists).findByText('All drawn')).toBeVisible()

  draw = DRAW
  await socket.receive('drawVoided', { id: 'w1' })
  await waitFor(() => expect(screen.queryByText('Congratulations! Xe máy goes to')).toBeNull())
})

test('a logged-in user who is not the owner is a visitor like any other', async () => {
  loggedInAs()
  await renderApp(PATH)
  expect(await screen.findByText('2 people in the hall take part')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Draw' })).toBeNull()
})

test('the owner locks the list, then draws from exactly that list with the space bar', async () => {
  asOwner()
  let body: unknown
  let after: string | null = null
  const round = { id: 'r1', number: 1, seedHash: 'a'.repeat(64), poolHash: 'b'.repeat(64), poolSize: 2, openedAt: '2026-11-20T12:00:00Z' } // biome-ignore format: one round
  server.use(
    http.post('/event/{eventId}/lucky-draw/rounds', ({ request, response }) => {
      after = new URL(request.url).searchParams.get('after')
      draw = { ...DRAW, round, total: 3 }
      return response(200).json(ok(round, ['The list is locked']))
    }),
    http.post('/event/{eventId}/lucky-draw/draw', async ({ request, response }) => {
      body = await request.json()
      return response(200).json(ok({ ...WON, fullName: WON.name, company: 'Sao Mai', voidedAt: null }))
    }),
  )
  const { user } = await renderApp(PATH)
  await user.click(await screen.findByRole('button', { name: 'Lock the list' }))
  expect(await screen.findByText('Round 1: locked with 2 people')).toBeVisible()
  expect(after, 'no draw is known').toBe('0')
  expect(screen.getByText(/One person came after the list was locked/)).toBeVisible()
  await user.type(screen.getByLabelText('A word from the hall (optional)'), 'hoa sen ')
  expect(body, 'a space in the word draws nothing').toBeUndefined()
  act(() => (document.activeElement as HTMLElement | null)?.blur())
  await user.keyboard(' ')
  await waitFor(() => expect(body).toEqual({ prizeId: 'p1', roundId: 'r1', word: 'hoa sen ' }))
  expect(await screen.findByText('Congratulations! Xe máy goes to')).toBeVisible()
})

test('the owner keeps the controls while the server is down, and loses them with the permission', async () => {
  asOwner()
  const app = await renderApp(PATH)
  expect(await drawButton()).toBeVisible()
  const answered = (code: number, status: 403 | 503) => {
    server.use(
      http.get('/event/{eventId}/lucky-draw/settings', ({ response }) =>
        response('default').json(refused(code), { status }),
      ),
    )
    return app.refetch(...settingsQuery('ev1').queryKey)
  }
  await answered(5000, 503)
  expect(screen.getByRole('button', { name: 'Draw' })).toBeVisible()
  await answered(5016, 403)
  expect(screen.queryByRole('button', { name: 'Draw' })).toBeNull()
})

test('a refusal is told in the words of the server', async () => {
  asOwner()
  server.use(
    http.post('/event/{eventId}/lucky-draw/rounds', ({ response }) =>
      response('default').json(refused(5008, ['Nobody has checked in yet.']), { status: 409 }),
    ),
  )
  const { user } = await renderApp(PATH)
  await user.click(await drawButton())
  expect(await screen.findByText('Nobody has checked in yet.')).toBeVisible()
})

test('an empty pot shows the owner advice', async () => {
  draw = { ...DRAW, total: 0, entries: [] }
  asOwner()
  await renderApp(PATH)
  expect(await screen.findByText('Nobody takes part yet')).toBeVisible()
  expect(screen.getByText(/Guests appear as soon as they are checked in/)).toBeVisible()
  expect(await drawButton()).toBeDisabled()
})

test('a draw that is not open shows visitors nothing, and its owner everything', async () => {
  draw = { ...DRAW, isOpen: false, total: 0, entries: [] }
  await renderApp(PATH)
  expect(await screen.findByText('The draw is not open yet')).toBeVisible()
  expect(screen.queryByText(/take part/)).toBeNull()
  expect(screen.queryByRole('complementary')).toBeNull()
})

test('the owner sees the draw before it is open, and full names only on demand', async () => {
  const short = { ...WON, name: 'Bình T.' }
  draw = { ...DRAW, isOpen: false, nameForm: 'givenInitial', winners: [short] }
  loggedInAs()
  server.use(
    http.get('/event/{eventId}/lucky-draw/settings', ({ response }) =>
      response(200).json(
        ok({
          ...SETTINGS,
          nameForm: 'givenInitial',
          isOpen: false,
          winners: [{ ...short, fullName: WON.name, company: 'Sao Mai', voidedAt: null }],
          draw,
        }),
      ),
    ),
  )
  const { user } = await renderApp(PATH)
  const lists = within(await screen.findByRole('complementary'))
  expect(lists.getByText('Bình T.')).toBeVisible()
  expect(lists.queryByText(/Sao Mai/)).toBeNull()
  expect(screen.getByText(/Only you see this draw/)).toBeVisible()
  await user.click(lists.getByRole('switch', { name: /full names/ }))
  expect(lists.getByText('Trần Thị Bình')).toBeVisible()
  expect(lists.getByText(/Sao Mai/)).toBeVisible()
})

test('the settings preview the view of everyone, and send the choices', async () => {
  asOwner()
  let body: unknown
  server.use(
    http.put('/event/{eventId}/lucky-draw', async ({ request, response }) => {
      body = await request.json()
      return response(200).json(ok(SETTINGS))
    }),
  )
  const { user } = await renderApp(PATH)
  await user.click(await screen.findByRole('button', { name: 'Settings' }))
  const drawer = within(await screen.findByRole('dialog', { name: 'Lucky draw settings' }))
  const preview = within(drawer.getByRole('group', { name: 'What everyone sees' }))
  expect(preview.getByText('Nguyễn Văn An')).toBeVisible()
  await user.click(drawer.getByRole('radio', { name: 'Given name and initial' }))
  expect(preview.getByText('An N.')).toBeVisible()
  await user.click(drawer.getByRole('switch', { name: /^Open the draw to everyone/ }))
  expect(preview.getByText(/The draw is closed/)).toBeVisible()
  await user.click(drawer.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(body).toMatchObject({ nameForm: 'givenInitial', isOpen: false }))
})

test('a cancelled event is not shown', async () => {
  server.use(
    http.get('/event/{eventId}/lucky-draw', ({ response }) =>
      response.untyped(HttpResponse.json(refused(5005, ['This event does not exist.']), { status: 404 })),
    ),
  )
  await renderApp(PATH)
  expect(await screen.findByRole('alert')).toHaveTextContent('This event does not exist.')
})

test('verification without cryptography explains the reason and gives advice', async () => {
  draw = { ...DRAW, winners: [WON] }
  server.use(
    http.get('/event/{eventId}/lucky-draw/rounds/{id}', ({ response }) =>
      response(200).json(
        ok({
          id: 'r1',
          number: 1,
          seedHash: 'a',
          poolHash: 'b',
          poolSize: 1,
          openedAt: '2026-11-20T12:00:00Z',
          pool: ['a2'],
          word: '',
          drawnAt: '2026-11-20T12:00:05Z',
          seed: '00',
          winner: 'a2',
        }),
      ),
    ),
  )
  vi.spyOn(globalThis.crypto, 'subtle', 'get').mockReturnValue(undefined as never)
  const { user } = await renderApp(PATH)
  await user.click(await screen.findByRole('button', { name: 'Verify the draw of Trần Thị Bình' }))
  expect(await screen.findByText('Your browser cannot draw again on this page')).toBeVisible()
  vi.restoreAllMocks()
})

test('a refused prize is told at its name, and closing asks before the changes are lost', async () => {
  asOwner()
  server.use(
    http.put('/event/{eventId}/lucky-draw', ({ response }) =>
      response('default').json(refused(5002, ['Not valid.'], { 'prizes.0.name': ['This name is odd'] }), {
        status: 400,
      }),
    ),
  )
  const { user } = await renderApp(PATH)
  await user.click(await screen.findByRole('button', { name: 'Settings' }))
  const drawer = within(await screen.findByRole('dialog', { name: 'Lucky draw settings' }))
  const name = drawer.getByRole('textbox', { name: /^Name/ })
  await user.type(name, ' đạp')
  await user.click(drawer.getByRole('button', { name: 'Save' }))
  expect(await drawer.findByText('This name is odd')).toBeVisible()
  expect(name).toHaveFocus()

  await user.click(drawer.getByRole('button', { name: 'Cancel' }))
  await screen.findByRole('dialog', { name: 'Discard your changes?' })
  // The key closes the question alone: the drawer beneath does not ask again.
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Discard your changes?' })).toBeNull())
  expect(name).toHaveValue('Xe máy đạp')
  await user.click(drawer.getByRole('button', { name: 'Cancel' }))
  await user.click(await screen.findByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

const isQuiet = () => document.querySelector('[data-quiet] [data-control]') !== null

test('the hall does not see the controls until there is input', async () => {
  asOwner()
  await renderApp(PATH)
  const button = await drawButton()
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const pass = (time: number) => act(() => vi.advanceTimersByTimeAsync(time))
  const move = (screenX: number) => fireEvent.pointerMove(document.body, { screenX })
  expect(button.closest('[data-control]')).not.toBeNull()
  for (const name of ['Settings', 'Turn sound off', 'Full screen'])
    expect(screen.getByRole('button', { name }).closest('[data-control]')).not.toBeNull()
  move(10)
  expect(isQuiet()).toBe(false)
  await pass(QUIET + 50)
  expect(isQuiet()).toBe(true)
  move(10)
  expect(isQuiet(), 'the mouse rests, and something else came to lie below it').toBe(true)
  move(11)
  expect(isQuiet()).toBe(false)
  await pass(QUIET + 50)
  for (const sign of [
    () => fireEvent.keyDown(document.body, { key: 'a' }),
    () => fireEvent.pointerDown(document.body),
  ]) {
    expect(isQuiet()).toBe(true)
    sign()
    expect(isQuiet()).toBe(false)
    await pass(QUIET + 50)
  }

  // With the keyboard's focus in them they stay.
  act(() => button.focus())
  const byKeyboard = vi.spyOn(button, 'matches').mockReturnValue(true)
  await pass(QUIET * 3)
  expect(isQuiet()).toBe(false)
  // With that of the mouse they do not, and give it back, so that the keys of the stage work again.
  byKeyboard.mockReturnValue(false)
  await pass(QUIET + 50)
  expect(isQuiet()).toBe(true)
  expect(button).not.toHaveFocus()
})

test('a touch that brings the controls back presses nothing', async () => {
  asOwner()
  const locked = vi.fn()
  server.use(
    http.post('/event/{eventId}/lucky-draw/rounds', ({ response }) => {
      locked()
      return response('default').json(refused(5008, ['Nobody has checked in yet.']), { status: 409 })
    }),
  )
  await renderApp(PATH)
  const button = await drawButton()
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await act(() => vi.advanceTimersByTimeAsync(QUIET + 50))
  const stage = button.closest<HTMLElement>('[data-quiet]')
  stage?.style.setProperty('--stage-hides', '1')
  const tap = () => {
    fireEvent.pointerDown(button, { pointerType: 'touch' })
    fireEvent.click(button)
  }
  tap()
  expect(isQuiet()).toBe(false)
  vi.useRealTimers()
  expect(locked).not.toHaveBeenCalled()
  tap()
  await waitFor(() => expect(locked).toHaveBeenCalled())
})

test('Escape leads back: from the winner to the wheel, from the wheel to the event', async () => {
  const assign = vi.fn()
  vi.spyOn(window, 'location', 'get').mockReturnValue({ ...window.location, assign } as Location)
  const { user } = await renderApp(PATH)
  await screen.findByRole('heading', { level: 1, name: 'Tiệc tất niên' })
  draw = { ...DRAW, winners: [WON] }
  await socket.receive('drawn', WON)
  expect(await screen.findByText('Congratulations! Xe máy goes to')).toBeVisible()
  await user.keyboard('{Escape}')
  expect(screen.queryByText('Congratulations! Xe máy goes to')).toBeNull()
  expect(assign).not.toHaveBeenCalled()
  await user.keyboard('{Escape}')
  expect(assign).toHaveBeenCalledWith('/form/ev1')
})

test('the stage shows no toast: messages stand among its controls, and disappear', async () => {
  asOwner()
  await renderApp(PATH)
  const button = await drawButton()
  vi.useFakeTimers({ shouldAdvanceTime: true })
  act(() => {
    toast.error('The server is busy', 3000)
    toast.success('Saved')
  })
  expect(document.querySelector('[data-toasts]')).toBeNull()
  expect(document.querySelector('[data-toast]')).toBeNull()
  const failure = screen.getByRole('alert')
  expect(failure).toHaveTextContent('The server is busy')
  expect(failure.closest('[data-control]')).toBe(button.closest('[data-control]'))
  await act(() => vi.advanceTimersByTimeAsync(3100))
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.queryByText('Saved')).toBeNull()
})

test('a refusal to void a win is told in the question', async () => {
  draw = { ...DRAW, winners: [WON] }
  asOwner()
  server.use(
    http.delete('/event/{eventId}/lucky-draw/winners/{id}', ({ response }) =>
      response('default').json(refused(5008, ['Voided already.']), { status: 409 }),
    ),
  )
  const { user } = await renderApp(PATH)
  await user.click(await screen.findByRole('button', { name: 'Take back the win of Trần Thị Bình' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Take back' }))
  expect(await dialog.findByRole('alert')).toHaveTextContent('Voided already.')
})

const ROUND = { id: 'r1', number: 1, seedHash: 'a'.repeat(64), poolHash: 'b'.repeat(64), poolSize: 2, openedAt: '2026-11-20T12:00:00Z' } // biome-ignore format: one round
const OWN = { ...WON, fullName: WON.name, company: 'Sao Mai', voidedAt: null }
const TWO_BIKES = { ...BIKE, quantity: 2 }
const HERE = { id: 'remote1', isHere: true, prizeId: null, dismissed: null }
const isHidden = () => document.querySelector('[data-controls=hidden] [data-control]') !== null

/** The choices that this device told the big screen. */
const told = () => socket.emitted.filter(([name]) => name === 'remote').map(([, choice]) => choice)

/** The owner draws from a locked list; returns the bodies that were sent. */
const drawsFrom = (shown: Draw) => {
  draw = shown
  loggedInAs()
  const bodies: unknown[] = []
  let winners: Settings['winners'] = []
  server.use(
    http.get('/event/{eventId}/lucky-draw/settings', ({ response }) =>
      response(200).json(ok({ ...SETTINGS, winners, draw })),
    ),
    http.post('/event/{eventId}/lucky-draw/draw', async ({ request, response }) => {
      bodies.push(await request.json())
      winners = [OWN]
      draw = { ...draw, winners: [WON], round: null, prizes: [{ ...TWO_BIKES, drawn: 1 }] }
      return response(200).json(ok(OWN))
    }),
  )
  return bodies
}

test('while a remote is there the big screen has no controls, follows its choices, and its keys still draw', async () => {
  const bodies = drawsFrom({ ...DRAW, round: ROUND, prizes: [TWO_BIKES] })
  const { user } = await renderApp(PATH)
  await drawButton()
  expect(isHidden()).toBe(false)
  expect(screen.getByText('Draw for: Xe máy')).toBeVisible()
  await socket.receive('drawRemote', HERE)
  expect(isHidden()).toBe(true)
  expect(screen.queryByText('Draw for: Xe máy'), 'the remote draws for no prize').toBeNull()
  expect(screen.getByText('Controlled from a phone')).toBeInTheDocument()
  fireEvent.pointerMove(document.body, { screenX: 7 })
  expect(isHidden(), 'the mouse does not bring them back').toBe(true)
  await user.keyboard(' ')
  await waitFor(() => expect(bodies).toEqual([{ prizeId: null, roundId: 'r1', word: '' }]))
  expect(await screen.findByText('Congratulations! Xe máy goes to')).toBeVisible()
  await socket.receive('drawRemote', { ...HERE, prizeId: 'p1', dismissed: 'w1' })
  expect(screen.queryByText('Congratulations! Xe máy goes to')).toBeNull()
  await socket.receive('drawRemote', { ...HERE, isHere: false })
  expect(isHidden()).toBe(false)
})

test('the controls come back when nothing more is heard of the remote', async () => {
  asOwner()
  await renderApp(PATH)
  await drawButton()
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await socket.receive('drawRemote', HERE)
  await act(() => vi.advanceTimersByTimeAsync(8_000))
  await socket.receive('drawRemote', HERE)
  await act(() => vi.advanceTimersByTimeAsync(8_000))
  expect(isHidden()).toBe(true)
  await act(() => vi.advanceTimersByTimeAsync(3_000))
  expect(isHidden()).toBe(false)
})

test('a visitor sees no change when a remote is there', async () => {
  await renderApp(PATH)
  await screen.findByRole('heading', { level: 1, name: 'Tiệc tất niên' })
  await socket.receive('drawRemote', HERE)
  expect(isHidden()).toBe(false)
})

test('a remote draws, says what the big screen shows, and goes on to the next prize', async () => {
  const vibrate = vi.fn()
  Object.assign(navigator, { vibrate })
  const bodies = drawsFrom({ ...DRAW, round: ROUND, prizes: [TWO_BIKES] })
  await renderApp(`${PATH}?remote=true`)
  expect(await screen.findByText('Ready to draw: Xe máy')).toBeVisible()
  await socket.receive('connect')
  expect(told().at(-1)).toEqual({ prizeId: 'p1', dismissed: null })
  expect(document.querySelector('svg [data-tone]'), 'no wheel').toBeNull()
  vi.useFakeTimers({ shouldAdvanceTime: true })
  fireEvent.click(screen.getByRole('button', { name: 'Draw' }))
  await waitFor(() => expect(bodies).toEqual([{ prizeId: 'p1', roundId: 'r1', word: '' }]))
  expect(await screen.findByText('Drawing…')).toBeVisible()
  // As long as the wheel turns, although there is less motion here.
  await act(() => vi.advanceTimersByTimeAsync(6_000))
  expect(vibrate).not.toHaveBeenCalled()
  await act(() => vi.advanceTimersByTimeAsync(2_000))
  expect(vibrate).toHaveBeenCalledOnce()
  const state = screen.getByText('Congratulations! Xe máy goes to').parentElement as HTMLElement
  expect(within(state).getByText('Trần Thị Bình')).toBeVisible()
  expect(within(state).getByText('Sao Mai')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Draw' }), 'a result is answered first').toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Next: Xe máy' }))
  expect(screen.getByText('Ready to draw: Xe máy')).toBeVisible()
  expect(told().at(-1)).toEqual({ prizeId: 'p1', dismissed: 'w1' })
})

test('a remote takes a result back and draws for the same prize again', async () => {
  const other = { ...BIKE, id: 'p0', name: 'Nón' }
  drawsFrom({ ...DRAW, round: ROUND, prizes: [other, TWO_BIKES] })
  server.use(
    http.delete('/event/{eventId}/lucky-draw/winners/{id}', ({ response }) => {
      draw = { ...DRAW, prizes: [other, TWO_BIKES] }
      return response(200).json(ok({ ...SETTINGS, winners: [{ ...OWN, voidedAt: WON.drawnAt }], draw }))
    }),
  )
  await renderApp(`${PATH}?remote=true`)
  await screen.findByText('Ready to draw: Nón')
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await socket.receive('drawn', WON)
  await act(() => vi.advanceTimersByTimeAsync(8_000))
  fireEvent.click(screen.getByRole('button', { name: 'Take back and draw again' }))
  const question = within(await screen.findByRole('dialog'))
  fireEvent.click(question.getByRole('button', { name: 'Take back' }))
  expect(await screen.findByText('Ready to draw: Xe máy')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Draw' })).toBeEnabled()
})

test('a remote that comes after the draw ends the announcement of the big screen', async () => {
  asOwner()
  draw = { ...DRAW, winners: [WON], prizes: [] }
  const { user } = await renderApp(`${PATH}?remote=true`)
  await screen.findByText('Ready to draw')
  await user.click(screen.getByRole('button', { name: 'Back to the wheel' }))
  expect(told().at(-1)).toEqual({ prizeId: null, dismissed: 'w1' })
  expect(screen.queryByRole('button', { name: 'Back to the wheel' })).toBeNull()
})

test('one remote too many draws without the big screen, and says so', async () => {
  asOwner()
  await renderApp(`${PATH}?remote=true`)
  await screen.findByText('Ready to draw: Xe máy')
  const opened = vi.mocked(io).mock.calls.length
  await socket.receive('connect_error', new Error('RESOURCE_EXCEEDED'))
  expect(screen.getByRole('alert')).toHaveTextContent('There are enough phones in control already.')
  expect(vi.mocked(io).mock.calls.length, 'it goes on as a screen').toBe(opened + 1)
  expect(await drawButton()).toBeEnabled()
})

test('a remote needs a login with the right to draw', async () => {
  const visitor = await renderApp(`${PATH}?remote=true`)
  expect(await screen.findByRole('heading', { level: 1, name: 'Control the lucky draw' })).toBeVisible()
  await visitor.user.click(screen.getByRole('button', { name: 'Only watch' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Tiệc tất niên' })).toBeVisible()
})

test('another account with the address of a remote only watches', async () => {
  loggedInAs()
  await renderApp(`${PATH}?remote=true`)
  expect(await screen.findByText('2 people in the hall take part')).toBeVisible()
  expect(screen.queryByText('You control the big screen')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Draw' })).toBeNull()
})

test('the big screen shows the way to the remote, and closes it when a phone has come', async () => {
  asOwner()
  const { user } = await renderApp(PATH)
  await user.click(await screen.findByRole('button', { name: 'Control from a phone' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByRole('img', { name: /QR code/ })).toBeVisible()
  await socket.receive('drawRemote', HERE)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('settings that were changed before a login or an error are there again, for those who may draw', async () => {
  asOwner()
  keepTypedAt(session().profile?.id ?? '', `${location.pathname} draw ev1`, { excludeWinners: false })
  await renderApp(PATH)
  const drawer = within(await screen.findByRole('dialog', { name: 'Lucky draw settings' }))
  await waitFor(() =>
    expect(drawer.getByRole('switch', { name: /^Everyone wins only once/ })).not.toBeChecked(),
  )
})
