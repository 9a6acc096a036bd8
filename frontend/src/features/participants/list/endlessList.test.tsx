import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loggedInAs, renderApp } from '~/test/renderApp'
import { http, ok, refused, server } from '~/test/server'
import { DUC, serverHasPeople } from '../fixtures'
import type { Participant } from '../queries'

const PATH = '/participant-management/ev1'
const ROW = 51
const NUMBER = 1000

const guest = (at: number): Participant => ({
  ...DUC,
  id: `g${at}`,
  fullName: `Khách ${at}`,
  ticketCode: `CODE${at}`,
  answers: [],
})

let people: Participant[]
/** The parts that were asked for. */
let asked: number[]
/** How far the list is scrolled beyond its beginning, in pixels. */
let scrolled: number

/** Lays out what jsdom does not: the beginning of the list, and rows of one height below each other. */
function layOut() {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const isList = this.tagName === 'TBODY'
    const isRow = this.hasAttribute('data-key')
    if (!isList && !isRow) return new DOMRect()
    if (isList) return new DOMRect(0, -scrolled, 1000, NUMBER * ROW)
    // The first row in the list, or after the gap before it.
    const gap = this.parentElement?.firstElementChild
    const first = gap?.hasAttribute('data-key') ? gap : gap?.nextElementSibling
    const top = (gap === first ? 0 : gapOf(gap)) + (rowIndex(this) - rowIndex(first)) * ROW
    return new DOMRect(0, top - scrolled, 1000, ROW)
  })
}

const rowIndex = (row: Element | null | undefined) => Number(row?.getAttribute('aria-rowindex'))

const gapOf = (row: Element | null | undefined) =>
  Number.parseFloat(row?.querySelector<HTMLElement>('td')?.style.height || '0')

async function scrollTo(place: number) {
  scrolled = place * ROW
  await act(async () => void fireEvent.scroll(window))
}

const row = (at: number) => document.querySelector<HTMLElement>(`[data-row="g${at}"]`)
const indexOfRow = (at: number) => row(at)?.closest('tr')?.getAttribute('aria-rowindex')

beforeEach(() => {
  loggedInAs()
  people = Array.from({ length: NUMBER }, (_, at) => guest(at))
  asked = []
  scrolled = 0
  serverHasPeople(people)
  server.use(
    http.get('/event/{eventId}/attendances', ({ query, response }) => {
      const [limit, page] = [Number(query.get('limit')), Number(query.get('page'))]
      if (limit === 100) asked.push(page)
      const items = people.slice(limit * (page - 1), limit * page)
      return response(200).json(ok({ items, total: people.length, checkedIn: 0 }))
    }),
  )
  layOut()
  vi.spyOn(window, 'scrollBy').mockImplementation(((_: number, by: number) => {
    scrolled += by
  }) as typeof window.scrollBy)
})

afterEach(() => void vi.restoreAllMocks())

test('the first rows come at once, and what comes into view is loaded, wherever that is', async () => {
  await renderApp(PATH)
  const table = await screen.findByRole('table', { name: 'Participants' })
  expect(table).toHaveAttribute('aria-rowcount', String(NUMBER + 1))
  await waitFor(() => expect(indexOfRow(0)).toBe('2'))
  expect(asked).toEqual([1])
  expect(row(60), 'rows far below are not drawn').toBeNull()

  await scrollTo(100)
  await waitFor(() => expect(indexOfRow(105)).toBe('107'))
  expect(row(0), 'nor those far above').toBeNull()

  await scrollTo(750)
  await waitFor(() => expect(row(755)).not.toBeNull())
  expect(asked, 'what lies between was never in view').not.toContain(5)
  expect(document.querySelectorAll('[data-row]').length).toBeLessThan(80)
})

test('without scrolling, a button brings the next rows, and asks again for those that did not come', async () => {
  const { user } = await renderApp(PATH)
  await screen.findByText('Khách 0')
  await user.click(screen.getByText('Show more'))
  await waitFor(() => expect(row(79)).not.toBeNull())

  let fails = true
  server.use(
    http.get('/event/{eventId}/attendances', ({ query, response }) => {
      const page = Number(query.get('page'))
      if (fails && page > 1) return response('default').json(refused(5000, ['Broken.']), { status: 500 })
      const items = people.slice(100 * (page - 1), 100 * page)
      return response(200).json(ok({ items, total: people.length, checkedIn: 0 }))
    }),
  )
  await user.click(screen.getByText('Show more'))
  const again = await screen.findByText('Try again')
  fails = false
  await user.click(again)
  await waitFor(() => expect(row(120)).not.toBeNull())
})

test('newcomers above do not move what is being read, and are seen at the beginning', async () => {
  const app = await renderApp(PATH)
  await screen.findByText('Khách 0')
  await scrollTo(30)
  await waitFor(() => expect(row(45)).not.toBeNull())
  const before = row(32)?.closest('tr')?.getBoundingClientRect().top
  people.unshift(guest(5000), guest(5001))
  await app.refetch()
  await waitFor(() => expect(indexOfRow(32)).toBe('36'))
  expect(row(32)?.closest('tr')?.getBoundingClientRect().top).toBe(before)

  await scrollTo(0)
  await waitFor(() => expect(row(5000)).not.toBeNull())
  people.unshift(guest(5002))
  await app.refetch()
  await waitFor(() => expect(indexOfRow(5002)).toBe('2'))
  expect(scrolled).toBe(0)
})

