import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { loggedInAs, renderApp } from '~/test/renderApp'
import { http, ok, server } from '~/test/server'
import { DUC, HOA, serverHasPeople } from '../fixtures'

const QUESTION = 'Số giấy tờ'
const asked = (answer: string) => ({
  questionId: 'paper',
  question: QUESTION,
  type: 'TEXT' as const,
  answer,
  sensitive: true,
})

let looks: unknown[]

beforeEach(() => {
  loggedInAs()
  looks = []
  serverHasPeople([
    { ...DUC, answers: [asked('••••')] },
    { ...HOA, answers: [asked('••••')] },
  ])
  server.use(
    http.get('/event/{eventId}/attendances/undelivered', ({ response }) =>
      response(200).json(ok({ items: [], total: 0 })),
    ),
    http.post('/event/{eventId}/attendances/{id}/answer', async ({ params, request, response }) => {
      looks.push([params.id, await request.json()])
      return response(200).json(ok({ answer: '079203004455' }))
    }),
  )
})

test('a sensitive answer stands as dots until it is asked for, and for one participant alone', async () => {
  const { user } = await renderApp('/participant-management/ev1?person=a1')
  const panel = within(await screen.findByRole('dialog', { name: DUC.fullName }))
  expect(await panel.findByRole('img', { name: 'Hidden' })).toBeVisible()
  expect(looks).toEqual([])
  await user.click(panel.getByRole('button', { name: `Show the answer: ${QUESTION}` }))
  expect(await panel.findByText('079203004455')).toBeVisible()
  expect(looks).toEqual([['a1', { questionId: 'paper' }]])

  await user.click(panel.getByRole('button', { name: `Hide the answer: ${QUESTION}` }))
  expect(await panel.findByRole('img', { name: 'Hidden' })).toBeVisible()
  expect(panel.queryByText('079203004455')).toBeNull()

  await user.click(panel.getByRole('button', { name: `Show the answer: ${QUESTION}` }))
  await panel.findByText('079203004455')
  await user.click(panel.getByRole('button', { name: 'Next person' }))
  const next = within(await screen.findByRole('dialog', { name: HOA.fullName }))
  expect(await next.findByRole('img', { name: 'Hidden' })).toBeVisible()
  expect(next.queryByText('079203004455')).toBeNull()
})
