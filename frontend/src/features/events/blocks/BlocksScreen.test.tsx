import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import type { components } from '~/api/schema'
import { loggedInAs, renderApp } from '~/test/renderApp'
import { http, ok, refused, server } from '~/test/server'
import { EVENT } from '../fixtures'
import type { Event, EventPage } from '../queries'

type Body = components['schemas']['EventPageBody']

const PATH = `/event-management/${EVENT.id}/page`
const LAN = '0198c5a1-7c00-7000-8000-000000000001'
const NONE: EventPage = { programme: [], speakers: [], questions: [], sponsors: [], version: 0 }

beforeEach(() => loggedInAs())

/** The server has this page, and keeps changes; returns the sent bodies. */
function serverKeepsPage(page: Partial<EventPage> = {}, event: Partial<Event> = {}): Body[] {
  const sent: Body[] = []
  let stored = { ...NONE, ...page }
  server.use(
    http.get('/event/{eventId}', ({ response }) => response(200).json(ok({ ...EVENT, ...event }))),
    http.get('/event/{eventId}/page', ({ response }) => response(200).json(ok(stored))),
    http.put('/event/{eventId}/page', async ({ request, response }) => {
      const { version: _, ...blocks } = await request.json()
      sent.push({ ...blocks, version: _ })
      stored = { ...stored, ...(blocks as Partial<EventPage>), version: stored.version + 1 }
      return response(200).json(ok(stored, ['Event updated']))
    }),
  )
  return sent
}

const button = (name: string | RegExp) => screen.findByRole('button', { name })
const starts = () =>
  screen.getAllByRole('textbox', { name: 'Start' }).map((field) => (field as HTMLInputElement).value)

test('a programme is typed line by line, and stands in the order of time', async () => {
  const sent = serverKeepsPage()
  const app = await renderApp(PATH)
  expect(await screen.findByText(/You can paste a whole program/)).toBeVisible()
  await app.user.click(await button('Add item'))
  expect(screen.getByRole('textbox', { name: 'Start' })).toHaveFocus()
  await app.user.keyboard('9h30{Tab}10h15{Tab}Phiên chính{Enter}')
  // The next one begins when the one before it ends.
  expect(starts()).toEqual(['09:30', '10:15'])
  expect(screen.getAllByRole('textbox', { name: 'Title' })[1]).toHaveFocus()
  await app.user.keyboard('Giải lao{Shift>}{Tab}{Tab}{/Shift}')
  await app.user.clear(screen.getAllByRole('textbox', { name: 'Start' })[1] as HTMLElement)
  await app.user.keyboard('8')
  await app.user.click(await button('Add question'))
  await waitFor(() => expect(starts()).toEqual(['08:00', '09:30']))
  expect(await screen.findByRole('textbox', { name: /^Question/ })).toHaveFocus()
  await app.user.keyboard('Có chỗ gửi xe không?{Tab}Có.')
  await app.user.click(await button('Save'))
  expect(await screen.findByText('Event updated')).toBeVisible()
  const item = { day: 1, end: null, note: null, speakers: [] }
  expect(sent).toEqual([
    {
      programme: [
        { ...item, start: '08:00', title: 'Giải lao' },
        { ...item, start: '09:30', end: '10:15', title: 'Phiên chính' },
      ],
      speakers: [],
      questions: [{ question: 'Có chỗ gửi xe không?', answer: 'Có.' }],
      sponsors: [],
      version: 0,
    },
  ])
  // The day is asked for only where there are several.
  expect(screen.queryByRole('combobox', { name: 'Day' })).not.toBeInTheDocument()
})

test('a pasted programme becomes its items', async () => {
  serverKeepsPage()
  const app = await renderApp(PATH)
  await app.user.click(await button('Add item'))
  const text = '10:00 - 11:00: Phiên 1\n08:00 Đón khách\nSảnh A\n8h30\tKhai mạc'
  fireEvent.paste(screen.getByRole('textbox', { name: 'Title' }), { clipboardData: { getData: () => text } })
  expect(starts()).toEqual(['08:00', '08:30', '10:00'])
  const titles = screen.getAllByRole('textbox', { name: 'Title' })
  expect(titles.map((field) => (field as HTMLInputElement).value)).toEqual([
    'Đón khách',
    'Khai mạc',
    'Phiên 1',
  ])
})

test('an event of several days asks for the day', async () => {
  const sent = serverKeepsPage({}, { endDate: '2026-03-12T11:00:00Z' })
  const app = await renderApp(PATH)
  await app.user.click(await button('Add item'))
  await app.user.selectOptions(screen.getByRole('combobox', { name: 'Day' }), 'Day 2 · Mar 11')
  await app.user.type(screen.getByRole('textbox', { name: 'Start' }), '0800')
  await app.user.type(screen.getByRole('textbox', { name: 'Title' }), 'Ngày hai')
  await app.user.click(await button('Save'))
  await waitFor(() => expect(sent).toMatchObject([{ programme: [{ day: 2, start: '08:00' }] }]))
})

