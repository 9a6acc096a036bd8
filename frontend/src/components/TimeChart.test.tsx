import { MantineProvider } from '@mantine/core'
import { fireEvent, render, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { chooseLanguage } from '~/lib/language'
import { formatMoney, formatNumber } from '~/lib/numbers'
import { TimeChart } from './TimeChart'

/** jsdom measures nothing. */
const giveRoom = (width = 700) =>
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, width, 200))

const pointsOf = (...values: number[]) =>
  values.map((value, at) => ({ label: `d${at + 1}`, title: `Day ${at + 1}`, value }))

function show(points: ReturnType<typeof pointsOf>, isCurve = false, format = formatNumber) {
  const { container } = render(
    <TimeChart name="Visits" height={260} points={points} format={format} isCurve={isCurve} />,
    { wrapper: MantineProvider },
  )
  const plot = container.querySelector('label')
  const texts = () => [...(plot?.querySelectorAll('text') ?? [])].map((text) => text.textContent)
  const tooltip = () => [...(plot?.querySelector('strong')?.parentElement?.children ?? [])]
  return {
    container,
    plot: plot as HTMLLabelElement,
    slider: () => screen.getByRole('slider', { name: 'Visits' }),
    texts,
    tooltip: () => tooltip().map((part) => part.textContent),
    axis: () =>
      [...(container.querySelectorAll('[aria-hidden] > span') ?? [])].map((tick) => tick.textContent),
    paths: () => [...container.querySelectorAll('path')].map((path) => path.getAttribute('d') ?? ''),
  }
}

test('shows the axis, the days and the last value', () => {
  giveRoom()
  const chart = show(pointsOf(340, 0, 120))
  expect(chart.axis()).toEqual(['0', '100', '200', '300', '400'])
  expect(chart.texts()).toEqual(['120', 'd1', 'd2', 'd3'])
  expect(chart.tooltip()).toEqual([])
  // Two bars: nothing was counted on the second day.
  expect(chart.paths().at(-1)?.match(/M/g)).toHaveLength(2)
})

test('a table has the same values for screen readers', () => {
  giveRoom()
  show(pointsOf(340, 0, 1200))
  const rows = within(screen.getByRole('table', { name: 'Visits' })).getAllByRole('row')
  expect(rows.map(({ textContent }) => textContent)).toEqual(['Day 1340', 'Day 20', 'Day 31,200'])
})

test('keys move from the last point, each value is said, and Escape or leaving ends it', () => {
  giveRoom()
  const chart = show(pointsOf(340, 0, 1200))
  const slider = chart.slider()
  expect(slider).toHaveAttribute('aria-valuetext', 'Day 3: 1,200')
  fireEvent.focus(slider)
  expect(chart.tooltip()).toEqual(['Day 3', 'Visits', '1,200'])
  // The browser turns an arrow key into this.
  fireEvent.input(slider, { target: { value: '1' } })
  expect(chart.tooltip()).toEqual(['Day 2', 'Visits', '0'])
  expect(slider).toHaveAttribute('aria-valuetext', 'Day 2: 0')
  expect([slider.getAttribute('max'), slider.getAttribute('step')]).toEqual(['2', null])
  fireEvent.keyDown(slider, { key: 'Escape' })
  expect(chart.tooltip()).toEqual([])
  fireEvent.input(slider, { target: { value: '0' } })
  expect(chart.tooltip()).toEqual(['Day 1', 'Visits', '340'])
  fireEvent.blur(slider)
  expect(chart.tooltip()).toEqual([])
})

test('a pointer shows the point below it, and takes it along when it leaves', () => {
  giveRoom()
  const chart = show(pointsOf(1, 2, 3, 4, 5, 6, 7))
  for (const [clientX, day] of [
    [-5, 1],
    [99, 1],
    [101, 2],
    [650, 7],
    [900, 7],
  ]) {
    fireEvent.pointerMove(chart.plot, { clientX })
    expect(chart.tooltip()[0]).toBe(`Day ${day}`)
  }
  fireEvent.pointerLeave(chart.plot)
  expect(chart.tooltip()).toEqual([])
})

