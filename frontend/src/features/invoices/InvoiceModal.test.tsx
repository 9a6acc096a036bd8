import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { Providers } from '~/app/Providers'
import { toastError } from '~/components/toast'
import { createQueryClient } from '~/lib/queryClient'
import { loggedInAs } from '~/test/renderApp'
import { http, ok, refused, server } from '~/test/server'
import { InvoiceModal } from './InvoiceModal'
import type { Invoice, InvoiceChange } from './queries'

const INVOICE: Invoice = {
  buyer: 'company',
  name: 'Công ty Sao Mai',
  taxNumber: '0100109106',
  address: '1 Tràng Tiền',
  email: null,
  askedAt: '2026-11-20T01:00:00Z',
  issuedAt: null,
  invoiceNumber: null,
  version: 3,
}

const PERSON = { id: 'a1', fullName: 'Trần Thị Mai', company: '', email: 'mai@khach.vn' }

async function open(invoice: Invoice | null, stored: Invoice) {
  loggedInAs()
  const bodies: InvoiceChange[] = []
  server.use(
    http.put('/event/{eventId}/attendances/{id}/invoice', async ({ request, response }) => {
      const body = await request.json()
      bodies.push(body)
      if (body.version === stored.version) return response(200).json(ok(stored, ['Saved']))
      const refusal = { ...refused(5008, ['Another person has changed this.']), data: { ...stored } }
      return response('default').json(refusal, { status: 409 })
    }),
  )
  const onClose = vi.fn()
  render(
    <Providers queryClient={createQueryClient(toastError)} env="test">
      <InvoiceModal eventId="ev1" person={PERSON} invoice={invoice} onClose={onClose} />
    </Providers>,
  )
  const user = userEvent.setup()
  const dialog = within(await screen.findByRole('dialog'))
  return {
    bodies,
    dialog,
    onClose,
    user,
    save: () => user.click(dialog.getByRole('button', { name: 'Save' })),
  }
}

test('details that the participant saved meanwhile are compared before they are replaced', async () => {
  const theirs = { ...INVOICE, name: 'Công ty Hoa Sen', address: '2 Hàng Bài', version: 4 }
  const { bodies, dialog, onClose, user, save } = await open(INVOICE, theirs)
  const name = dialog.getByLabelText(/^Company name/)
  await user.clear(name)
  await user.type(name, 'Công ty Sen Vàng')
  await save()
  const notice = within(await dialog.findByRole('alert'))
  expect(notice.getByRole('radio', { name: 'Yours: Công ty Sen Vàng' })).toBeChecked()
  expect(notice.getByRole('radio', { name: 'Theirs: 2 Hàng Bài' })).toBeChecked()
  expect(onClose).not.toHaveBeenCalled()
  await save()
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(bodies.map(({ version }) => version)).toEqual([3, 4])
  expect(bodies[1]).toMatchObject({ name: 'Công ty Sen Vàng', address: '2 Hàng Bài' })
})

test('a request that was made since the dialog was opened is not overwritten unseen', async () => {
  const { bodies, dialog, save } = await open(null, INVOICE)
  await save()
  const notice = within(await dialog.findByRole('alert'))
  expect(notice.getByRole('radio', { name: 'Theirs: Công ty Sao Mai' })).toBeChecked()
  expect(bodies.map(({ version }) => version)).toEqual([0])
})
