import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import {
  agree,
  dead,
  eventWith,
  FREE,
  field,
  fillFixed,
  queued,
  refresh,
  refusal,
  registered,
  serveEvent,
  serveQueue,
  serveRegistrations,
  stillWaiting,
  submitButton,
  VIP,
  visit,
  yourTurn,
} from '~/test/publicForm'

// More people want to register than the server can take at once: the page waits for its turn.

const isDone = () => screen.findByRole('heading', { name: 'You are registered' })
const isQueued = () => screen.findByRole('region', { name: 'You are in line' })
/** The visible texts; the status is for screen readers. */
const seen = { selector: ':not([role=status])' }
const pass = (time: number) => act(() => vi.advanceTimersByTimeAsync(time))

beforeEach(() => {
  vi.stubGlobal(
    'URL',
    Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined }),
  )
})

async function sendForm(user = visit()) {
  await fillFixed(user)
  await agree(user)
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await user.click(await submitButton())
  return user
}

test('the page shows the place and gets in by itself, with the same request', async () => {
  serveEvent(eventWith())
  const sent = serveRegistrations(queued, registered)
  const asked = serveQueue(() => stillWaiting({ ahead: 617, waitSeconds: 10, pollAfterMs: 3000 }), yourTurn)
  await sendForm()
  const queue = await isQueued()
  expect(within(queue).getByText(/1,2\d\d people ahead of you/, seen)).toBeVisible()
  expect(within(queue).getByText(/about (20|15) seconds/, seen)).toBeVisible()
  expect(within(queue).getByRole('heading')).toHaveFocus()
  expect(within(queue).getByRole('progressbar')).toHaveValue(0)
  expect(screen.queryByRole('button', { name: /Register/ })).toBeNull()
  expect(await field('Full name')).toBeDisabled()

  await pass(1000)
  expect(await within(queue).findByText(/6\d\d people ahead of you/, seen)).toBeVisible()
  expect(within(queue).getByText(/about 10 seconds/, seen)).toBeVisible()
  // Between two answers it moves as it probably does on the server.
  await pass(2000)
  expect(within(queue).getByText(/[45]\d\d people ahead of you/, seen)).toBeVisible()
  await pass(2000)
  await isDone()
  expect(asked.map(({ place }) => place)).toEqual(['place-1', 'place-1'])
  expect(sent.map(({ place }) => place)).toEqual([null, 'place-1'])
  expect(sent[1]).toEqual({ ...sent[0], place: 'place-1' })
  expect(sessionStorage.getItem('hoi.place.e1')).toBeNull()
})

test('screen readers hear the place at once and then twice a minute', async () => {
  serveEvent(eventWith())
  serveRegistrations(() => queued({ pollAfterMs: 100_000, waitSeconds: 600, ahead: 1000 }))
  await sendForm()
  const status = within(await isQueued()).getByRole('status')
  const first = status.textContent
  expect(first).toBe('1,000 people ahead of you, about 10 minutes')
  await pass(25_000)
  expect(status).toHaveTextContent(first ?? '')
  await pass(6000)
  expect(status).toHaveTextContent(/^9[56]\d people ahead of you, about 10 minutes$/)
})

test('when the class is sold out the visitor hears it at once and keeps the place for another class', async () => {
  serveEvent(eventWith({ tickets: [FREE, VIP] }))
  const sent = serveRegistrations(queued, registered)
  const asked = serveQueue(() => {
    serveEvent(
      eventWith({
        tickets: [
          { ...FREE, remaining: 0, soldOut: true },
          { ...VIP, price: 0 },
        ],
      }),
    )
    return refusal(409, 5011, ['Sold out'])
  })
  const user = visit()
  await user.click(await screen.findByRole('radio', { name: /Standard/ }))
  await sendForm(user)
  await isQueued()
  await pass(1000)
  const classes = await screen.findByRole('group', { name: 'Ticket class' })
  await waitFor(() => expect(classes).toHaveAccessibleDescription(/has just sold out/))
  expect(asked[0]?.ticketId).toBe('free')
  await waitFor(() => expect(within(classes).getByRole('radio', { name: /Standard/ })).toBeDisabled())
  await user.click(within(classes).getByRole('radio', { name: /VIP/ }))
  await user.click(await submitButton())
  await isDone()
  expect(sent[1]?.place).toBe('place-1')
  // The place is good for its key alone.
  expect(sent[1]?.key).toBe(sent[0]?.key)
})

