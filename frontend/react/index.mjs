import { options } from 'preact'
import React, { Children, cloneElement, createElement, isValidElement, useRef } from 'preact/compat'

export * from 'preact/compat'
export default React

// A render waits until all handlers of an event have run, as React's do. The browser runs microtasks between them, and the
// handler of a dialog would see the field within it as the field's own handler has left it.
let event
const { event: prepare } = options
options.event = (next) => {
  // One that a handler brings about, such as a focus, belongs to the first.
  if (!event?.eventPhase) event = next
  return prepare(next)
}
let waiting
const renderNow = () => {
  const render = waiting
  waiting = undefined
  render?.()
}
const { port1, port2 } = new MessageChannel()
port1.onmessage = renderNow
options.debounceRendering = (render) => {
  if (!event?.eventPhase) return queueMicrotask(render)
  waiting = render
  window.addEventListener(event.type, renderNow, { once: true })
  // An event that is stopped, or does not bubble, does not come to the window.
  port2.postMessage(null)
}

// Effects run with what they follow, and wait for no frame: a page in the background has none, and two effects of one
// change would change places where another render comes between them.
options.requestAnimationFrame = queueMicrotask

// Browsers heed `autofocus` in a new page alone. As React does, an element that has it is focused when it appears, and not
// when it gets it later.
const seen = new WeakSet()
const NO_REF = {}
const wrappedRefs = { true: new WeakMap(), false: new WeakMap() }
const wrapped = (ref, isWanted) => (element) => {
  if (element && !seen.has(element)) {
    seen.add(element)
    if (isWanted) element.focus()
  }
  if (typeof ref === 'function') return ref(element)
  ref.current = element
}
const { vnode } = options
options.vnode = (node) => {
  vnode(node)
  const { type, props } = node
  if (typeof type !== 'string') return
  // No property of an element has this name: Preact would leave the attribute out, and the browser would check.
  if (props.spellCheck === false) props.spellCheck = 'false'
  if (!('autoFocus' in props)) return
  const isWanted = Boolean(props.autoFocus)
  delete props.autoFocus
  const ref = node.ref ?? NO_REF
  const refs = wrappedRefs[isWanted]
  if (!refs.has(ref)) refs.set(ref, wrapped(ref, isWanted))
  node.ref = refs.get(ref)
}

// The children of a list keep their place when one before them goes, as React's do.
const placed = (children, place) =>
  [children].flat().flatMap((child, at) => {
    const own = `${place}.${at}`
    if (Array.isArray(child)) return placed(child, own)
    if (child == null || typeof child === 'boolean') return []
    if (!isValidElement(child)) return child
    return cloneElement(child, { key: child.key == null ? own : `${place}.$${child.key}` })
  })
Children.toArray = (children) => placed(children, '')

// A controlled field shows the value that it was given, as React's do, also when its handler did not take the typed one.
const FIELDS = new Set(['input', 'select', 'textarea'])
const given = new WeakMap()
const { diffed } = options
options.diffed = (node) => {
  diffed(node)
  if (FIELDS.has(node.type)) given.set(node.__e, node.props)
}
const restore = (field) => {
  const { value, checked } = given.get(field) ?? {}
  if (checked != null) field.checked = checked
  else if (value != null && typeof value !== 'object' && field.value !== `${value}`) field.value = value
}
const restoreAfter = ({ type, target }) => {
  const isChosen = target.localName === 'select' || /^(checkbox|radio)$/.test(target.type)
  if (type !== (isChosen ? 'change' : 'input') || !given.has(target)) return
  const others = target.type === 'radio' && (target.form ?? document).querySelectorAll('input[type=radio]')
  const fields = others || [target]
  // After the render that the handler asked for, which would move the caret if the old value came back before it. One that
  // an earlier event has left waiting takes it along.
  const settle = () => {
    renderNow()
    fields.forEach(restore)
  }
  window.addEventListener(type, () => queueMicrotask(settle), { once: true })
}
document.addEventListener('input', restoreAfter)
document.addEventListener('change', restoreAfter)

// React takes a value that a script has set and announced by `change` for a typed one. Mantine's field of a number tells so
// of what is pasted into it.
document.addEventListener('change', ({ target, isTrusted }) => {
  const isText =
    /^(text|search|tel|url|email|password|number)$/.test(target.type) || target.localName === 'textarea'
  if (isTrusted || !isText) return
  const { value } = given.get(target) ?? {}
  if (value != null && `${value}` !== target.value)
    target.dispatchEvent(new Event('input', { bubbles: true }))
})

/**
 * The one part of React that Mantine asks for and Preact lacks. Content that has not been visible yet is not made, so that
 * its effects wait; those of content that is hidden again go on.
 */
export const Activity = ({ mode, children }) => {
  const isVisible = mode !== 'hidden'
  const isMade = useRef(false)
  if (isVisible) isMade.current = true
  return (
    isMade.current && createElement('div', { style: { display: isVisible ? 'contents' : 'none' } }, children)
  )
}
