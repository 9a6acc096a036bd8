import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { Editor } from '@tiptap/react'
import { expect, test } from 'vitest'
import { Providers } from '~/app/Providers'
import { useVariables } from '~/features/events/mailVariables'
import { chooseLanguage } from '~/lib/language'
import { createQueryClient } from '~/lib/queryClient'
import { RichTextEditor } from './RichTextEditor'

function MailEditor({ html, onChange }: { html: string; onChange: (html: string) => void }) {
  return <RichTextEditor label="Content" variables={useVariables()} defaultValue={html} onChange={onChange} />
}

function show(html: string) {
  const written: string[] = []
  render(
    <Providers queryClient={createQueryClient(() => undefined)} env="test">
      <MailEditor html={html} onChange={(next) => written.push(next)} />
    </Providers>,
  )
  const box = screen.getByRole<HTMLElement & { editor: Editor }>('textbox', { name: 'Content' })
  /** As typing and pasting do, which jsdom cannot. */
  const insert = (text: string) =>
    act(
      () =>
        void box.editor
          .chain()
          .focus('end')
          .insertContent([{ type: 'text', text }])
          .run(),
    )
  return { box, written, insert }
}

const HTML = '<p>Chào <strong>{{fullName}}</strong>, <a href="https://hoi.vn">{{ eventTitle }}</a></p>'

test('a variable is shown by its readable name, and keeps its form in the HTML', async () => {
  const { box, written, insert } = show(HTML)
  expect(box).toHaveTextContent("Chào Guest's full name, Event title")
  expect(screen.getByText("Guest's full name").closest('strong')).not.toBeNull()
  await insert('!')
  expect(written.at(-1)).toMatch(
    /^<p>Chào <strong>\{\{fullName\}\}<\/strong>, <a [^>]*>\{\{eventTitle\}\}!<\/a><\/p>$/,
  )
})

test('a typed variable becomes a chip; a name that does not exist is marked and kept', async () => {
  const { box, written, insert } = show('<p>Pay:</p>')
  await insert(' {{ amount }} {{amout}} {not one}')
  expect(box).toHaveTextContent('Pay: Amount {{amout}} {not one}')
  expect(screen.getByText('{{amout}}')).toHaveAttribute('title', expect.stringContaining('no such variable'))
  expect(written.at(-1)).toBe('<p>Pay: {{amount}} {{amout}} {not one}</p>')
})

test('the menu has every variable, among them the own link, the amount and the transfer reference', async () => {
  const user = userEvent.setup()
  const { box, written } = show('<p></p>')
  for (const name of ['Link to their registration', 'Amount', 'Transfer reference']) {
    await user.click(screen.getByRole('button', { name: 'Insert a detail' }))
    await user.click(await screen.findByRole('menuitem', { name }))
  }
  expect(box).toHaveTextContent('Link to their registrationAmountTransfer reference')
  expect(written.at(-1)).toBe('<p>{{ownLink}}{{amount}}{{paymentReference}}</p>')
})

test('the names follow the language, and nothing written is lost', async () => {
  const { insert } = show(HTML)
  await insert(' Hẹn gặp!')
  await act(async () => chooseLanguage('vi'))
  const box = screen.getByRole('textbox', { name: 'Content' })
  expect(box).toHaveTextContent('Chào Họ và tên khách, Tên sự kiện Hẹn gặp!')
})

test('shows text that its form sets, and goes on from there', async () => {
  const written: string[] = []
  const editor = (value: string) => (
    <Providers queryClient={createQueryClient(() => undefined)} env="test">
      <RichTextEditor label="Content" value={value} onChange={(next) => written.push(next)} />
    </Providers>
  )
  const { rerender } = render(editor('<p>Before</p>'))
  const box = screen.getByRole<HTMLElement & { editor: Editor }>('textbox', { name: 'Content' })
  rerender(editor('<p>Restored</p>'))
  expect(box).toHaveTextContent('Restored')
  expect(written).toEqual([])
  act(() => void box.editor.chain().focus('end').insertContent('!').run())
  expect(written.at(-1)).toBe('<p>Restored!</p>')
})
