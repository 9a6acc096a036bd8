import { EditorContent, useEditor } from '@tiptap/react'
import { useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { cspNonce } from '~/lib/cspNonce'
import { withVariables } from './RichTextEditor'
import classes from './RichTextView.module.css'
import { type TemplateVariable, withChips } from './variableNode'

interface RichTextViewProps {
  html: string
  /** Variables that are shown as chips where they have no value yet. */
  variables?: readonly TemplateVariable[]
}

const NO_VARIABLES: readonly TemplateVariable[] = []

/**
 * Shows text written in a `RichTextEditor`. The HTML goes through the editor's own schema, so nothing else than
 * headings, lists, links and emphasis can come out, wherever the text is from.
 */
export function RichTextView({ html, variables = NO_VARIABLES }: RichTextViewProps) {
  const { t, i18n } = useTranslation()
  const content = useMemo(() => withChips(html, variables), [html, variables])
  const editor = useEditor(
    {
      extensions: withVariables(variables, t('events.editor.unknownVariable')),
      content,
      editable: false,
      injectNonce: cspNonce(),
      // Without this, the read-only editor has the role of a text box.
      editorProps: { attributes: { role: 'group' } },
    },
    [i18n.language],
  )
  useEffect(() => {
    // On a busy machine the editor of a first rendering may be destroyed before this; the next one has the content.
    if (!editor.isDestroyed) editor.commands.setContent(content, { emitUpdate: false })
  }, [editor, content])
  return <EditorContent editor={editor} className={classes.view} />
}