test('an error is shown at its field, before the server is asked and after it refuses', async () => {
  const sent = serverKeepsPage()
  const app = await renderApp(PATH)
  await app.user.click(await button('Add item'))
  await app.user.type(screen.getByRole('textbox', { name: 'Start' }), '25')
  await app.user.tab()
  expect(await screen.findByText('Enter a time such as 18:30.')).toBeVisible()
  await app.user.clear(screen.getByRole('textbox', { name: 'Start' }))
  await app.user.type(screen.getByRole('textbox', { name: 'Start' }), '9')
  await app.user.type(screen.getByRole('textbox', { name: 'End' }), '8:30')
  await app.user.tab()
  expect(await screen.findByText('The end must be after the start.')).toBeVisible()
  await app.user.clear(screen.getByRole('textbox', { name: 'End' }))
  await app.user.click(await button('Save'))
  const title = screen.getByRole('textbox', { name: 'Title' })
  await waitFor(() => expect(title).toHaveFocus())
  expect(sent).toEqual([])
  await app.user.type(title, 'Khai mạc')
  server.use(
    http.put('/event/{eventId}/page', ({ response }) =>
      response('default').json(refused(5002, ['Invalid'], { 'programme.0.title': ['This title is odd'] }), {
        status: 400,
      }),
    ),
  )
  await app.user.click(await button('Save'))
  expect(await screen.findByText('This title is odd')).toBeVisible()
  await waitFor(() => expect(title).toHaveFocus())
  await app.user.type(title, '!')
  expect(screen.queryByText('This title is odd')).not.toBeInTheDocument()
})

test('a card that lacks something opens, and stays open while it is filled in', async () => {
  const sent = serverKeepsPage()
  const app = await renderApp(PATH)
  for (const name of ['Gửi xe?', 'Đến trễ?']) {
    await app.user.click(await button('Add question'))
    await app.user.type(screen.getByRole('textbox', { name: /^Question/ }), name)
  }
  await app.user.click(await button('Save'))
  const [first, second] = await screen.findAllByRole('textbox', { name: /^Answer/ })
  await waitFor(() => expect(first).toHaveFocus())
  await app.user.keyboard('Có, trong sân.')
  await app.user.type(second as HTMLElement, 'Được.')
  await app.user.click(await button('Save'))
  await waitFor(() =>
    expect(sent).toMatchObject([{ questions: [{ answer: 'Có, trong sân.' }, { answer: 'Được.' }] }]),
  )
})

test('speakers move, go with an offer to bring them back, and stay in the programme meanwhile', async () => {
  const speaker = (id: string, name: string) => ({ id, name, role: null, bio: null, photo: null })
  const item = { day: 1, start: '08:00', end: null, title: 'Khai mạc', note: null }
  const sent = serverKeepsPage({
    programme: [{ ...item, speakers: [LAN] }],
    speakers: [speaker(LAN, 'Lan'), speaker(LAN.replace('1', '2'), 'Dũng')],
    version: 4,
  })
  const app = await renderApp(PATH)
  await app.user.click(await button('Move down: Lan'))
  const names = () => screen.getAllByRole('button', { name: /^Edit: / }).map((card) => card.textContent)
  expect(names()).toEqual(['Dũng', 'Lan'])
  await app.user.click(await button('Remove: Lan'))
  expect(names()).toEqual(['Dũng'])
  await waitFor(async () => expect(await button('Add speaker')).toHaveFocus())
  await app.user.click(await button('Undo'))
  expect(names()).toEqual(['Dũng', 'Lan'])
  await app.user.click(await button('Save'))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject({ version: 4, programme: [{ speakers: [LAN] }] })
  expect(sent[0]?.speakers?.map(({ name }) => name)).toEqual(['Dũng', 'Lan'])
  await app.user.click(await button('Remove: Lan'))
  await app.user.click(await button('Save'))
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent[1]).toMatchObject({ version: 5, programme: [{ speakers: [] }] })
})

test('a question is edited in its card', async () => {
  const sent = serverKeepsPage({ questions: [{ question: 'Gửi xe?', answer: 'Có.' }], version: 1 })
  const app = await renderApp(PATH)
  await app.user.click(await button('Edit: Gửi xe?'))
  const card = screen.getByRole('textbox', { name: /^Answer/ })
  await app.user.type(card, '{Enter}5.000 ₫ một lượt.')
  await app.user.click(await button('Save'))
  await waitFor(() => expect(sent).toMatchObject([{ questions: [{ answer: 'Có.\n5.000 ₫ một lượt.' }] }]))
})

