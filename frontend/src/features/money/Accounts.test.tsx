import { render, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { Providers } from '~/app/Providers'
import { chooseLanguage } from '~/lib/language'
import { createQueryClient } from '~/lib/queryClient'
import { session } from '~/lib/session'
import { isTypedHere, keepTypedAt } from '~/lib/typed'
import { loggedInAs } from '~/test/renderApp'
import { http, ok, server } from '~/test/server'
import { Accounts } from './Accounts'

const NAMED = { bankName: 'VCB', bankBin: null, accountNumber: '0999', holderName: 'AN', events: 1 }

beforeEach(async () => {
  loggedInAs()
  await chooseLanguage('en')
  server.use(
    http.get('/bank-accounts', ({ response }) => response(200).json(ok({ accounts: [], named: [NAMED] }))),
    http.get('/bank', ({ response }) => response(200).json(ok([]))),
  )
})

const keep = (name: string, values: object) =>
  keepTypedAt(session().profile?.id ?? '', `${location.pathname} ${name}`, values)

const show = () =>
  render(
    <Providers queryClient={createQueryClient(() => undefined)} env="test">
      <Accounts />
    </Providers>,
  )

test('nothing is open where nothing was typed', async () => {
  show()
  expect(await screen.findByRole('button', { name: 'Add account 0999' })).toBeVisible()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test.each([
  ['a new account', 'account ', ''],
  ['an account that events name', 'account 0999', '0999'],
])('what was typed about %s is there again', async (_, name, number) => {
  keep(name, { holderName: 'NGUYEN LAN' })
  show()
  const dialog = within(await screen.findByRole('dialog', { name: 'Add account' }))
  await waitFor(() =>
    expect(dialog.getByRole('textbox', { name: /^Account holder/ })).toHaveValue('NGUYEN LAN'),
  )
  expect(dialog.getByRole('textbox', { name: /^Account number/ })).toHaveValue(number)
  expect(isTypedHere(name)).toBe(true)
})
