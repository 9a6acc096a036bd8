import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { session } from '~/lib/session'
import { loggedInAs, renderApp } from '~/test/renderApp'
import { http, ME, ok, refused, server } from '~/test/server'

const HERE = {
  id: '0a',
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  ip: '203.0.113.9',
  createdAt: '2026-11-20T01:00:00Z',
  lastUsedAt: '2026-11-21T01:00:00Z',
  isCurrent: true,
}
const PHONE = { ...HERE, id: '0b', userAgent: 'Mozilla/5.0 (iPhone) Safari/604.1', isCurrent: false }

test('saves the general information and shows the new name in the sidebar', async () => {
  loggedInAs()
  const bodies: unknown[] = []
  const app = await renderApp('/profile')
  const name = await screen.findByLabelText(/^Full name/)
  server.use(
    http.put('/users/profile', async ({ request, response }) => {
      bodies.push(await request.json())
      return response(200).json(ok({ ...ME, fullName: 'Lan Anh' }))
    }),
    http.get('/users/me', ({ response }) => response(200).json(ok({ ...ME, fullName: 'Lan Anh' }))),
  )
  await app.user.clear(name)
  await app.user.type(name, 'Lan Anh')
  await app.user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Profile updated successfully!')).toBeVisible()
  expect(await screen.findByRole('button', { name: /Lan Anh/ })).toBeVisible()
  expect(session().profile?.fullName).toBe('Lan Anh')
  expect(bodies).toMatchObject([{ fullName: 'Lan Anh', phone: ME.phone, avatar: null, version: ME.version }])
})

test('a wrong current password is told at its field', async () => {
  loggedInAs()
  const app = await renderApp('/profile')
  server.use(
    http.put('/auth/password', ({ response }) =>
      response('default').json(refused(5019, ['Wrong.']), { status: 401 }),
    ),
  )
  const old = await screen.findByLabelText('Current password')
  await app.user.type(old, 'not-this-one')
  await app.user.type(screen.getByLabelText('New password'), 'cua-rieng-toi')
  await app.user.type(screen.getByLabelText('Retype new password'), 'cua-rieng-toi')
  await app.user.click(screen.getByRole('button', { name: 'Change password' }))
  expect(await screen.findByText('This is not your current password.')).toBeVisible()
  expect(old).toHaveFocus()
  expect(session().loggedIn).toBe(true)
})

test('a new password logs out the other devices, and the list of them knows', async () => {
  loggedInAs()
  let devices = [HERE, PHONE]
  server.use(
    http.get('/users/me/sessions', ({ response }) => response(200).json(ok(devices))),
    http.put('/auth/password', ({ response }) => {
      devices = [HERE]
      return response(200).json(ok({}))
    }),
  )
  const app = await renderApp('/profile')
  expect(await screen.findByText('Safari on iPhone')).toBeVisible()
  await app.user.type(await screen.findByLabelText('Current password'), 'mat-khau-cu')
  await app.user.type(screen.getByLabelText('New password'), 'cua-rieng-toi')
  await app.user.type(screen.getByLabelText('Retype new password'), 'cua-rieng-toi')
  await app.user.click(screen.getByRole('button', { name: 'Change password' }))
  expect(await screen.findByText('You are logged in on this device only.')).toBeVisible()
  expect(screen.queryByText('Safari on iPhone')).toBeNull()
})

test('a profile that cannot be loaded says so', async () => {
  loggedInAs()
  server.use(
    http.get('/users/me', ({ response }) =>
      response('default').json(refused(5000, ['Out of order.']), { status: 500 }),
    ),
  )
  await renderApp('/profile')
  const panel = within(screen.getByRole('tabpanel'))
  expect(await panel.findByText('Out of order.')).toBeVisible()
})