test('text typed while a photo is uploaded stays', async () => {
  const sent = serverKeepsPage()
  let finish = () => {}
  const isUploaded = new Promise<void>((resolve) => {
    finish = resolve
  })
  server.use(
    http.post('/upload', async ({ response }) => {
      await isUploaded
      return response(200).json(ok({ id: '7', url: '/api/upload/7' }))
    }),
  )
  const app = await renderApp(PATH)
  await app.user.click(await button('Add speaker'))
  await app.user.keyboard('Dũng')
  await app.user.click(await button('Add speaker'))
  await app.user.upload(screen.getByLabelText('Portrait'), new File(['x'], 'lan.png', { type: 'image/png' }))
  await app.user.type(screen.getByRole('textbox', { name: 'Full name' }), 'Lan')
  await app.user.type(screen.getByRole('textbox', { name: 'Role, organization' }), 'Giám đốc')
  await app.user.click(await button('Move up: Lan'))
  finish()
  expect(await screen.findByAltText('Preview: Portrait')).toBeVisible()
  await app.user.click(await button('Save'))
  await waitFor(() =>
    expect(sent).toMatchObject([
      {
        speakers: [
          { name: 'Lan', role: 'Giám đốc', photo: '/api/upload/7' },
          { name: 'Dũng', photo: null },
        ],
      },
    ]),
  )
})

test('leaving asks only while something would be lost', async () => {
  serverKeepsPage()
  const app = await renderApp(PATH)
  await app.user.click(await button('Add question'))
  await app.user.type(screen.getByRole('textbox', { name: /^Question/ }), 'Gửi xe?')
  await app.user.click(
    within(screen.getByRole('navigation', { name: /Inside/ })).getByRole('link', { name: 'Settings' }),
  )
  expect(await screen.findByRole('dialog')).toHaveTextContent('will be lost')
  expect(app.path()).toBe(PATH)
})

test('a cancelled event has nothing to edit', async () => {
  serverKeepsPage({}, { isCancelled: true, status: 'closed' })
  await renderApp(PATH)
  expect(await screen.findByRole('heading', { level: 1, name: EVENT.title })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Save' })).not.toBeInTheDocument()
})

test('a sponsor has a name, and a web page whose address the server checks', async () => {
  const sent = serverKeepsPage()
  const app = await renderApp(PATH)
  await app.user.click(await button('Add a sponsor'))
  await app.user.keyboard('Gốm Bát Tràng{Tab}gom bat trang')
  server.use(
    http.put('/event/{eventId}/page', ({ response }) =>
      response.untyped(
        HttpResponse.json(
          refused(5002, ['Check the fields.'], {
            'sponsors.0.website': ['Enter the address of a web page.'],
          }),
          { status: 400 },
        ),
      ),
    ),
  )
  await app.user.click(await button('Save'))
  const website = await screen.findByRole('textbox', { name: 'Website' })
  await waitFor(() => expect(website).toHaveAccessibleDescription('Enter the address of a web page.'))
  await app.user.clear(website)
  await app.user.type(website, 'gom.vn')
  const again = serverKeepsPage()
  await app.user.click(await button('Save'))
  await waitFor(() =>
    expect(again).toMatchObject([{ sponsors: [{ name: 'Gốm Bát Tràng', website: 'gom.vn', logo: null }] }]),
  )
  expect(sent).toEqual([])
})

test('both values of a block that another person changed meanwhile are shown, and the other blocks follow', async () => {
  const sent = serverKeepsPage()
  const question = (text: string) => ({ question: text, answer: 'Có' })
  const app = await renderApp(PATH)
  await app.user.click(await button('Add question'))
  await app.user.keyboard('Có chỗ gửi xe không?')
  await app.user.type(screen.getByRole('textbox', { name: 'Answer' }), 'Có')
  const theirs = {
    ...NONE,
    questions: [question('Có ăn trưa không?')],
    sponsors: [{ name: 'Gốm Bát Tràng', website: null, logo: null }],
    version: 1,
  }
  server.use(
    http.put('/event/{eventId}/page', async ({ request, response }) => {
      const body = await request.json()
      sent.push(body)
      if (body.version === 1) return response(200).json(ok({ ...theirs, version: 2 }, ['Event updated']))
      const refusal = { ...refused(5008, ['Another person has changed this.']), data: { ...theirs } }
      return response('default').json(refusal, { status: 409 })
    }),
  )
  await app.user.click(await button('Save'))
  expect(await screen.findByRole('radio', { name: 'Theirs: Có ăn trưa không? · Có' })).not.toBeChecked()
  expect(screen.getByRole('radio', { name: 'Theirs: Gốm Bát Tràng' })).toBeChecked()
  await app.user.click(await button('Save'))
  expect(await screen.findByText('Event updated')).toBeVisible()
  expect(sent[1]).toMatchObject({
    questions: [question('Có chỗ gửi xe không?')],
    sponsors: theirs.sponsors,
    version: 1,
  })
})
