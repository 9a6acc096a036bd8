import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { Providers } from '~/app/Providers'
import { createQueryClient } from '~/lib/queryClient'
import { startSession } from '~/lib/session'
import { keepTypedAt, typedAt } from '~/lib/typed'
import { LOGIN_RESULT } from '~/test/server'
import { FormModal } from './FormModal'
import { useKeptForm, useWaitingText } from './useKept'

const LAN = LOGIN_RESULT.user.id
const place = () => `${location.pathname} person 1`
const kept = () => typedAt(LAN, place())?.values

beforeEach(() => startSession(LOGIN_RESULT, true))

function PersonModal({ onClose }: { onClose: () => void }) {
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { name: 'Lan', company: 'Hoa Sen', number: '', photo: '' },
  })
  useKeptForm(form, 'person 1', { except: ['number'] })
  const [, setSaved] = useState(false)
  const save = () => {
    form.setInitialValues(form.getValues())
    setSaved(true)
  }
  return (
    <FormModal opened onClose={onClose} title="Person">
      {(['name', 'company', 'number', 'photo'] as const).map((field) => (
        <TextInput key={form.key(field)} label={field} {...form.getInputProps(field)} />
      ))}
      <button type="button" onClick={save}>
        Save
      </button>
    </FormModal>
  )
}

function show() {
  const closed: true[] = []
  const view = render(
    <Providers queryClient={createQueryClient(() => undefined)} env="test">
      <PersonModal onClose={() => closed.push(true)} />
    </Providers>,
  )
  return { ...view, closed, user: userEvent.setup() }
}

const leavePage = () => act(() => void window.dispatchEvent(new Event('pagehide')))

test('keeps changed fields only, and neither files nor fields that must not stay on a device', async () => {
  const { user, unmount } = show()
  await user.type(screen.getByLabelText('name'), ' Anh')
  await user.type(screen.getByLabelText('number'), '001090012345')
  await user.type(screen.getByLabelText('photo'), '/api/upload/photo1')
  leavePage()
  expect(kept()).toEqual({ name: 'Lan Anh' })
  await user.clear(screen.getByLabelText('name'))
  await user.type(screen.getByLabelText('name'), 'Lan')
  leavePage()
  expect(kept()).toBeUndefined()
  unmount()
})

test('gives it back with a line that discards it', async () => {
  keepTypedAt(LAN, place(), { name: 'Lan Anh', company: 7, gone: 'x' })
  const { user } = show()
  expect(screen.getByLabelText('name')).toHaveValue('Lan Anh')
  expect(screen.getByLabelText('company')).toHaveValue('Hoa Sen')
  await user.click(await screen.findByRole('button', { name: 'Discard' }))
  expect(screen.getByLabelText('name')).toHaveValue('Lan')
  expect(kept()).toBeUndefined()
})

test('the line goes once the form is saved and stays on its page', async () => {
  keepTypedAt(LAN, place(), { name: 'Lan Anh' })
  const { user } = show()
  expect(await screen.findByRole('button', { name: 'Discard' })).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Discard' })).toBeNull())
  expect(screen.getByLabelText('name')).toHaveValue('Lan Anh')
})

test('says that the stored value has changed since the typing', async () => {
  keepTypedAt(LAN, place(), { name: 'Lan Anh' }, { name: 'Hoa' })
  const { unmount } = show()
  expect(screen.getByLabelText('name')).toHaveValue('Lan Anh')
  expect(await screen.findByText(/What is stored has changed since/)).toBeVisible()
  // It is still so when the page goes away before anything was decided.
  leavePage()
  expect(typedAt(LAN, place())?.before).toEqual({ name: 'Hoa' })
  unmount()
})

test('says nothing of it while this is as it was', async () => {
  keepTypedAt(LAN, place(), { name: 'Lan Anh' }, { name: 'Lan' })
  show()
  expect(await screen.findByText(/^Restored what you typed/)).toBeVisible()
  expect(screen.queryByText(/What is stored/)).not.toBeInTheDocument()
})

test('a dialog asks before restored text is lost, and then forgets it', async () => {
  keepTypedAt(LAN, place(), { name: 'Lan Anh' })
  const { user, closed, unmount } = show()
  await user.click(screen.getByLabelText('name'))
  await user.keyboard('{Escape}')
  expect(await screen.findByRole('dialog', { name: 'Discard your changes?' })).toBeVisible()
  expect(closed).toEqual([])
  unmount()
  expect(kept()).toBeUndefined()
})

test('another account gets nothing of it', () => {
  startSession({ ...LOGIN_RESULT, user: { ...LOGIN_RESULT.user, id: 'another' } }, true)
  keepTypedAt(LAN, place(), { name: 'Lan Anh' })
  show()
  expect(screen.getByLabelText('name')).toHaveValue('Lan')
})

function Page({ isOpen }: { isOpen: boolean }) {
  useWaitingText(location.pathname)
  return isOpen && <PersonModal onClose={() => undefined} />
}

test('text of a form that is not open is told of until the form is opened', async () => {
  keepTypedAt(LAN, place(), { name: 'Lan Anh' })
  const page = (isOpen: boolean) => (
    <Providers queryClient={createQueryClient(() => undefined)} env="test">
      <Page isOpen={isOpen} />
    </Providers>
  )
  const { rerender } = render(page(false))
  const WAITING = /^What you typed on this page .* is kept/
  expect(await screen.findByText(WAITING, undefined, { timeout: 5000 })).toBeVisible()
  rerender(page(true))
  expect(screen.getByLabelText('name')).toHaveValue('Lan Anh')
  await waitFor(() => expect(screen.queryByText(WAITING)).not.toBeInTheDocument())
})
