import '@mantine/tiptap/styles.css'
import { Input } from '@mantine/core'
import { useUncontrolled } from '@mantine/hooks'
import { RichTextEditor as Editor, Link } from '@mantine/tiptap'
import { useEditor } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { useId, useLayoutEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { cspNonce } from '~/lib/cspNonce'
import classes from './RichTextEditor.module.css'
import { VariablesMenu } from './VariablesMenu'
import { type TemplateVariable, VariableNode, withChips, withoutChips } from './variableNode'

interface RichTextEditorProps {
  label: string
  description?: React.ReactNode
  /** HTML; the empty string when nothing is written. The editor follows it. */
  value?: string
  defaultValue?: string
  onChange?: (html: string) => void
  variables?: readonly TemplateVariable[]
  error?: React.ReactNode
  required?: boolean
  'data-path'?: string
}

/** The allowed elements of rich text, also for `RichTextView`. */
export const extensions = [
  StarterKit.configure({
    blockquote: false,
    code: false,
    codeBlock: false,
    horizontalRule: false,
    strike: false,
    link: false,
    heading: { levels: [2, 3] },
  }),
  // Only link protocols that are safe in a mail; the server sanitises again.
  Link.configure({ protocols: ['http', 'https', 'mailto'], openOnClick: false, defaultProtocol: 'https' }),
]

/** The same with variables, where there are any; `unknown` explains one that does not exist. */
export const withVariables = (variables: readonly TemplateVariable[], unknown: string) =>
  variables.length === 0 ? extensions : [...extensions, VariableNode.configure({ variables, unknown })]

/** Mail content: bold, italic, underline, headings, lists, links and variables. Nothing else passes, pasted or typed. */
export function RichTextEditor(props: RichTextEditorProps) {
  const { label, description, error, required, variables = [] } = props
  const { t, i18n } = useTranslation()
  const id = useId()
  const [html, setHtml] = useUncontrolled({
    value: props.value,
    defaultValue: props.defaultValue,
    finalValue: '',
    onChange: props.onChange,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: only read when the editor is made, below in the same cases.
  const content = useMemo(() => withChips(html, variables), [i18n.language])
  // The content of the editor.
  const written = useRef(html)
  const editor = useEditor(
    {
      extensions: withVariables(variables, t('events.editor.unknownVariable')),
      content,
      injectNonce: cspNonce(),
      editorProps: {
        attributes: {
          role: 'textbox',
          'aria-multiline': 'true',
          'aria-label': label,
          'aria-required': String(Boolean(required)),
          'aria-describedby': `${id}-error`,
          ...(props['data-path'] && { 'data-path': props['data-path'] }),
        },
      },
      onUpdate: ({ editor }) => {
        written.current = editor.isEmpty ? '' : withoutChips(editor.getHTML())
        setHtml(written.current)
      },
    },
    // The chips show names in the user's language.
    [i18n.language],
  )
  // Before the next key, which would be lost otherwise.
  useLayoutEffect(() => {
    // On a busy machine the editor of a first rendering may be destroyed before this; the next one has the content.
    if (!editor || editor.isDestroyed || html === written.current) return
    written.current = html
    editor.commands.setContent(withChips(html, variables), { emitUpdate: false })
  }, [editor, html, variables])

  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      description={description}
      error={error}
      errorProps={{ id: `${id}-error` }}
      withAsterisk={required}
    >
      <Editor
        editor={editor}
        withCodeHighlightStyles={false}
        classNames={{
          root: classes.root,
          toolbar: classes.toolbar,
          content: classes.content,
          linkEditorExternalControl: classes.linkTarget,
        }}
        labels={{
          boldControlLabel: t('events.editor.bold'),
          italicControlLabel: t('events.editor.italic'),
          underlineControlLabel: t('events.editor.underline'),
          h2ControlLabel: t('events.editor.heading'),
          h3ControlLabel: t('events.editor.subheading'),
          bulletListControlLabel: t('events.editor.bulletList'),
          orderedListControlLabel: t('events.editor.numberedList'),
          linkControlLabel: t('events.editor.link'),
          unlinkControlLabel: t('events.editor.unlink'),
          linkEditorInputLabel: t('events.editor.linkAddress'),
          linkEditorInputPlaceholder: 'https://',
          linkEditorSave: t('events.editor.linkSave'),
          undoControlLabel: t('events.editor.undo'),
          redoControlLabel: t('events.editor.redo'),
        }}
      >
        <Editor.Toolbar>
          <Editor.ControlsGroup>
            <Editor.Bold />
            <Editor.Italic />
            <Editor.Underline />
          </Editor.ControlsGroup>
          <Editor.ControlsGroup>
            <Editor.H2 />
            <Editor.H3 />
            <Editor.BulletList />
            <Editor.OrderedList />
          </Editor.ControlsGroup>
          <Editor.ControlsGroup>
            <Editor.Link />
            <Editor.Unlink />
          </Editor.ControlsGroup>
          <Editor.ControlsGroup>
            <Editor.Undo />
            <Editor.Redo />
          </Editor.ControlsGroup>
          {variables.length > 0 && (
            <VariablesMenu
              variables={variables}
              onPick={(name) =>
                editor?.chain().focus().insertContent({ type: 'variable', attrs: { name } }).run()
              }
            >
              <Editor.Control w="auto" px={8} fz="sm">
                {t('events.editor.variable')}
              </Editor.Control>
            </VariablesMenu>
          )}
        </Editor.Toolbar>
        <Editor.Content />
      </Editor>
    </Input.Wrapper>
  )
}
