import { createElement, Fragment, type ReactNode, useMemo } from 'react'
import classes from './page.module.css'

/** The elements that the organiser's editor writes; others are reduced to their text. */
const TAGS = ['A', 'B', 'BLOCKQUOTE', 'BR', 'DEL', 'EM', 'H1', 'H2', 'H3', 'H4', 'HR', 'I', 'LI', 'OL', 'P', 'S', 'STRONG', 'U', 'UL'] // biome-ignore format: a list of names reads best in one row
/** The page has its own headings above these. */
const RENAMED: Record<string, string> = { H1: 'h3', H2: 'h3', H3: 'h4', H4: 'h4' }
const LINK = /^(https?|mailto|tel):/i

/**
 * The description. The server has cleaned its HTML; it is built again here out of known elements all the same, because
 * nothing on this page may ever be injected as it comes.
 */
export function RichText({ html }: { html: string }) {
  const content = useMemo(() => {
    const { body } = new DOMParser().parseFromString(html, 'text/html')
    return childrenOf(body)
  }, [html])
  return <div className={classes.rich}>{content}</div>
}

const childrenOf = (node: Node): ReactNode[] => [...node.childNodes].map(toReact)

function toReact(node: Node, at: number): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent
  if (!(node instanceof Element)) return null
  if (node.tagName === 'SCRIPT' || node.tagName === 'STYLE') return null
  if (!TAGS.includes(node.tagName)) return <Fragment key={at}>{childrenOf(node)}</Fragment>
  const name = RENAMED[node.tagName] ?? node.tagName.toLowerCase()
  if (name === 'br' || name === 'hr') return createElement(name, { key: at })
  const href = node.getAttribute('href') ?? ''
  const link =
    name === 'a' && LINK.test(href) ? { href, target: '_blank', rel: 'noopener noreferrer nofollow' } : {}
  return createElement(name, { key: at, ...link }, ...childrenOf(node))
}
