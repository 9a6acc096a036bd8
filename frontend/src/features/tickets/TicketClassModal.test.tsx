import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { Providers } from '~/app/Providers'
import { toastError } from '~/components/toast'
import type { DraftTicket } from '~/features/events/wizard/draftStore'
import { ApiError, CODE } from '~/lib/apiError'
import { createQueryClient } from '~/lib/queryClient'
import { TicketClassModal } from './TicketClassModal'

const SOLD: DraftTicket = {
  id: 't1',
  name: 'VIP',
  description: null,
  price: 500_000,
  quantity: 50,
  isHidden: false,
  sold: 12,
}

async function open(ticket?: DraftTicket, onSave = vi.fn(async (_: DraftTicket) => undefined)) {
  const onClose = vi.fn()
  render(
    <Providers queryClient={createQueryClient(toastError)} env="test">
      <TicketClassModal ticket={ticket} others={[{ name: 'Sinh viên' }]} onClose={onClose} onSave={onSave} />
    </Providers>,
  )
  const user = userEvent.setup()
  const dialog = within(await screen.findByRole('dialog'))
  return {
    user,
    dialog,
    onSave,
    onClose,
    retype: async (label: RegExp, text: string) => {
      await user.clear(dialog.getByLabelText(label))
      await user.click(dialog.getByLabelText(label))
      await user.paste(text)
    },
    save: () => user.click(dialog.getByRole('button', { name: 'Save' })),
  }
}

test('a new class needs a name, a price and a quantity, which is 100 at first', async () => {
  const { dialog, user, save, onSave } = await open()
  expect(dialog.getByLabelText(/^Quantity/)).toHaveValue('100')
  expect(dialog.getByText(/We filled in 100/)).toBeVisible()
  await user.clear(dialog.getByLabelText(/^Quantity/))
  await save()
  expect(dialog.getByLabelText(/^Ticket name/)).toHaveFocus()
  for (const label of [/^Ticket name/, /^Price/, /^Quantity/])
    expect(dialog.getByLabelText(label)).toBeInvalid()
  expect(onSave).not.toHaveBeenCalled()
})

test('typed values are saved, and the dialog closes', async () => {
  const { user, dialog, retype, save, onSave, onClose } = await open()
  await retype(/^Ticket name/, ' Phổ thông ')
  await retype(/^Price/, '250000')
  await user.click(dialog.getByRole('switch', { name: 'Unlimited' }))
  await save()
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(onSave.mock.calls[0]?.[0]).toEqual({
    name: 'Phổ thông',
    description: '',
    price: 250_000,
    quantity: -1,
    isHidden: false,
  })
})

test.each([
  [/^Ticket name/, 'SINH VIÊN', 'Ticket name already exists'],
  [/^Price/, '10000000000000', 'This price is too high.'],
  [/^Quantity/, '11', '12 are taken already; keep at least as many.'],
  [/^Quantity/, '1000001', 'Enter a number from 1 to 1,000,000.'],
])('%s: %s is refused before it is sent', async (label, text, message) => {
  const { dialog, retype, save, onSave } = await open(SOLD)
  await retype(label, text)
  await save()
  expect(dialog.getByText(message)).toBeVisible()
  expect(onSave).not.toHaveBeenCalled()
})

test('a class with registrations says that their price stays', async () => {
  const { dialog } = await open(SOLD)
  expect(dialog.getByText('People who have registered keep the old price.')).toBeVisible()
})

test('a name that was taken meanwhile is told at its field alone', async () => {
  const refusal = new ApiError(409, { code: CODE.ticketClassExisted, messages: ['Taken.'] })
  const { dialog, save, onClose } = await open(SOLD, vi.fn().mockRejectedValue(refusal))
  await save()
  expect(await dialog.findByText('Ticket name already exists')).toBeVisible()
  expect(dialog.getByLabelText(/^Ticket name/)).toHaveFocus()
  expect(screen.queryByText('Taken.')).toBeNull()
  expect(onClose).not.toHaveBeenCalled()
})

test('any other refusal keeps the dialog open and is told', async () => {
  const refusal = new ApiError(409, { code: CODE.conflict, messages: ['The event was canceled.'] })
  const { save, onClose } = await open(SOLD, vi.fn().mockRejectedValue(refusal))
  await save()
  expect(await screen.findByText('The event was canceled.')).toBeVisible()
  expect(onClose).not.toHaveBeenCalled()
})
