import { showFormError } from '~/components/formErrors'
import { ApiError, CODE, isRefused, shows } from '~/lib/apiError'

interface CodeForm {
  getValues: () => object
  setErrors: (errors: Record<string, string>) => void
  setFieldError: (name: 'code', message: string) => void
  getInputNode: (name: string) => HTMLElement | null
}

/** As `showFormError`; a refused code (5019) is told at the field `code` in the server's words. */
export const showCodeError = (form: CodeForm) =>
  shows((error) => {
    if (!(error instanceof ApiError) || !isRefused(error, CODE.invalidCredential)) {
      return showFormError(form)(error)
    }
    form.setFieldError('code', error.messages.join(' '))
    form.getInputNode('code')?.focus()
  })
