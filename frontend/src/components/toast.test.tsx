import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { Providers } from '~/app/Providers'
import { ApiError } from '~/lib/apiError'
import { chooseLanguage } from '~/lib/language'
import { createQueryClient } from '~/lib/queryClient'
import { onPhone } from '~/test/phone'
import { DURATION, toast, toastError } from './toast'

const show = (action: () => void) => act(async () => action())

const shown = () => ['status', 'alert'].flatMap((role) => screen.queryAllByRole(role))

beforeEach(() => {
  render(
    <Providers queryClient={createQueryClient(toastError)} env="test">
      {null}
    </Providers>,
  )
})

describe('an error', () => {
  test('is one alert per message under the given title', async () => {
    await show(() => toastError(new ApiError(400, { code: 5002, messages: ['First.', 'Second.'] })))
    const alerts = screen.getAllByRole('alert')
    expect(alerts).toHaveLength(2)
    for (const [index, text] of ['First.', 'Second.'].entries()) {
      const alert = within(alerts[index] as HTMLElement)
      expect(alert.getByText('Something went wrong🙁!')).toBeVisible()
      expect(alert.getByText(text)).toBeVisible()
    }
  })

  test('is shown once, however many places handle it', async () => {
    const error = new ApiError(400, { code: 5002, messages: ['First.'] })
    await show(() => toastError(error))
    await show(() => toastError(error))
    expect(screen.getAllByRole('alert')).toHaveLength(1)
  })

  test('without messages is one alert with the title as its text', async () => {
    await show(() => toastError(new Error('internal detail')))
    expect(screen.getAllByRole('alert')).toHaveLength(1)
    expect(screen.getByText('Something went wrong🙁!')).toBeVisible()
    expect(screen.queryByText(/internal detail/)).toBeNull()
  })
})

test('a success is a status per message under the given title', async () => {
  await show(() => toast.success(['Saved.', 'Sent.']))
  expect(screen.getAllByRole('status')).toHaveLength(2)
  expect(screen.getAllByText('Process completed successfully😄!')).toHaveLength(2)
})

test('Vietnamese titles keep the emoji', async () => {
  chooseLanguage('vi')
  await show(() => {
    toast.success()
    toast.error()
  })
  expect(screen.getByText('Thao tác thành công😄!')).toBeVisible()
  expect(screen.getByText('Đã có lỗi xảy ra🙁!')).toBeVisible()
})

test('info and titled variants exist', async () => {
  await show(() => {
    toast.info('Just so you know.')
    toast.titled('New member', 'Lan has joined.')
  })
  expect(screen.getByText('Just so you know.')).toBeVisible()
  expect(screen.getByText('New member')).toBeVisible()
})

describe('goes away by itself', () => {
  test.each([
    ['a success without a fact after 1 s', () => toast.success(), 1000],
    ['a short fact after 3 s', () => toast.success('Text'), 3000],
    ['a longer fact after 60 ms for each letter', () => toast.done('a'.repeat(100)), 6000],
    ['the longest fact after 8 s', () => toast.success('a'.repeat(500)), 8000],
    ['an error after 5 s', () => toast.error('Text'), 5000],
    ['an error without a fact after 5 s', () => toast.error(), 5000],
    ['a long error after 8 s', () => toast.error('a'.repeat(500)), 8000],
    ['at least 10 s', () => toast.success('Text', DURATION.longest), 10_000],
  ])('%s', async (_name, action, after) => {
    vi.useFakeTimers()
    await show(action)
    await act(() => vi.advanceTimersByTimeAsync(after - 100))
    expect(shown()).toHaveLength(1)
    await act(() => vi.advanceTimersByTimeAsync(100))
    expect(shown()).toHaveLength(0)
  })

  test('not while the pointer rests on it', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
    await show(() => toast.success('Text'))
    await user.hover(screen.getByText('Text'))
    await act(() => vi.advanceTimersByTimeAsync(5000))
    expect(screen.getByText('Text')).toBeInTheDocument()
    await user.unhover(screen.getByText('Text'))
    await act(() => vi.advanceTimersByTimeAsync(5000))
    expect(screen.queryByText('Text')).toBeNull()
  })

  test('not while the focus is in it, wherever the pointer goes', async () => {
    vi.useFakeTimers()
    await show(() => toast.success('Text'))
    const close = screen.getByRole('button', { name: 'Close' })
    await show(() => close.focus())
    await show(() => fireEvent.pointerEnter(close, { pointerType: 'mouse' }))
    await show(() => fireEvent.pointerLeave(close))
    await act(() => vi.advanceTimersByTimeAsync(10_000))
    expect(screen.getByText('Text')).toBeInTheDocument()
    await show(() => close.blur())
    await act(() => vi.advanceTimersByTimeAsync(3000))
    expect(screen.queryByText('Text')).toBeNull()
  })
})

test('gives the focus back when it is closed', async () => {
  const user = userEvent.setup()
  const field = document.body.appendChild(document.createElement('input'))
  field.focus()
  await show(() => toast.done('Saved.', () => undefined))
  await user.click(screen.getByRole('button', { name: 'Close' }))
  expect(screen.queryByText('Saved.')).toBeNull()
  expect(field).toHaveFocus()
  field.remove()
})

test('the newest five are shown, three on a phone, and older ones when there is room', async () => {
  await show(() => toast.success(['1', '2', '3', '4', '5', '6'].map((number) => `Fact ${number}.`)))
  expect(screen.getAllByRole('status')).toHaveLength(5)
  onPhone()
  cleanup()
  render(
    <Providers queryClient={createQueryClient(toastError)} env="test">
      {null}
    </Providers>,
  )
  expect(screen.getAllByRole('status')).toHaveLength(3)
  expect(screen.getByText('Fact 6.')).toBeVisible()
  await userEvent.click(screen.getAllByRole('button', { name: 'Close' })[0] as HTMLElement)
  expect(screen.getByText('Fact 3.')).toBeVisible()
})
