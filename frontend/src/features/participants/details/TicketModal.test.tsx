import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { loggedInAs, renderApp } from '~/test/renderApp'
import { DUC, HOA, serverHasPeople } from '../fixtures'
import type { Participant } from '../queries'

const PATH = '/participant-management/ev1'

beforeEach(() => loggedInAs())

/** Opens the ticket from the menu of the row. */
async function openTicket(person: Participant) {
  serverHasPeople([person])
  const app = await renderApp(PATH)
  await app.user.click(await screen.findByRole('button', { name: `Actions for ${person.fullName}` }))
  await app.user.click(await screen.findByRole('menuitem', { name: 'View, print ticket' }))
  const dialog = within(await screen.findByRole('dialog', { name: `Ticket of ${person.fullName}` }))
  return { app, dialog }
}

test('the ticket has the content of the guest’s own, and is printed', async () => {
  const { app, dialog } = await openTicket({ ...HOA, lang: 'en' })
  const ticket = within(dialog.getByRole('region', { name: 'Ticket of Trần Thị Hoa' }))
  expect(ticket.getByRole('heading', { name: 'Đêm hội Trăng Rằm' })).toBeVisible()
  expect(ticket.getByRole('img', { name: 'QR code of the ticket of Trần Thị Hoa' })).toHaveAttribute(
    'src',
    expect.stringMatching(/^data:image\/svg/),
  )
  for (const fact of ['7K2M9QXA4T0B', 'Vé thường', 'Nhà hát Lớn', /November 20, 2026, 18:00/])
    expect(ticket.getByText(fact)).toBeVisible()
  expect(ticket.queryByText(/Not paid/)).toBeNull()
  const titles: string[] = []
  const print = vi.spyOn(window, 'print').mockImplementation(() => void titles.push(document.title))
  await app.user.click(dialog.getByRole('button', { name: 'Print ticket' }))
  print.mockRestore()
  expect(titles).toEqual(['Ticket of Trần Thị Hoa · Đêm hội Trăng Rằm'])
  expect(document.title).not.toContain('Trần Thị Hoa')
  await app.user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('the ticket speaks the guest’s language, the buttons the organiser’s', async () => {
  const { dialog } = await openTicket({ ...DUC, lang: 'vi', received: 100_000 })
  expect(await dialog.findByText('Chưa thanh toán, còn phải trả 150.000 ₫')).toBeVisible()
  for (const label of ['Họ và tên', 'Thời gian', 'Địa điểm']) expect(dialog.getByText(label)).toBeVisible()
  expect(dialog.getByRole('region')).toHaveAccessibleName('Vé của Nguyễn Văn Đức')
  expect(dialog.getByRole('button', { name: 'Print ticket' })).toBeVisible()
})

test('an unpaid ticket states the amount due', async () => {
  const { dialog } = await openTicket({ ...DUC, lang: 'en', received: 100_000 })
  expect(dialog.getByText('Not paid, ₫150,000 still due')).toBeVisible()
})

test('a registration that is not confirmed has no code, and nothing to print', async () => {
  const { dialog } = await openTicket({ ...DUC, lang: 'en', confirmBy: '2026-11-20T12:30:00Z' })
  expect(dialog.getByText(/not confirmed.*held until Nov 20, 2026, 19:30/)).toBeVisible()
  expect(dialog.queryByRole('img', { name: /QR/ })).toBeNull()
  expect(dialog.queryByText(DUC.ticketCode)).toBeNull()
  expect(dialog.queryByRole('button', { name: 'Print ticket' })).toBeNull()
})

test('it opens from the panel too, which stays open below', async () => {
  serverHasPeople([DUC])
  const app = await renderApp(`${PATH}?person=a1`)
  const panel = within(await screen.findByRole('dialog', { name: 'Nguyễn Văn Đức' }))
  await app.user.click(await panel.findByRole('button', { name: 'View, print ticket' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Ticket of Nguyễn Văn Đức' }))
  await waitFor(() => expect(dialog.getByRole('button', { name: 'Print ticket' })).toHaveFocus())
  await app.user.click(dialog.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: /^Ticket of/ })).toBeNull())
  expect(screen.getByRole('dialog', { name: 'Nguyễn Văn Đức' })).toBeVisible()
})
