import { EditorContent, useEditor } from '@tiptap/react'
import { useEffect } from 'react'
import { cspNonce } from '~/lib/nonce'
import { extensions } from './RichTextEditor'
import classes from './RichTextView.module.css'

/**
 * Shows what was written in a `RichTextEditor`. The HTML goes through the editor's own schema, so nothing else than
 * headings, lists, links and emphasis can come out, wherever the text is from.
 */
export function RichTextView({ html }: { html: string }) {
  const editor = useEditor({
    extensions,
    content: html,
    editable: false,
    injectNonce: cspNonce(),
    // The editor would call itself a text box.
    editorProps: { attributes: { role: 'group' } },
  })
  useEffect(() => {
    editor.commands.setContent(html, { emitUpdate: false })
  }, [editor, html])
  return <EditorContent editor={editor} className={classes.view} />
}
