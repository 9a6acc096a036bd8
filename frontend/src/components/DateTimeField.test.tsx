import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { Providers } from '~/app/Providers'
import { chooseLanguage } from '~/lib/language'
import { createQueryClient } from '~/lib/queryClient'
import { DateTimeField } from './DateTimeField'

interface FieldProps {
  start: string | null
  seen: (string | null)[]
  required?: boolean
}

function Field({ start, seen, required }: FieldProps) {
  const [value, setValue] = useState(start)
  return (
    <DateTimeField
      label="Opens"
      required={required}
      value={value}
      onChange={(next) => {
        seen.push(next)
        setValue(next)
      }}
    />
  )
}

function show(start: string | null, required?: boolean) {
  const seen: (string | null)[] = []
  render(
    <Providers queryClient={createQueryClient(() => undefined)} env="test">
      <Field start={start} seen={seen} required={required} />
    </Providers>,
  )
  return {
    seen,
    user: userEvent.setup(),
    date: screen.getByLabelText('Opens: date'),
    time: screen.getByLabelText('Opens: time'),
  }
}

test('shows an instant as the clock in Vietnam shows it', () => {
  const { date, time } = show('2025-11-20T17:30:00Z')
  expect(date).toHaveValue('Nov 21, 2025')
  expect(time).toHaveValue('00:30')
})

test('gives UTC for typed text, month before day in English', async () => {
  const { seen, user, date, time } = show(null)
  await user.type(date, '02/01/2026')
  await user.clear(time)
  await user.type(time, '1830')
  await user.tab()
  expect(seen.at(-1)).toBe('2026-02-01T11:30:00.000Z')
  expect(time).toHaveValue('18:30')
  expect(date).toHaveValue('Feb 1, 2026')
})

test('a day without a year is the next such day', async () => {
  const { seen, user, date } = show(null)
  await user.type(date, '12/31')
  await user.tab()
  const year = new Date(Date.now() + 7 * 3_600_000).getUTCFullYear()
  expect(seen.at(-1)).toBe(`${year}-12-31T01:00:00.000Z`)
  expect(date).toHaveValue(`Dec 31, ${year}`)
})

test('a time that cannot be read is said to be so, stays as it was typed and is no value', async () => {
  const { seen, user, date, time } = show('2025-11-20T11:30:00Z')
  await user.clear(time)
  await user.type(time, '25')
  expect(screen.queryByText('Enter a time such as 18:30.')).toBeNull()
  await user.tab()
  expect(seen.at(-1)).toBe('')
  expect(screen.getByText('Enter a time such as 18:30.')).toBeVisible()
  expect(time).toHaveValue('25')
  expect(date).toHaveValue('Nov 20, 2025')
  await user.clear(date)
  await user.tab()
  expect(seen.at(-1)).toBeNull()
  expect(screen.queryByText('Enter a time such as 18:30.')).toBeNull()
})

test.each([
  [true, 'Please fill this in.'],
  [false, 'Enter a time such as 18:30.'],
])('a day without a time, where one is required: %s', async (required, problem) => {
  const { seen, user, date, time } = show('2025-11-20T11:30:00Z', required)
  await user.clear(time)
  await user.tab()
  expect(seen.at(-1)).toBe('')
  expect(screen.getByText(problem)).toBeVisible()
  expect(time).toBeInvalid()
  expect(date).toBeValid()
  await user.type(time, '18:30:15')
  expect(screen.getByText('Enter a time such as 18:30.')).toBeVisible()
  await user.clear(time)
  await user.type(time, '18:30:00{Tab}')
  expect(time).toHaveValue('18:30')
  expect(seen.at(-1)).toBe('2025-11-20T11:30:00.000Z')
})

test('half a value that is not shown any more is forgotten', () => {
  expect(show('').seen).toEqual([null])
})

test('a day as it is shown in English can be typed as well; Vietnamese has the month in digits', async () => {
  const { seen, user, date } = show(null)
  await user.type(date, 'Sep 3, 2026{Tab}')
  expect(seen.at(-1)).toBe('2026-09-03T01:00:00.000Z')
  expect(date).toHaveValue('Sep 3, 2026')
  act(() => chooseLanguage('vi'))
  await waitFor(() => expect(date).toHaveValue('03/09/2026'))
})

test('the calendar opens for a click, not for the focus alone', async () => {
  const { user, date } = show('2025-11-20T17:30:00Z')
  act(() => date.focus())
  expect(screen.queryByRole('button', { name: 'Next month' })).toBeNull()
  await user.click(date)
  expect(await screen.findByRole('button', { name: 'Next month' })).toBeVisible()
})

test('the arrows of the calendar have names', async () => {
  const { user, date } = show('2025-11-20T17:30:00Z')
  await user.click(date)
  for (const name of ['Previous month', 'Next month']) {
    expect(await screen.findByRole('button', { name })).toBeVisible()
  }
})

test('a day that cannot be read is said to be so, stays as it was typed and is no value', async () => {
  const { seen, user, date, time } = show('2025-11-20T11:30:00Z')
  await user.clear(date)
  await user.type(date, '13/13/2030')
  expect(seen.at(-1)).toBe('')
  expect(screen.queryByText(/^Enter a date such as/)).toBeNull()
  await user.tab()
  expect(date).toHaveValue('13/13/2030')
  expect(screen.getByText('Enter a date such as 11/20/2026 or Nov 20, 2026.')).toBeVisible()
  expect(date).toBeInvalid()
  expect(time).toBeValid()
  await user.clear(date)
  await user.type(date, '12/25/2030')
  await user.tab()
  expect(seen.at(-1)).toBe('2030-12-25T11:30:00.000Z')
  expect(date).toHaveValue('Dec 25, 2030')
  expect(screen.queryByText(/^Enter a date such as/)).toBeNull()
})
