import { MantineProvider } from '@mantine/core'
import { act, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { lateDialog, lateParts } from './Late'

interface DialogProps {
  opened: boolean
  onClose: () => void
}

const Dialog = ({ opened }: DialogProps) => opened && <div role="dialog">Share</div>

test('the bar of a running request stands there until a dialog has come', async () => {
  let come = (_parts: { Dialog: typeof Dialog }) => {}
  const { late } = lateParts(
    () =>
      new Promise<{ Dialog: typeof Dialog }>((resolve) => {
        come = resolve
      }),
  )
  const LateDialog = lateDialog(late((parts) => parts.Dialog))
  const shown = (opened: boolean) => (
    <MantineProvider env="test">
      <LateDialog opened={opened} onClose={() => undefined} />
    </MantineProvider>
  )
  const bar = () => screen.queryByRole('progressbar', { hidden: true })
  const { rerender } = render(shown(false))
  expect(bar()).toBeNull()
  await act(async () => rerender(shown(true)))
  expect(bar()).toBeInTheDocument()
  await act(async () => come({ Dialog }))
  expect(screen.getByRole('dialog')).toBeVisible()
  expect(bar()).toBeNull()
})
