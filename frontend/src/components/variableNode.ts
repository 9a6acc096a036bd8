import { Node } from '@tiptap/core'
import { type EditorState, Plugin, type Transaction } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'
import classes from './RichTextEditor.module.css'
import chip from './variable.module.css'

export interface TemplateVariable {
  /** Stands in the HTML as `{{name}}`. */
  name: string
  label: string
}

interface VariableOptions {
  variables: readonly TemplateVariable[]
  /** The tooltip of an unknown variable. */
  unknown: string
}

const VARIABLE = /\{\{\s*(\w+)\s*\}\}/g
const ANYTHING = /\{\{[^{}]*\}\}/g

/**
 * A variable of a mail: a chip with a readable name. In the HTML it is `{{name}}`, nothing else. Typed or pasted
 * `{{name}}` becomes a chip; a name that does not exist stays text and is marked.
 */
export const VariableNode = Node.create<VariableOptions>({
  name: 'variable',
  group: 'inline',
  inline: true,
  atom: true,

  addOptions: () => ({ variables: [], unknown: '' }),
  addAttributes: () => ({ name: { default: '', rendered: false } }),
  parseHTML() {
    const names = namesOf(this.options.variables)
    const known = ({ dataset: { variable: name = '' } }: HTMLElement) => (names.has(name) ? { name } : false)
    return [{ tag: 'span[data-variable]', getAttrs: known }]
  },
  renderHTML: ({ node }) => ['span', { 'data-variable': node.attrs.name }, `{{${node.attrs.name}}}`],
  renderText: ({ node }) => `{{${node.attrs.name}}}`,

  addNodeView() {
    const { variables } = this.options
    return ({ node }) => {
      const dom = document.createElement('span')
      dom.className = chip.variable ?? ''
      dom.textContent = variables.find(({ name }) => name === node.attrs.name)?.label ?? node.attrs.name
      return { dom }
    }
  },

  addProseMirrorPlugins() {
    const { variables, unknown } = this.options
    const names = namesOf(variables)
    return [
      new Plugin({
        appendTransaction: (transactions, _, state) =>
          transactions.some(({ docChanged }) => docChanged) ? typedVariables(state, names) : null,
        props: {
          decorations: ({ doc }) => {
            const marks: Decoration[] = []
            doc.descendants((node, at) => {
              for (const { index, 0: typed } of (node.text ?? '').matchAll(ANYTHING)) {
                const from = at + index
                marks.push(
                  Decoration.inline(from, from + typed.length, {
                    class: classes.unknown ?? '',
                    title: unknown,
                  }),
                )
              }
            })
            return DecorationSet.create(doc, marks)
          },
        },
      }),
    ]
  },
})

const namesOf = (variables: readonly TemplateVariable[]): ReadonlySet<string> =>
  new Set(variables.map(({ name }) => name))

/** Makes chips of the known variables that stand in text; null when there are none. */
function typedVariables(state: EditorState, names: ReadonlySet<string>): Transaction | null {
  const { tr, schema, doc } = state
  doc.descendants((node, at) => {
    for (const { index, 0: typed, 1: name = '' } of (node.text ?? '').matchAll(VARIABLE)) {
      if (!names.has(name)) continue
      const from = tr.mapping.map(at + index)
      const chip = schema.nodes.variable?.create({ name }, null, node.marks)
      if (chip) tr.replaceWith(from, from + typed.length, chip)
    }
  })
  return tr.docChanged ? tr : null
}

/** HTML of the editor as it is stored: chips are `{{name}}` again. */
export const withoutChips = (html: string) =>
  html.replace(/<span data-variable="\w+">(\{\{\w+\}\})<\/span>/g, '$1')

/** HTML as the editor reads it: every known `{{name}}` in its text becomes the element that a chip is made of. */
export function withChips(html: string, variables: readonly TemplateVariable[]): string {
  if (variables.length === 0) return html
  const names = namesOf(variables)
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  const walker = document.createTreeWalker(body, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  while (walker.nextNode()) texts.push(walker.currentNode as Text)
  for (const text of texts) {
    const parts = text.data.split(/(\{\{\s*\w+\s*\}\})/).map((part) => {
      const name = /^\{\{\s*(\w+)\s*\}\}$/.exec(part)?.[1]
      if (name === undefined || !names.has(name)) return part
      const chip = document.createElement('span')
      chip.dataset.variable = name
      return chip
    })
    text.replaceWith(...parts)
  }
  return body.innerHTML
}
