import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { expect, test, vi } from 'vitest'
import { Providers } from '~/app/Providers'
import { createQueryClient } from '~/lib/queryClient'
import { startSession } from '~/lib/session'
import type { UploadPurpose } from '~/lib/upload'
import { http, LOGIN_RESULT, ok, refused, server } from '~/test/server'
import { Uploader } from './Uploader'

const image = (name = 'logo.png', type = 'image/png', size = 10) =>
  new File(['x'.repeat(size)], name, { type })

function show(defaultValue: string | null = null, purpose: UploadPurpose = 'eventLogo') {
  startSession(LOGIN_RESULT, true)
  const onChange = vi.fn()
  render(
    <Providers queryClient={createQueryClient(() => undefined)} env="test">
      <Uploader label="Logo" purpose={purpose} defaultValue={defaultValue} onChange={onChange} />
    </Providers>,
  )
  return { onChange, user: userEvent.setup({ applyAccept: false }), input: screen.getByLabelText('Logo') }
}

test('uploads with purpose and token, and shows the image', async () => {
  const seen: unknown[] = []
  server.use(
    http.post('/upload', async ({ request, response }) => {
      const form = await request.formData()
      seen.push(form.get('purpose'), request.headers.get('authorization'))
      return response(200).json(ok({ id: '7', url: '/api/upload/7' }))
    }),
  )
  const { onChange, user, input } = show()
  expect(input).toHaveAccessibleName('Logo Choose an image')
  await user.upload(input, image())
  await waitFor(() => expect(onChange).toHaveBeenCalledWith('/api/upload/7'))
  expect(seen).toEqual(['eventLogo', 'Bearer access-1'])
  expect(screen.getByAltText('Preview: Logo')).toHaveAttribute('src', '/api/upload/7')
})

test('renews the access token once when it ran out', async () => {
  server.use(
    http.post('/upload', ({ request, response }) =>
      request.headers.get('authorization') === 'Bearer access-2'
        ? response(200).json(ok({ id: '7', url: '/api/upload/7' }))
        : response('default').json(refused(5018), { status: 401 }),
    ),
    http.post('/auth/refresh-token', ({ response }) =>
      response(200).json(ok({ token: { accessToken: 'access-2', expiresIn: 900 } })),
    ),
  )
  const { onChange, user, input } = show()
  await user.upload(input, image())
  await waitFor(() => expect(onChange).toHaveBeenCalledWith('/api/upload/7'))
})

test.each([
  ['of another kind', image('plan.pdf', 'application/pdf'), /not a JPEG/],
  ['that is too large', image('big.png', 'image/png', 5 * 1024 * 1024 + 1), /larger than 5 MB/],
])('refuses a file %s without sending it', async (_kind, file, message) => {
  const { onChange, user, input } = show('/api/upload/old')
  await user.upload(input, file)
  expect(await screen.findByText(message)).toBeVisible()
  expect(onChange).not.toHaveBeenCalled()
  expect(screen.getByAltText('Preview: Logo')).toHaveAttribute('src', '/api/upload/old')
})

/** A form around two uploaders, whose files stay on their way until they are answered, in the order they were chosen. */
function showForm() {
  const answers: ((isTaken: boolean) => void)[] = []
  server.use(
    http.post('/upload', async ({ response }) =>
      (await new Promise<boolean>((resolve) => answers.push(resolve)))
        ? response(200).json(ok({ id: '7', url: '/api/upload/7' }))
        : response('default').json(refused(5006, ['This image cannot be read.']), { status: 415 }),
    ),
  )
  startSession(LOGIN_RESULT, true)
  const value: Record<string, string | null> = {}
  const sent: unknown[] = []
  render(
    <Providers queryClient={createQueryClient(() => undefined)} env="test">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          sent.push({ ...value })
        }}
      >
        {['Logo', 'Cover'].map((label) => (
          <Uploader
            key={label}
            label={label}
            purpose="eventLogo"
            onChange={(url) => {
              value[label] = url
            }}
          />
        ))}
        <button type="submit">Save</button>
      </form>
    </Providers>,
  )
  const user = userEvent.setup()
  return {
    sent,
    user,
    choose: async (label: string) => {
      const before = answers.length
      await user.upload(screen.getByLabelText(label), image())
      await waitFor(() => expect(answers).toHaveLength(before + 1))
    },
    answer: (index: number, isTaken: boolean) => answers[index]?.(isTaken),
    save: screen.getByRole('button', { name: 'Save' }),
  }
}

