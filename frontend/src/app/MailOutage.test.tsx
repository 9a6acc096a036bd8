import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { loggedInAs, renderApp } from '~/test/renderApp'
import { http, ok, server } from '~/test/server'

const outage = () => {
  let asked = 0
  server.use(
    http.get('/health/mail', ({ response }) => {
      asked += 1
      return response(200).json(
        ok({ pausedSince: '2026-03-01T02:00:00Z', reason: '535 5.7.8 wrong password', deadLetters: 0 }),
      )
    }),
  )
  return () => asked
}

test('an administrator reads that mails are not being sent, and the answer of the mail server', async () => {
  loggedInAs({ role: 'ADMIN' })
  outage()
  await renderApp('/event-management')
  const notice = await screen.findByRole('alert')
  expect(notice).toHaveTextContent('No email could be sent since')
  expect(notice).toHaveTextContent('The mail server says: “535 5.7.8 wrong password”. All')
})

test('an organiser is not asked to mend it', async () => {
  loggedInAs()
  const asked = outage()
  await renderApp('/event-management')
  expect(await screen.findByText('You have no events yet')).toBeVisible()
  expect(asked()).toBe(0)
})
