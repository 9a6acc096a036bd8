import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { MoneyField } from './MoneyField'

function show() {
  const onChange = vi.fn<(dong: number | null) => void>()
  render(
    <MantineProvider env="test">
      <MoneyField label="Price" onChange={onChange} />
    </MantineProvider>,
  )
  return { user: userEvent.setup(), field: screen.getByLabelText('Price'), onChange }
}

test('digits are grouped while they are typed and taken away', async () => {
  const { user, field, onChange } = show()
  await user.type(field, '2500000')
  expect(field).toHaveValue('2,500,000')
  expect(onChange).toHaveBeenLastCalledWith(2_500_000)
  await user.type(field, '{Backspace}')
  expect(field).toHaveValue('250,000')
  expect(onChange).toHaveBeenLastCalledWith(250_000)
  await user.clear(field)
  expect(onChange).toHaveBeenLastCalledWith(null)
})

test.each([
  ['250k', 250_000, '250,000'],
  ['1,5tr', 1_500_000, '1,500,000'],
  ['1.5tr', 1_500_000, '1,500,000'],
  ['2 triệu', 2_000_000, '2,000,000'],
])('%s is written out when the field is left', async (text, dong, written) => {
  const { user, field, onChange } = show()
  await user.type(field, text)
  expect(field).toHaveValue(text)
  await user.tab()
  expect(field).toHaveValue(written)
  expect(onChange).toHaveBeenLastCalledWith(dong)
})

test('text that is no amount stays to be mended', async () => {
  const { user, field, onChange } = show()
  await user.type(field, '2 xu')
  await user.tab()
  expect(field).toHaveValue('2 xu')
  expect(onChange).toHaveBeenLastCalledWith(null)
})