test('a form that is sent meanwhile waits for the image, and is sent once', async () => {
  const { sent, user, choose, answer, save } = showForm()
  await choose('Logo')
  await user.click(save)
  await user.click(save)
  expect(sent).toEqual([])
  expect(save).toHaveAttribute('aria-busy', 'true')
  answer(0, true)
  expect(await screen.findByAltText('Preview: Logo')).toBeVisible()
  await waitFor(() => expect(sent).toEqual([{ Logo: '/api/upload/7' }]))
  expect(save).toHaveAttribute('aria-busy', 'false')
  await user.click(save)
  expect(sent).toHaveLength(2)
})

test('a form is not sent without the image that was refused', async () => {
  const { sent, user, choose, answer, save } = showForm()
  await choose('Logo')
  await user.click(save)
  answer(0, false)
  expect(await screen.findByText('This image cannot be read.')).toBeVisible()
  expect(sent).toEqual([])
})

test('a form that waits for two images is sent once, with both', async () => {
  const { sent, user, choose, answer, save } = showForm()
  await choose('Logo')
  await choose('Cover')
  await user.click(save)
  answer(1, true)
  expect(await screen.findByAltText('Preview: Cover')).toBeVisible()
  expect(sent).toEqual([])
  answer(0, true)
  await waitFor(() => expect(sent).toEqual([{ Logo: '/api/upload/7', Cover: '/api/upload/7' }]))
})

test('a form is not sent when one of two images was refused, until it is sent anew', async () => {
  const { sent, user, choose, answer, save } = showForm()
  await choose('Logo')
  await choose('Cover')
  await user.click(save)
  answer(1, false)
  expect(await screen.findByText('This image cannot be read.')).toBeVisible()
  await waitFor(() => expect(save).toHaveAttribute('aria-busy', 'false'))
  answer(0, true)
  expect(await screen.findByAltText('Preview: Logo')).toBeVisible()
  expect(sent).toEqual([])
  await user.click(save)
  expect(sent).toEqual([{ Logo: '/api/upload/7' }])
})

test("shows the server's message about a file", async () => {
  server.use(
    http.post('/upload', ({ response }) =>
      response('default').json(refused(5006, ['This image cannot be read.']), { status: 415 }),
    ),
  )
  const { user, input } = show()
  await user.upload(input, image())
  expect(await screen.findByText('This image cannot be read.')).toBeVisible()
  expect(input).toBeEnabled()
})

test('removes the image', async () => {
  const { onChange, user } = show('/api/upload/old')
  await user.click(screen.getByRole('button', { name: 'Remove' }))
  expect(onChange).toHaveBeenCalledWith(null)
  expect(screen.queryByAltText('Preview: Logo')).toBeNull()
})

test('takes a document as the server does: PDF, JPEG or PNG up to 10 MB', async () => {
  const sent: unknown[] = []
  server.use(
    http.post('/upload', async ({ request, response }) => {
      const form = await request.formData()
      sent.push(form.get('purpose'))
      return response(200).json(ok({ id: '7', url: '/api/upload/7' }))
    }),
    http.get('/upload/{id}', ({ response }) =>
      response.untyped(new HttpResponse('%PDF-', { headers: { 'content-type': 'application/pdf' } })),
    ),
  )
  const { onChange, user, input } = show(null, 'businessLicense')
  expect(input).toHaveAttribute('accept', 'application/pdf,image/jpeg,image/png')
  expect(screen.getByText('PDF, JPEG or PNG, up to 10 MB')).toBeVisible()
  await user.upload(input, image('stamp.webp', 'image/webp'))
  expect(await screen.findByText(/not a PDF, JPEG or PNG/)).toBeVisible()
  await user.upload(input, image('huge.pdf', 'application/pdf', 10 * 1024 * 1024 + 1))
  expect(await screen.findByText(/larger than 10 MB/)).toBeVisible()
  await user.upload(input, image('licence.pdf', 'application/pdf', 5 * 1024 * 1024 + 1))
  await waitFor(() => expect(onChange).toHaveBeenCalledWith('/api/upload/7'))
  expect(sent).toEqual(['businessLicense'])
})
