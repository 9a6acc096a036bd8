import { TextInput } from '@mantine/core'
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { Providers } from '~/app/Providers'
import { createQueryClient } from '~/lib/queryClient'
import { FormModal } from './FormModal'

function show(isChanged = false) {
  const onClose = vi.fn()
  render(
    <Providers queryClient={createQueryClient(() => undefined)} env="test">
      <FormModal opened isChanged={isChanged} onClose={onClose} title="New class">
        <TextInput label="Name" data-autofocus />
      </FormModal>
    </Providers>,
  )
  return { onClose, user: userEvent.setup() }
}

test('Escape closes a form in which nothing was typed', async () => {
  const { onClose, user } = show()
  await user.click(await screen.findByRole('textbox', { name: 'Name' }))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
})

test('Escape asks before it discards typed text', async () => {
  const { onClose, user } = show()
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Early bird')
  await user.keyboard('{Escape}')
  const question = () => screen.findByRole('dialog', { name: 'Discard your changes?' })
  await user.click(within(await question()).getByRole('button', { name: 'Keep editing' }))
  expect(onClose).not.toHaveBeenCalled()
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Early bird')
  await user.click(screen.getByRole('textbox', { name: 'Name' }))
  await user.keyboard('{Escape}')
  await user.click(within(await question()).getByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
})

test('Escape asks before it discards a choice that needed no typing', async () => {
  const { onClose, user } = show(true)
  await user.click(await screen.findByRole('textbox', { name: 'Name' }))
  await user.keyboard('{Escape}')
  expect(await screen.findByRole('dialog', { name: 'Discard your changes?' })).toBeVisible()
  expect(onClose).not.toHaveBeenCalled()
})
