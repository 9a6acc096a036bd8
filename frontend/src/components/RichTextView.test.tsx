import { act, render, screen } from '@testing-library/react'
import type { Editor } from '@tiptap/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { Providers } from '~/app/Providers'
import { createQueryClient } from '~/lib/queryClient'
import { RichTextEditor } from './RichTextEditor'
import { RichTextView } from './RichTextView'

const shown: { write?: (html: string) => void } = {}

function Both() {
  const [html, write] = useState('<p>Before</p>')
  shown.write = write
  return (
    <>
      <RichTextView html={html} />
      <RichTextEditor label="Content" value={html} onChange={() => undefined} />
    </>
  )
}

test('text that changes when a busy machine has lost the editors is shown by their successors', async () => {
  const { container } = render(
    <Providers queryClient={createQueryClient(() => undefined)} env="test">
      <Both />
    </Providers>,
  )
  expect(await screen.findAllByText('Before')).toHaveLength(2)
  const editors = [...container.querySelectorAll<HTMLElement & { editor: Editor }>('.ProseMirror')]
  act(() => {
    for (const { editor } of editors) editor.destroy()
    shown.write?.('<p>After</p>')
  })
  expect(await screen.findAllByText('After')).toHaveLength(2)
})