test('a closed panel leaves the focus on its row, and the arrows go on from there', async () => {
  const app = await renderApp(PATH)
  await screen.findByText('Khách 0')
  await app.user.keyboard('jj')
  // Something takes the focus away.
  act(() => row(1)?.blur())
  await app.user.keyboard('j')
  expect(row(2)).toHaveFocus()

  const scrollTop = vi.spyOn(window, 'scrollTo')
  await scrollTo(20)
  await app.user.click(row(25) as HTMLElement)
  const panel = within(await screen.findByRole('dialog', { name: 'Khách 25' }))
  expect(await panel.findByText('26 of 1,000')).toBeVisible()
  await app.user.keyboard('{Escape}')
  await waitFor(() => expect(row(25)).toHaveFocus())
  expect(scrollTop, 'the list stays where it is').not.toHaveBeenCalled()
  await app.user.keyboard('j')
  expect(row(26)).toHaveFocus()
})

test('Back closes the panel, too, and leaves the focus on the row', async () => {
  const app = await renderApp(PATH)
  await screen.findByText('Khách 3')
  await app.user.click(row(3) as HTMLElement)
  await screen.findByRole('dialog', { name: 'Khách 3' })
  act(() => app.router.history.back())
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(row(3)).toHaveFocus())
})

test('the panel leads over the end of a part, and the list follows', async () => {
  const app = await renderApp(`${PATH}?person=g99`)
  const panel = within(await screen.findByRole('dialog', { name: 'Khách 99' }))
  expect(await panel.findByText('100 of 1,000')).toBeVisible()
  await app.user.keyboard('j')
  const next = within(await screen.findByRole('dialog', { name: 'Khách 100' }))
  expect(await next.findByText('101 of 1,000')).toBeVisible()
  expect(scrolled, 'the row is in view').toBeGreaterThan(80 * ROW)
  await act(async () => void fireEvent.scroll(window))
  await app.user.keyboard('{Escape}')
  await waitFor(() => expect(row(100)).toHaveFocus())
})

/** Reads on from the 300th row, with the focus on the 305th. */
async function readOn() {
  vi.spyOn(window, 'scrollTo').mockImplementation(((options: ScrollToOptions) => {
    scrolled = options.top ?? 0
  }) as typeof window.scrollTo)
  const app = await renderApp(PATH)
  await screen.findByText('Khách 0')
  await scrollTo(300)
  await waitFor(() => expect(row(305)).not.toBeNull())
  act(() => row(305)?.focus())
  return app
}

/** As a new page does, in the same tab. */
async function reload({ unmount }: { unmount: () => void }, path = PATH) {
  unmount()
  scrolled = 0
  asked = []
  return renderApp(path)
}

test('a page that is loaded anew returns to the row that was read, with the focus', async () => {
  const app = await reload(await readOn())
  await waitFor(() => expect(row(305)).toHaveFocus())
  expect(scrolled).toBe(300 * ROW)
  expect(asked, 'what lies between is not loaded').not.toContain(2)
  // From then on the reader goes where they like.
  await scrollTo(0)
  await waitFor(() => expect(row(0)).not.toBeNull())
  expect(scrolled).toBe(0)
  await reload(app)
  await screen.findByText('Khách 0')
  await waitFor(() => expect(row(5)).not.toBeNull())
  expect(scrolled).toBe(0)
})

test.each([
  ['some rows that were in view', 295, 20, 'g315', 280],
  ['all rows that were in view', 290, 40, 'g340', 300],
])('without %s, the nearest one is returned to', async (_, from, number, focused, top) => {
  const app = await readOn()
  people.splice(from, number)
  await reload(app)
  await waitFor(() => expect(document.activeElement).toHaveAttribute('data-row', focused))
  expect(scrolled).toBe(top * ROW)
})

test('newcomers above do not lead a returning reader to other rows', async () => {
  const app = await readOn()
  people.unshift(...Array.from({ length: 30 }, (_, at) => guest(2000 + at)))
  await reload(app)
  await waitFor(() => expect(scrolled).toBe(330 * ROW))
  await act(async () => void fireEvent.scroll(window))
  await waitFor(() => expect(row(305)).toHaveFocus())
  expect(scrolled).toBe(330 * ROW)
})

test.each([
  ['Back', (app: Awaited<ReturnType<typeof renderApp>>) => app.router.history.back()],
  [
    'a link',
    (app: Awaited<ReturnType<typeof renderApp>>) =>
      app.router.navigate({ to: '/participant-management/$eventId/$', params: { eventId: 'ev1' } }),
  ],
])('from another screen, %s leads to the same row', async (_, comeBack) => {
  const app = await readOn()
  await act(() => app.router.navigate({ to: '/profile' }))
  await waitFor(() => expect(screen.queryByRole('table', { name: 'Participants' })).toBeNull())
  scrolled = 0
  await act(async () => void comeBack(app))
  await waitFor(() => expect(row(305)).toHaveFocus())
  expect(scrolled).toBe(300 * ROW)
})

test('with an open panel, a page that is loaded anew returns to its row, and so does the closed panel', async () => {
  const app = await reload(await readOn(), `${PATH}?person=g305`)
  await screen.findByRole('dialog', { name: 'Khách 305' })
  await waitFor(() => expect(row(305)).not.toBeNull())
  expect(scrolled).toBe(300 * ROW)
  await app.user.keyboard('{Escape}')
  await waitFor(() => expect(row(305)).toHaveFocus())
})

test('another list begins at its beginning, and so does the first one after it', async () => {
  const app = await readOn()
  const to = '/participant-management/$eventId/$'
  for (const payment of ['paid', undefined] as const) {
    await act(() => app.router.navigate({ to, params: { eventId: 'ev1' }, search: { payment } }))
    await act(async () => void fireEvent.scroll(window))
    await waitFor(() => expect(indexOfRow(0)).toBe('2'))
    expect(scrolled).toBe(0)
  }
})