test('my information asks for all four papers, and says so at each', async () => {
  loggedInAs()
  const bodies: unknown[] = []
  server.use(
    http.put('/users/profile', async ({ request, response }) => {
      bodies.push(await request.json())
      return response(200).json(ok(ME))
    }),
  )
  const app = await renderApp('/profile?tab=mine')
  const save = await screen.findByRole('button', { name: 'Save' })
  await app.user.click(save)
  for (const missing of ['date of birth', 'ID or passport number', 'tax number']) {
    expect(screen.getByText(`Please enter your ${missing}`)).toBeVisible()
  }
  expect(screen.getByText('Please choose your gender')).toBeVisible()
  expect(bodies).toEqual([])

  await app.user.type(screen.getByLabelText(/Date of birth/), '31/05/1990')
  await app.user.click(screen.getByRole('combobox', { name: /Gender/ }))
  await app.user.click(await screen.findByRole('option', { name: 'Female' }))
  await app.user.type(screen.getByLabelText(/ID or passport/), '001090000001')
  await app.user.type(screen.getByLabelText(/Tax number/), '0101234567')
  await app.user.click(save)
  expect(await screen.findByText('Profile updated successfully!')).toBeVisible()
  expect(bodies).toMatchObject([
    {
      dateOfBirth: '1990-05-31',
      gender: 'FEMALE',
      identificationNumber: '001090000001',
      taxNumber: '0101234567',
    },
  ])
})

test('my information that was changed on another device is compared, and the other form follows', async () => {
  loggedInAs()
  let stored: typeof ME = {
    ...ME,
    dateOfBirth: '1990-05-31',
    gender: 'FEMALE',
    identificationNumber: '001090000001',
    taxNumber: '0101234567',
    position: 'Lead',
  }
  const versions: unknown[] = []
  server.use(
    http.get('/upload/{id}/{width}', ({ response }) =>
      response('default').json(refused(5005), { status: 404 }),
    ),
    http.get('/upload/{id}', ({ response }) => response('default').json(refused(5005), { status: 404 })),
    http.get('/users/me', ({ response }) => response(200).json(ok(stored))),
    http.put('/users/profile', async ({ request, response }) => {
      const body = await request.json()
      versions.push(body.version)
      if (body.version !== stored.version) {
        const refusal = { ...refused(5008, ['Changed elsewhere.']), data: { ...stored } }
        return response('default').json(refusal, { status: 409 })
      }
      stored = { ...stored, ...(body as Partial<typeof ME>), version: stored.version + 1 }
      return response(200).json(ok(stored))
    }),
  )
  const app = await renderApp('/profile?tab=mine')
  const position = await screen.findByLabelText('Position')
  const first = stored.version
  stored = {
    ...stored,
    position: 'Director',
    businessLicense: '/api/upload/license',
    version: first + 1,
  }
  await app.user.clear(position)
  await app.user.type(position, 'Accountant')
  await app.user.click(screen.getByRole('button', { name: 'Save' }))
  const choice = within(await screen.findByRole('radiogroup', { name: 'Position' }))
  expect(choice.getByRole('radio', { name: 'Theirs: Director' })).toBeVisible()
  // It may be a PDF.
  const license = within(screen.getByRole('radiogroup', { name: 'Business license' }))
  expect(license.getByRole('radio', { name: 'Theirs: a file' })).toBeChecked()
  await app.user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Profile updated successfully!')).toBeVisible()
  expect(stored.position).toBe('Accountant')

  await app.user.click(screen.getByRole('tab', { name: 'General information' }))
  await app.user.type(await screen.findByLabelText(/^Full name/), ' Anh')
  await app.user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(versions).toEqual([first, first + 1, first + 2]))
  expect(screen.queryByText('Changed elsewhere.')).toBeNull()
})

