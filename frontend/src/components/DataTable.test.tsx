import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useTranslation } from 'react-i18next'
import { expect, test, vi } from 'vitest'
import { Providers } from '~/app/Providers'
import { ApiError } from '~/lib/apiError'
import { createQueryClient } from '~/lib/queryClient'
import { onPhone } from '~/test/phone'
import { DataTable, type DataTableProps } from './DataTable'

interface Row {
  id: string
  name: string
  email: string
}

const ROWS: Row[] = [
  { id: '1', name: 'Lan', email: 'lan@congty.vn' },
  { id: '2', name: 'Minh', email: 'minh@congty.vn' },
]

function show(props: Partial<DataTableProps<Row, 'name'>> = {}) {
  render(
    <Providers queryClient={createQueryClient(() => undefined)} env="test">
      <DataTable
        label="Guests"
        query={{ data: { items: ROWS, total: 42 }, error: null, refetch: () => undefined }}
        columns={[
          { key: 'name', header: 'Name', cell: (row) => row.name },
          { key: 'email', header: 'E-mail', cell: (row) => row.email },
        ]}
        rowId={(row) => row.id}
        rowName={(row) => row.name}
        empty={<p>Nobody yet</p>}
        {...props}
      />
    </Providers>,
  )
  return userEvent.setup()
}

const query = (part: object) => ({ data: undefined, error: null, refetch: () => undefined, ...part })

test('says that it is loading', () => {
  show({ query: query({}) })
  expect(screen.getByRole('status', { name: 'Loading…' })).toBeVisible()
})

test('offers to try again after a failure, with the reason', async () => {
  const refetch = vi.fn()
  const error = new ApiError(500, { code: 5000, messages: ['Out of order.'] })
  const user = show({ query: query({ error, refetch }) })
  expect(screen.getByText('Out of order.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(refetch).toHaveBeenCalledOnce()
})

test('offers no retry where rights are missing', () => {
  show({ query: query({ error: new ApiError(403, { code: 5016 }) }) })
  expect(screen.getByText('You are not allowed to see this')).toBeVisible()
  expect(screen.queryByRole('button')).toBeNull()
})

test('keeps showing its rows when a refresh fails', () => {
  show({ query: query({ data: { items: ROWS, total: 2 }, error: new Error('x') }) })
  expect(screen.getByText('Lan')).toBeVisible()
})

test('shows the empty state when there is nothing', () => {
  show({ query: query({ data: { items: [], total: 0 } }) })
  expect(screen.getByText('Nobody yet')).toBeVisible()
})

test('opens a row by its title', async () => {
  const onOpen = vi.fn()
  const user = show({ onOpen })
  await user.click(screen.getByRole('button', { name: 'Minh' }))
  expect(onOpen).toHaveBeenCalledWith(ROWS[1])
})

test('selects rows, one by one and the whole page', async () => {
  const onChange = vi.fn()
  const user = show({ selection: { selected: new Set(['2', 'elsewhere']), onChange } })
  await user.click(screen.getByRole('checkbox', { name: 'Select Lan' }))
  expect(onChange).toHaveBeenLastCalledWith(new Set(['2', 'elsewhere', '1']))
  await user.click(screen.getByRole('checkbox', { name: 'Select all rows of this page' }))
  expect(onChange).toHaveBeenLastCalledWith(new Set(['2', 'elsewhere', '1']))
})

test('pages', async () => {
  const onChange = vi.fn()
  const user = show({ paging: { page: 2, size: 20, onChange } })
  expect(screen.getByText('21–40 of 42')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Page 3' }))
  expect(onChange).toHaveBeenCalledWith(3)
})

const SORTABLE = [
  { key: 'name', sortKey: 'name' as const, header: 'Name', cell: (row: Row) => row.name },
  { key: 'email', header: 'E-mail', cell: (row: Row) => row.email },
]

test.each([
  [{}, 'none', { sort: 'name' }],
  [{ sort: 'name' as const }, 'ascending', { sort: 'name', order: 'desc' }],
  [{ sort: 'name' as const, order: 'desc' as const }, 'descending', {}],
])('sorted by %j, a click on the column head asks for the next order', async (sorting, direction, next) => {
  const onSort = vi.fn()
  const user = show({ columns: SORTABLE, sorting: { ...sorting, onSort } })
  const [name, email] = screen.getAllByRole('columnheader')
  expect(name).toHaveAttribute('aria-sort', direction)
  expect(email).not.toHaveAttribute('aria-sort')
  await user.click(screen.getByRole('button', { name: 'Name' }))
  expect(onSort).toHaveBeenCalledExactlyOnceWith({ sort: undefined, order: undefined, ...next })
})

test('offers the same orders on a phone', async () => {
  onPhone()
  const onSort = vi.fn()
  const user = show({ columns: SORTABLE, sorting: { sort: 'name', onSort } })
  const select = screen.getByRole('combobox', { name: 'Sort by' })
  expect(select).toHaveValue('Name, ascending')
  for (const [choice, next] of [
    ['Name, descending', { sort: 'name', order: 'desc' }],
    ['Usual order', { sort: undefined, order: undefined }],
  ] as const) {
    await user.click(select)
    await user.click(screen.getByRole('option', { name: choice }))
    expect(onSort).toHaveBeenLastCalledWith(next)
  }
})

test('is a list of cards on a phone', () => {
  onPhone()
  show()
  const cards = within(screen.getByRole('list', { name: 'Guests' })).getAllByRole('listitem')
  expect(cards).toHaveLength(2)
  expect(cards[0]).toHaveTextContent('LanE-maillan@congty.vn')
})

function Known({ email }: Row) {
  const { t } = useTranslation()
  return `${t('common.edit')} ${email}`
}

test('cells may use hooks, and rows may come and go', async () => {
  const tables = [ROWS, ROWS.slice(0, 1), ROWS].map((items) => (
    <Providers key="same" queryClient={createQueryClient(() => undefined)} env="test">
      <DataTable
        label="Guests"
        query={{ data: { items, total: items.length }, error: null, refetch: () => undefined }}
        columns={[{ key: 'email', header: 'E-mail', cell: Known }]}
        rowId={(row) => row.id}
        rowName={(row) => row.name}
        empty={<p>Nobody yet</p>}
      />
    </Providers>
  ))
  const { rerender } = render(tables[0])
  for (const [at, table] of tables.entries()) {
    rerender(table)
    expect(screen.getAllByText(/^Edit /)).toHaveLength([2, 1, 2][at] ?? 0)
  }
})
