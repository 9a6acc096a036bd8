import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { EVENT, SUMMARY, serverLists, serverShowsHome } from '~/features/events/fixtures'
import { DUC, serverHasPeople } from '~/features/participants/fixtures'
import { loggedInAs, renderApp } from '~/test/renderApp'
import { server } from '~/test/server'
import { api, call } from './api'
import { TIMED_OUT, TIMEOUT } from './apiError'
import { askEarly } from './earlyAnswers'
import { forgetTokens, storeToken } from './tokens'

/** The requests so far. */
let asked: string[]

beforeEach(() => {
  asked = []
  window.earlyAnswers = undefined
  server.events.removeAllListeners()
  server.events.on('request:start', ({ request }) => {
    const { pathname, search } = new URL(request.url)
    asked.push(pathname + search)
  })
})

const at = (pathname: string, search = '') => askEarly({ pathname, search })
const early = () => [...(window.earlyAnswers?.keys() ?? [])].map((url) => url.replace(location.origin, ''))
const me = () => call(api.GET('/users/me'))

test.each([
  ['/event-management', () => serverLists([SUMMARY]), SUMMARY.title],
  ['/event-management/ev1', serverShowsHome, EVENT.title],
  ['/participant-management/ev1', () => serverHasPeople([DUC]), DUC.fullName],
])('%s takes every answer, and asks for nothing again', async (path, serve, text) => {
  loggedInAs()
  serve()
  at(path)
  const first = early()
  expect(first.length).toBeGreaterThan(1)
  await renderApp(path)
  await screen.findAllByText(text)
  await waitFor(() => expect(early()).toEqual([]))
  for (const request of first) expect(asked.filter((one) => one === request)).toEqual([request])
})

test('without a token, or with another list in the address, nothing is asked for in vain', () => {
  at('/event-management')
  expect(early()).toEqual([])
  loggedInAs()
  at('/event-management', '?status=open')
  expect(early()).toEqual(['/api/users/me'])
  at('/my-feed')
  expect(early()).toEqual(['/api/users/me'])
})

test('an answer is taken once', async () => {
  loggedInAs()
  at('/my-feed')
  await me()
  await me()
  expect(asked).toEqual(['/api/users/me', '/api/users/me'])
})

test('an answer to another account, and one that is too old, are not taken', async () => {
  loggedInAs()
  at('/my-feed')
  forgetTokens()
  storeToken('accessToken', 'another', 60, true)
  await me()
  expect(asked).toHaveLength(2)

  at('/my-feed')
  const [answer] = window.earlyAnswers?.values() ?? []
  if (answer) answer.askedAt -= TIMEOUT
  await me()
  expect(asked).toHaveLength(4)
})

const failWith = (error: unknown) => {
  at('/my-feed')
  const [answer] = window.earlyAnswers?.values() ?? []
  if (answer) answer.answer = Promise.reject(error)
}

test('a request that failed is made again, one without an answer in time is not', async () => {
  loggedInAs()
  failWith(new TypeError('Failed to fetch'))
  expect((await me()).fullName).toBeTruthy()
  expect(asked).toHaveLength(2)

  failWith(new DOMException('signal timed out', 'TimeoutError'))
  await expect(me()).rejects.toMatchObject({ code: TIMED_OUT })
  expect(asked).toHaveLength(3)
})
