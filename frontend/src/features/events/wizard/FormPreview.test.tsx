import { fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { paletteOf } from '~/lib/palette'
import { loggedInAs, renderApp } from '~/test/renderApp'
import { EVENT, serverKeeps, serverKeepsDrafts } from '../fixtures'
import { blankDraft, saveLocalDraft } from './localDraft'

// There is no canvas here.
vi.mock('~/lib/coverColours', () => ({ coverColours: () => ['#5b2a86', '#c2362f'] }))

beforeEach(() => {
  loggedInAs()
  serverKeeps(EVENT)
  serverKeepsDrafts()
})

function keep(event: Partial<ReturnType<typeof blankDraft>['event']>) {
  const blank = blankDraft()
  saveLocalDraft({ ...blank, event: { ...blank.event, ...event } })
}

const preview = async () => within(await screen.findByRole('region', { name: 'What visitors see' }))

test.each([
  ['Title', 'Title'],
  ['Event starts', 'Event starts: date'],
  ['Venue', 'Venue'],
])('a press on the empty %s of the preview leads to its field', async (part, label) => {
  const app = await renderApp('/event-management/add-new')
  await app.user.click((await preview()).getByRole('button', { name: part }))
  expect(
    screen.getByLabelText(label === 'Event starts: date' ? label : new RegExp(`^${label}`)),
  ).toHaveFocus()
})

test('in the second step a press on the title opens the first step with the focus in the field', async () => {
  keep({ title: 'Đêm nhạc', eventStartDate: '2030-06-01T12:00:00Z', venueAddress: 'Nhà hát' })
  const app = await renderApp('/event-management/add-new?step=formInfo')
  await app.user.click((await preview()).getByRole('button', { name: 'Đêm nhạc' }))
  expect(await screen.findByLabelText(/^Title/)).toHaveFocus()
  expect(app.router.state.location.search).toMatchObject({ step: 'eventInfo' })
})

test('the preview takes the colours of the cover, as the page does', async () => {
  keep({ title: 'Đêm nhạc', coverImage: '/api/upload/cover' })
  await renderApp('/event-management/add-new')
  const cover = (await preview()).getByRole('button', { name: 'Cover image' })
  const head = (await preview()).getByRole('button', { name: 'Đêm nhạc' }).parentElement as HTMLElement
  const colours = () => [head.style.getPropertyValue('--ground'), head.style.getPropertyValue('--second')]
  const own = paletteOf(null)
  expect(colours()).toEqual([own.ground, own.second])
  fireEvent.load(cover.querySelector('img') as HTMLElement)
  const { ground, second } = paletteOf(null, ['#5b2a86', '#c2362f'])
  expect(colours()).toEqual([ground, second])
})
