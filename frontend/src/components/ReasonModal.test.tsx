import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { Providers } from '~/app/Providers'
import { chooseLanguage } from '~/lib/language'
import { createQueryClient } from '~/lib/queryClient'
import { ReasonModal } from './ReasonModal'

let sent: string[]

beforeEach(async () => {
  sent = []
  await chooseLanguage('en')
})

function show(missing?: string) {
  render(
    <Providers queryClient={createQueryClient(() => undefined)} env="test">
      <ReasonModal
        about="point 1"
        title="Reject point"
        label="Reason"
        description="The parties are told."
        action="Reject"
        missing={missing}
        onClose={() => undefined}
        onSend={(reason) => sent.push(reason)}
      >
        The point does not count.
      </ReasonModal>
    </Providers>,
  )
  return userEvent.setup()
}

const field = () => screen.findByRole('textbox', { name: /^Reason/ })
const button = () => screen.findByRole('button', { name: 'Reject' })

test('an optional reason is sent trimmed, or empty', async () => {
  const user = show()
  expect(await screen.findByText('The point does not count.')).toBeVisible()
  expect(await field()).toHaveAccessibleDescription('The parties are told.')
  await user.click(await button())
  await user.type(await field(), '  Off topic ')
  await user.click(await button())
  expect(sent).toEqual(['', 'Off topic'])
})

test('a required reason is missed in the words given, and the field gets the focus', async () => {
  const user = show('Say why')
  await user.type(await field(), '   ')
  await user.click(await button())
  expect(await field()).toHaveAccessibleDescription(/Say why/)
  expect(await field()).toHaveFocus()
  expect(sent).toEqual([])
})

test.each([undefined, 'Say why'])(
  'a reason of 500 characters is sent, a longer one is not',
  async (missing) => {
    const user = show(missing)
    await user.click(await field())
    await user.paste('a'.repeat(501))
    await user.click(await button())
    expect(await field()).toBeInvalid()
    await user.type(await field(), '{Backspace}')
    await user.click(await button())
    expect(sent).toEqual(['a'.repeat(500)])
  },
)
