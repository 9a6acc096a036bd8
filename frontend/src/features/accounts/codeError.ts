import { showFormError } from '~/components/formErrors'
import { ApiError, CODE, isRefused, shows } from '~/lib/apiError'

interface CodeForm {
  getValues: () => object
  setErrors: (errors: Record<string, string>) => void
  setFieldError: (name: 'code', message: string) => void
  getInputNode: (name: string) => HTMLElement | null
}

/** Like `showFormError`, but puts the message of a refused code (5019) at the field `code`. */
export const showCodeError = (form: CodeForm) =>
  shows((error) => {
    if (!(error instanceof ApiError) || !isRefused(error, CODE.invalidCredential)) {
      return showFormError(form)(error)
    }
    form.setFieldError('code', error.messages.join(' '))
    form.getInputNode('code')?.focus()
  })
