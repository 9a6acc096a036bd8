import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { Providers } from '~/app/Providers'
import { createQueryClient } from '~/lib/queryClient'
import { startSession } from '~/lib/session'
import { leaveBehind, stay } from '~/lib/typed'
import { LOGIN_RESULT } from '~/test/server'
import { Composer } from './Composer'

beforeEach(() => startSession(LOGIN_RESULT, true))

test('a post that is being written is something to lose, so the end of the session is said first', async () => {
  render(
    <Providers queryClient={createQueryClient(() => undefined)} env="test">
      <Composer groupId="g1" mayWait={false} />
    </Providers>,
  )
  expect(leaveBehind('session')).toBe(false)
  await userEvent.type(screen.getByRole('textbox'), 'Chào cả nhóm')
  expect(leaveBehind('session')).toBe(true)
  stay()
})
