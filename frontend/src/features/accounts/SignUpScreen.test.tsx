import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderApp } from '~/test/renderApp'
import { http, ok, refused, server } from '~/test/server'

type App = Awaited<ReturnType<typeof renderApp>>

const VALID = {
  'Full name': 'Nguyễn Thị Lan',
  Email: 'lan@congty.vn',
  Phone: '0901234567',
  'Company name': 'Hoa Sen',
  Password: 'mat-khau-8',
  'Retype password': 'mat-khau-8',
}

async function submit({ user }: App, values: Record<string, string> = VALID) {
  for (const [label, value] of Object.entries(values)) {
    const input = screen.getByLabelText(label)
    await user.clear(input)
    if (value) {
      input.focus()
      await user.paste(value)
    }
  }
  await user.click(screen.getByRole('button', { name: 'Create account' }))
}

test('registers and says where the link went', async () => {
  const bodies: unknown[] = []
  server.use(
    http.post('/auth/register', async ({ request, response }) => {
      bodies.push(await request.json())
      return response(200).json(ok({ id: '1', email: 'lan@congty.vn' }, ['Account created.']))
    }),
  )
  const app = await renderApp('/auth/sign-up')
  await submit(app)
  expect(await screen.findByText('Account created.')).toBeVisible()
  expect(await screen.findByText(/sent a link to lan@congty.vn/)).toBeVisible()
  expect(bodies).toEqual([
    {
      fullName: 'Nguyễn Thị Lan',
      email: 'lan@congty.vn',
      phone: '0901234567',
      company: 'Hoa Sen',
      password: 'mat-khau-8',
    },
  ])
})

test('who is invited by mail reads which group the account is for', async () => {
  server.use(
    http.get('/group-invitation/{token}', ({ response }) =>
      response(200).json(
        ok({
          groupName: 'BNI Sông Hàn',
          groupDescription: '',
          groupAvatar: '/file/g1',
          memberCount: 12,
          invitedBy: 'Trần Minh',
          role: 'member',
          email: 'lan@congty.vn',
          fullName: 'Nguyễn Thị Lan',
          phone: null,
          expiresAt: '2099-01-01T00:00:00Z',
        }),
      ),
    ),
  )
  await renderApp('/auth/sign-up?invitation=abc')
  const title = { level: 1, name: 'Create an account to join BNI Sông Hàn' }
  expect(await screen.findByRole('heading', title)).toBeVisible()
  expect(screen.queryByText(/Organize your first event/)).toBeNull()
  expect(screen.getByLabelText('Full name')).toHaveValue('Nguyễn Thị Lan')
})

test('a mistyped address can be corrected, and nothing else is typed again', async () => {
  const emails: string[] = []
  server.use(
    http.post('/auth/register', async ({ request, response }) => {
      const { email } = await request.json()
      emails.push(email)
      return response(200).json(ok({ id: '1', email }))
    }),
  )
  const app = await renderApp('/auth/sign-up')
  await submit(app, { ...VALID, Email: 'lan@congty.nv' })
  await app.user.click(await screen.findByRole('button', { name: 'Correct the email' }))
  const email = screen.getByLabelText('Email')
  expect(email).toHaveFocus()
  expect(email).toHaveValue('lan@congty.nv')
  expect(screen.getByLabelText('Password')).toHaveValue('mat-khau-8')
  await app.user.clear(email)
  await app.user.type(email, 'lan@congty.vn')
  await app.user.click(screen.getByRole('button', { name: 'Create account' }))
  expect(await screen.findByText(/sent a link to lan@congty.vn/)).toBeVisible()
  expect(emails).toEqual(['lan@congty.nv', 'lan@congty.vn'])
})

const REQUIRED = 'Please fill this in.'

test.each([
  ['Full name', '   ', REQUIRED],
  ['Full name', 'a'.repeat(1000), 'At most 999 characters, please.'],
  ['Email', '', REQUIRED],
  ['Email', 'a b@c.d', /not a valid email/],
  ['Phone', '', REQUIRED],
  ['Phone', 'số của Lan', /not a phone number/],
  ['Phone', '1'.repeat(100), 'At most 99 characters, please.'],
  ['Company name', '', REQUIRED],
  ['Company name', 'ộ'.repeat(1000), 'At most 999 characters, please.'],
  ['Password', 'short-7', 'At least 8 characters, please.'],
  ['Password', 'p'.repeat(129), 'At most 128 characters, please.'],
  ['Retype password', '', REQUIRED],
  ['Retype password', 'something-else', 'The two passwords are not the same.'],
])('%s "%.12s" is refused before it is sent', async (label, value, message) => {
  const app = await renderApp('/auth/sign-up/anything')
  await submit(app, { ...VALID, [label]: value })
  expect(await screen.findByText(message)).toBeVisible()
})

test('values at the limit are sent', async () => {
  server.use(
    http.post('/auth/register', ({ response }) =>
      response(200).json(ok({ id: '1', email: 'lan@congty.vn' })),
    ),
  )
  const app = await renderApp('/auth/sign-up')
  await submit(app, {
    ...VALID,
    'Full name': 'ễ'.repeat(999),
    Phone: '1'.repeat(99),
    Email: 'lan+su-kien@congty.vn',
  })
  expect(await screen.findByText('Check your inbox')).toBeVisible()
})

test("the server's errors stand at their fields, focused, and nothing typed is lost", async () => {
  server.use(
    http.post('/auth/register', ({ response }) =>
      response('default').json(refused(5002, ['Taken.'], { email: ['This email is in use.'] }), {
        status: 400,
      }),
    ),
  )
  const app = await renderApp('/auth/sign-up')
  await submit(app)
  expect(await screen.findByText('This email is in use.')).toBeVisible()
  expect(screen.getByLabelText('Email')).toHaveFocus()
  expect(screen.getByLabelText('Full name')).toHaveValue('Nguyễn Thị Lan')
})

test('a refusal without fields is told as a toast', async () => {
  server.use(
    http.post('/auth/register', ({ response }) =>
      response('default').json(refused(5013, ['This email address is already in use.']), { status: 409 }),
    ),
  )
  const app = await renderApp('/auth/sign-up')
  await submit(app)
  expect(await screen.findByText('This email address is already in use.')).toBeVisible()
})