test('when the event is full the wait ends and the form stays', async () => {
  serveEvent(eventWith())
  serveRegistrations(queued)
  serveQueue(() => refusal(409, 5003, ['The event is full.']))
  await sendForm()
  await isQueued()
  await pass(1000)
  expect(await screen.findByText('The event is full.')).toBeVisible()
  expect(await field('Full name')).toHaveValue('Nguyễn Thị Lan')
  expect(sessionStorage.getItem('hoi.place.e1')).toBeNull()
  expect(await submitButton()).toBeEnabled()
})

test('a reload keeps the place, and the page goes on by itself', async () => {
  serveEvent(eventWith())
  const sent = serveRegistrations(queued, registered)
  const asked = serveQueue(() => stillWaiting({ ahead: 5 }), yourTurn)
  await sendForm()
  await isQueued()
  refresh()
  await isQueued()
  expect(screen.getByRole('checkbox', { name: /I agree/ })).toBeChecked()
  await pass(1000)
  await isDone()
  expect(asked.length).toBeGreaterThanOrEqual(2)
  expect(sent[1]).toEqual({ ...sent[0], place: 'place-1' })
})

test('leaving the queue asks first, and so does closing the page', async () => {
  serveEvent(eventWith())
  const sent = serveRegistrations(() => queued({ pollAfterMs: 10_000 }))
  const asked = serveQueue(stillWaiting)
  const user = await sendForm()
  await isQueued()
  const closing = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(closing)
  expect(closing.defaultPrevented).toBe(true)

  await user.click(screen.getByRole('button', { name: 'Leave the line' }))
  await user.click(screen.getByRole('button', { name: 'Keep waiting' }))
  await isQueued()
  await user.click(screen.getByRole('button', { name: 'Leave the line' }))
  expect(screen.getByText(/you wait at its end/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Leave the line' }))
  expect(await submitButton()).toBeEnabled()
  expect(await field('Full name')).toHaveValue('Nguyễn Thị Lan')
  await pass(60_000)
  expect([sent.length, asked.length]).toEqual([1, 0])
  const later = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(later)
  expect(later.defaultPrevented).toBe(false)
})

test('a lost connection costs neither the place nor patience', async () => {
  serveEvent(eventWith())
  const sent = serveRegistrations(queued, dead, () => queued({ called: true, ahead: 0 }), registered)
  serveQueue(dead, yourTurn)
  await sendForm()
  await isQueued()
  await pass(1000)
  expect(await screen.findByText(/Your place in line is kept/)).toBeVisible()
  await pass(4000)
  await waitFor(() => expect(sent.length).toBeGreaterThan(1))
  await pass(5000)
  await isDone()
  expect(sent.slice(1).every(({ place }) => place === 'place-1')).toBe(true)
})

test('a visitor who may have registered already learns it without waiting', async () => {
  serveEvent(eventWith())
  const sent = serveRegistrations(() => refusal(500, 5000, ['Broken']), queued, registered)
  const asked = serveQueue(stillWaiting)
  const user = await sendForm()
  await user.click(await screen.findByRole('button', { name: 'Try again' }))
  await isDone()
  expect(sent.map(({ place }) => place)).toEqual([null, null, 'place-1'])
  expect(asked).toHaveLength(0)
})

test('a place that is good no longer is replaced, and the visitor reads why', async () => {
  serveEvent(eventWith())
  const sent = serveRegistrations(queued, () => queued({ token: 'place-2' }, ['You now stand at its end.']))
  const asked = serveQueue(() => refusal(404, 5005, ['Over']), stillWaiting)
  await sendForm()
  await isQueued()
  await pass(1000)
  expect(await screen.findByText('You now stand at its end.')).toBeVisible()
  await pass(1000)
  await waitFor(() => expect(asked.at(-1)?.place).toBe('place-2'))
  expect(screen.getByText('You now stand at its end.')).toBeVisible()
  expect(sent).toHaveLength(2)
})

test('a page that comes back into view asks at once', async () => {
  serveEvent(eventWith())
  serveRegistrations(() => queued({ pollAfterMs: 60_000 }), registered)
  const asked = serveQueue(yourTurn)
  await sendForm()
  await isQueued()
  document.dispatchEvent(new Event('visibilitychange'))
  await isDone()
  expect(asked).toHaveLength(1)
})
