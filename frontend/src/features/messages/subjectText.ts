import { asStored, readable, variableFault } from '~/features/events/mailVariables'

/** A variable of the text alone: a header, which mail servers log, must not open a guest's registration. */
export const ONLY_IN_TEXT = 'ownLink'

/** The error of a subject with `{{…}}` that no mail fills in. */
export const subjectFault = (subject: string) => variableFault(subject.replaceAll(ONLY_IN_TEXT, ''))

/**
 * The text after a change of the field from `before` to `after`, and the cursor, which the field has at `cursor`. A change
 * that touches a part of a variable's name takes all of the name, however it was made; `{{name}}` becomes the name of its
 * variable.
 */
export function edited(before: string, after: string, cursor: number): { text: string; caret: number } {
  let [from, kept] = [0, 0]
  const most = Math.min(before.length, after.length)
  // The text behind the cursor is kept, so that the change lies before it where letters repeat.
  while (kept < Math.min(most, after.length - cursor) && before.at(-1 - kept) === after.at(-1 - kept)) kept++
  while (from < most - kept && before[from] === after[from]) from++
  while (kept < most - from && before.at(-1 - kept) === after.at(-1 - kept)) kept++
  const [start, end] = [from, before.length - kept]
  let [first, last] = [start, end]
  for (const { index, 0: name } of before.matchAll(/\[[^[\]]+\]/g)) {
    const nameEnd = index + name.length
    const isTouched = index < end && start < nameEnd && (start < end || index < start)
    if (!isTouched || asStored(name) === name) continue
    first = Math.min(first, index)
    last = Math.max(last, nameEnd)
  }
  const head = before.slice(0, first) + after.slice(start, after.length - kept)
  const shown = (text: string) => readable(asStored(text.normalize('NFC')))
  return { text: shown(head + before.slice(last)), caret: shown(head).length }
}
