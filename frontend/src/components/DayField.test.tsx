import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { Providers } from '~/app/Providers'
import { chooseLanguage, t } from '~/lib/language'
import { createQueryClient } from '~/lib/queryClient'
import { DayField } from './DayField'

function show() {
  const sent = vi.fn()
  const chosen = vi.fn()
  render(
    <Providers queryClient={createQueryClient(() => undefined)} env="test">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          sent()
        }}
      >
        <DayField label="Day" defaultValue="2030-05-06" maxDate="2030-12-31" onChange={chosen} />
        <button type="submit">Save</button>
      </form>
    </Providers>,
  )
  return { sent, chosen, user: userEvent.setup(), field: screen.getByLabelText('Day') }
}

test('a form waits until the typed day can be read', async () => {
  const { sent, chosen, user, field } = show()
  await user.clear(field)
  await user.type(field, '31/31/2030')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(sent).not.toHaveBeenCalled()
  expect(field).toHaveValue('31/31/2030')
  expect(field).toBeInvalid()
  expect(screen.getByText(/^Enter a date such as/)).toBeVisible()
  await user.clear(field)
  await user.type(field, '01/02/2031')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(sent).not.toHaveBeenCalled()
  expect(screen.getByText('Choose Dec 31, 2030 or an earlier day.')).toBeVisible()
  await user.clear(field)
  await user.type(field, '12/25/2030')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(chosen).toHaveBeenLastCalledWith('2030-12-25')
  expect(sent).toHaveBeenCalledTimes(1)
})

test.each([
  ['en', 'Su', '2030-05-06', 'May 6, 2030'],
  ['vi', 'T2', '2030-06-05', '05/06/2030'],
] as const)('weeks, typed days and faults in %s', async (language, firstDay, day, shown) => {
  chooseLanguage(language)
  const { chosen, user, field } = show()
  await user.click(field)
  const [first] = within(await screen.findByRole('table')).getAllByRole('columnheader')
  expect(first).toHaveTextContent(firstDay)
  await user.clear(field)
  await user.type(field, '05/06/2030{Tab}')
  expect(chosen).toHaveBeenLastCalledWith(day)
  expect(field).toHaveValue(shown)
  await user.clear(field)
  await user.type(field, '13/13/2030{Tab}')
  expect(field).toHaveValue('13/13/2030')
  expect(field).toBeInvalid()
  expect(screen.getByText(t('common.invalid.day'))).toBeVisible()
})