test('a photo that was changed on another device is not undone with the next save', async () => {
  loggedInAs()
  const theirs = { ...ME, avatar: '/api/upload/theirs', version: ME.version + 1 }
  const bodies: unknown[] = []
  server.use(
    http.put('/users/profile', async ({ request, response }) => {
      const body = await request.json()
      bodies.push(body)
      if (body.version === theirs.version) return response(200).json(ok(theirs))
      const refusal = { ...refused(5008, ['Changed elsewhere.']), data: theirs }
      return response('default').json(refusal, { status: 409 })
    }),
  )
  const app = await renderApp('/profile')
  await app.user.type(await screen.findByLabelText(/^Full name/), ' Anh')
  await app.user.click(screen.getByRole('button', { name: 'Save' }))
  const choice = within(await screen.findByRole('radiogroup', { name: 'Profile picture' }))
  expect(choice.getByRole('radio', { name: 'Theirs: a picture' })).toBeChecked()
  await app.user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(bodies).toHaveLength(2))
  expect(bodies[1]).toMatchObject({ fullName: `${ME.fullName} Anh`, avatar: theirs.avatar })
})

test('other devices are named and logged out with the password', async () => {
  loggedInAs()
  let devices = [HERE, PHONE]
  server.use(
    http.get('/users/me/sessions', ({ response }) => response(200).json(ok(devices))),
    http.delete('/users/me/sessions/{id}', async ({ params, request, response }) => {
      const { password } = await request.json()
      if (password !== 'mat-khau-8') {
        const refusal = refused(5019, ['Not the password.'], { password: ['Not the password.'] })
        return response('default').json(refusal, { status: 401 })
      }
      devices = devices.filter(({ id }) => id !== params.id)
      return response(200).json(ok({}, ['That device is logged out']))
    }),
  )
  const app = await renderApp('/profile')
  const here = (await screen.findByText('Firefox on Linux')).closest('li')
  expect(here && within(here).getByText('This device')).toBeVisible()
  await app.user.click(screen.getByRole('button', { name: 'Log out Safari on iPhone' }))
  const dialog = within(await screen.findByRole('dialog'))
  const password = dialog.getByLabelText('Your password')
  await app.user.type(password, 'khong-phai')
  await app.user.click(dialog.getByRole('button', { name: 'Log out' }))
  expect(await dialog.findByText('Not the password.')).toBeVisible()
  expect(password).toHaveFocus()
  expect(session().loggedIn).toBe(true)
  await app.user.clear(password)
  await app.user.type(password, 'mat-khau-8{Enter}')
  expect(await screen.findByText('That device is logged out')).toBeVisible()
  expect(await screen.findByText('You are logged in on this device only.')).toBeVisible()
})

test('the personal code can be downloaded', async () => {
  loggedInAs()
  Object.assign(URL, { createObjectURL: () => 'blob:code', revokeObjectURL: () => undefined }) // jsdom has none
  await renderApp('/profile')
  expect(await screen.findByRole('link', { name: 'Download QR code' })).toHaveAttribute(
    'download',
    'my-qr-code.png',
  )
})

test('Back leads to the tab before', async () => {
  loggedInAs()
  const app = await renderApp('/profile')
  const tab = (name: string) => screen.getByRole('tab', { name })
  await app.user.click(await screen.findByRole('tab', { name: 'My information' }))
  await waitFor(() => expect(tab('My information')).toHaveAttribute('aria-selected', 'true'))
  act(() => app.router.history.back())
  await waitFor(() => expect(tab('General information')).toHaveAttribute('aria-selected', 'true'))
})

test('text typed on one tab is still there after a look at another', async () => {
  loggedInAs()
  server.use(
    http.get('/users/me', ({ response }) => response(200).json(ok({ ...ME, dateOfBirth: '1990-05-31' }))),
  )
  const app = await renderApp('/profile')
  const name = await screen.findByLabelText(/^Full name/)
  await app.user.type(name, ' Anh')
  await app.user.click(screen.getByRole('tab', { name: 'My information' }))
  expect(await screen.findByLabelText(/Date of birth/)).toHaveValue('May 31, 1990')
  await app.user.type(screen.getByLabelText(/Tax number/), '0101234567')
  await app.user.click(screen.getByRole('tab', { name: 'General information' }))
  expect(screen.getByLabelText(/^Full name/)).toHaveValue(`${ME.fullName} Anh`)
  await app.user.click(screen.getByRole('tab', { name: 'My information' }))
  expect(screen.getByLabelText(/Tax number/)).toHaveValue('0101234567')
})
