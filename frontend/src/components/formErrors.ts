import type { UseFormReturnType } from '@mantine/form'
import { ApiError, markShown } from '~/lib/apiError'
import { toast, toastError } from './toast'

/** The parts of a Mantine form that are needed, whatever its values. */
export interface Form {
  getValues: () => object
  setErrors: (errors: Record<string, string>) => void
  getInputNode: (name: string) => HTMLElement | null
}

/**
 * The one way a refused form is shown: every message at its field, the first such field focused; what belongs to
 * no field of this form becomes a toast. Use as `onError: showFormError(form)`. `shownAt` has the form's fields for parts
 * of the body that it calls otherwise.
 */
export function showFormError(form: Form, shownAt: Record<string, string> = {}) {
  return (error: unknown) => {
    if (!(error instanceof ApiError)) return toastError(error)
    const fields = Object.entries(error.fields).map(
      ([name, messages]) => [shownAt[name.split('.')[0] ?? name] ?? name, messages] as const,
    )
    const known = fields.filter(([name]) => hasField(form, name))
    if (known.length === 0) return toastError(error)
    markShown(error)
    const others = fields.filter(([name]) => !hasField(form, name)).flatMap(([, messages]) => messages)
    if (others.length > 0) toast.error(others)
    form.setErrors(Object.fromEntries(known.map(([name, messages]) => [name, messages.join(' ')])))
    focusFirstError(
      form,
      known.map(([name]) => name),
    )
  }
}

/** `answers.2.answer` is a field when the form has an `answers`. */
const hasField = (form: Form, name: string) => (name.split('.')[0] ?? name) in form.getValues()

/** The handler of a form's `onSubmit`: sends what is valid, or else focuses the first wrong field. */
export const whenValid = <Values extends object>(
  form: UseFormReturnType<Values>,
  send: (values: Values) => unknown,
) =>
  form.onSubmit(
    (values) => void send(values),
    (errors) => focusFirstError(form, Object.keys(errors)),
  )

export function focusFirstError(form: Form, names: string[]) {
  const nodes = names.map((name) => form.getInputNode(name)).filter((node) => node !== null)
  nodes.sort((a, b) => (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1))
  const [first] = nodes
  // A group of boxes, or a field for files, takes the focus at its first part.
  const parts = 'input, textarea, select, button, [contenteditable="true"]'
  const target = first?.matches(parts) ? first : (first?.querySelector<HTMLElement>(parts) ?? first)
  target?.focus()
}
