import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { Marked } from 'marked'
import type { Plugin } from 'vite'
import type { Guide } from '../src/features/guides/guide.ts'

// The guides in `docs/guides` become HTML while the application is built: browsers get neither Markdown nor its parser.

const FILE = /\/docs\/guides\/\w+\/\w+\.md$/
/** `<a id="task"></a>` in front of a task's title: a place to link to that is the same in every language. */
const ANCHOR = /^<a id="([a-z-]+)"><\/a>/
/** `task`, `guide.md` or `guide.md#task`. */
const LINK = /^(?:(\w+)\.md)?(?:#([a-z-]+))?$/

/** The content of a guide, with `%n%` in place of the address of its picture `n`. */
interface Read extends Guide {
  /** The files of its pictures, from the guide's folder. */
  pictures: string[]
}

/** Width and height of a WebP file of the kind that browsers write. */
function sizeOf(file: string): { width: number; height: number } {
  const bytes = readFileSync(file)
  if (bytes.toString('latin1', 12, 16) !== 'VP8X') throw new Error(`${file} is no WebP file of a browser`)
  return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }
}

/** Reads the guide in the file. Throws where it is not written as guides are. */
export function readGuide(file: string): Read {
  const fail = (what: string) => new Error(`${file}: ${what}`)
  const own = /(\w+)\.md$/.exec(file)?.[1]
  const pictures: string[] = []
  const marked = new Marked({
    renderer: {
      link({ href, tokens }) {
        const [, guide = own, task] = LINK.exec(href) ?? []
        if (!LINK.test(href)) throw fail(`${href} leads out of the guides`)
        return `<a href="/guides/${guide}${task ? `#${task}` : ''}">${this.parser.parseInline(tokens)}</a>`
      },
      image({ href, text }) {
        const { width, height } = sizeOf(resolve(dirname(file), href))
        const place = pictures.push(href) - 1
        return `<img src="%${place}%" alt="${text}" width="${width}" height="${height}" loading="lazy">`
      },
    },
  })
  const tokens = marked.lexer(readFileSync(file, 'utf8'))
  const starts = tokens.flatMap((token, at) => (token.type === 'heading' && token.depth === 2 ? [at] : []))
  const [head] = tokens
  if (head?.type !== 'heading' || head.depth !== 1) throw fail('begins without a title')
  const intro = marked.parser(tokens.slice(1, starts[0]))
  const tasks = starts.map((start, at) => {
    const { text } = tokens[start] as { text: string }
    const [anchor, id] = ANCHOR.exec(text) ?? []
    if (!anchor || !id) throw fail(`“${text}” has no anchor`)
    return {
      id,
      title: text.slice(anchor.length),
      html: marked.parser(tokens.slice(start + 1, starts[at + 1])),
    }
  })
  return { title: head.text, intro, tasks, pictures }
}

/** Makes a module of each guide. */
export const guides = (): Plugin => ({
  name: 'guides',
  enforce: 'pre',
  transform(_code, id) {
    const file = id.replaceAll('\\', '/')
    if (!FILE.test(file)) return null
    const { pictures, ...guide } = readGuide(file)
    const imports = pictures.map((path, at) => `import picture${at} from './${path}'\n`)
    const text = JSON.stringify(guide).replaceAll(/%(\d+)%/g, '" + picture$1 + "')
    return { code: `${imports.join('')}export default ${text}`, map: null, moduleType: 'js' }
  },
})