test('a touch keeps the point that it met, and gives the keys to it', () => {
  giveRoom()
  const chart = show(pointsOf(1, 2, 3, 4, 5, 6, 7))
  fireEvent.pointerDown(chart.plot, { clientX: 150 })
  fireEvent.pointerLeave(chart.plot)
  fireEvent.click(chart.plot, { clientX: 150 })
  fireEvent.focus(chart.slider())
  expect(chart.tooltip()[0]).toBe('Day 2')
})

test('points of a curve reach from edge to edge, those of bars stand in the middle of their places', () => {
  giveRoom()
  const curve = show(pointsOf(1, 2, 3, 4, 5, 6, 7, 8), true)
  fireEvent.pointerMove(curve.plot, { clientX: 140 })
  expect(curve.tooltip()[0]).toBe('Day 2')
  fireEvent.pointerMove(curve.plot, { clientX: 651 })
  expect(curve.tooltip()[0]).toBe('Day 8')
})

test('the value stands inside the chart at both edges', () => {
  giveRoom(300)
  const chart = show(pointsOf(9, 0, 0, 5))
  const style = () => chart.plot.querySelector('strong')?.parentElement?.style
  fireEvent.pointerMove(chart.plot, { clientX: 0 })
  expect(style()).toMatchObject({ left: '67.5px', right: '', maxWidth: '232.5px' })
  fireEvent.pointerMove(chart.plot, { clientX: 300 })
  expect(style()).toMatchObject({ left: '', right: '67.5px', maxWidth: '232.5px' })
})

test('no points draw nothing', () => {
  giveRoom()
  const { container } = show([])
  expect(container.querySelector(':not(style)')).toBeNull()
})

test.each([false, true])('zeros have a line and no numbers above it (curve: %s)', (isCurve) => {
  giveRoom()
  const chart = show(pointsOf(0, 0, 0), isCurve)
  expect(chart.axis()).toEqual(['0'])
  expect(chart.paths()[0]).toBe('M0,200h700')
})

test.each([false, true])('a single point stands in the middle (curve: %s)', (isCurve) => {
  giveRoom()
  const chart = show(pointsOf(5), isCurve)
  expect(chart.texts()).toEqual(['5', 'd1'])
  expect(chart.container.querySelector('text')).toHaveAttribute('x', '350')
  expect(chart.paths().join()).not.toMatch(/NaN|Infinity/)
})

test.each([false, true])('very large amounts and a thousand points fit (curve: %s)', (isCurve) => {
  giveRoom(300)
  const values = Array.from({ length: 1000 }, (_, at) => (at % 2 ? 9_000_000_000_000_000 : 1))
  const chart = show(pointsOf(...values), isCurve, formatMoney)
  expect(chart.axis()).toEqual(['0', '2500T', '5000T', '7500T', '10,000T'])
  expect(chart.texts().length).toBeLessThan(12)
  expect(chart.container.querySelectorAll('path, rect, circle, text').length).toBeLessThan(30)
  expect(chart.paths().join()).not.toMatch(/NaN|Infinity/)
  fireEvent.pointerMove(chart.plot, { clientX: 299.9 })
  expect(chart.tooltip()).toEqual(['Day 1000', 'Visits', '₫9,000,000,000,000,000'])
})

test('a value that is small beside others is seen', () => {
  giveRoom()
  const chart = show(pointsOf(1_000_000, 1))
  expect(chart.paths().at(-1)).toMatch(/M\d+,200v0q0,-2 /)
})

test('the numbers are written in the language', async () => {
  giveRoom()
  await chooseLanguage('vi')
  const chart = show(pointsOf(4_500_000), false, formatMoney)
  expect(chart.axis().at(-1)).toBe('6 triệu')
  expect(chart.slider().getAttribute('aria-valuetext')).toMatch(/^Day 1: 4\.500\.000/)
})

test('a size that changes changes the chart', () => {
  const room = giveRoom(300)
  let resize = () => {}
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(changed: () => void) {
        resize = changed
      }
      observe() {}
      disconnect() {}
    },
  )
  const chart = show(pointsOf(1, 2))
  expect(chart.paths()[0]).toBe('M0,200h300')
  room.mockReturnValue(new DOMRect(0, 0, 500, 200))
  resize()
  return vi.waitFor(() => expect(chart.paths()[0]).toBe('M0,200h500'))
})
