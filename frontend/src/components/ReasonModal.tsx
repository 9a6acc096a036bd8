import { Stack, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { ReactNode } from 'react'
import { LIMITS } from '~/lib/fieldLengths'
import { optionalText, requiredText } from '~/lib/validators'
import { FormButtons } from './FormButtons'
import { FormModal } from './FormModal'
import { showFormError, whenValid } from './formErrors'
import { useKeptForm } from './useKept'

interface ReasonModalProps {
  /**
   * The subject of the reason, with its identifier: a reason that was not sent is restored for the same subject only.
   */
  about: string
  title: string
  label: string
  /** Says who reads the reason. */
  description: string
  /** The text of the button that sends the reason. */
  action: string
  /** The error when no reason was typed; absent where the reason is optional. */
  missing?: string
  isBusy?: boolean
  /** Shown above the field: the purpose of the reason. */
  children?: ReactNode
  onClose: () => void
  /** Gets the trimmed reason, which is empty if none was typed, and what shows a refusal at the field. */
  onSend: (reason: string, refuse: (error: unknown) => void) => void
}

/** Asks why something is refused, taken back or reported. */
export function ReasonModal(props: ReasonModalProps) {
  const {
    about,
    title,
    label,
    description,
    action,
    missing,
    isBusy = false,
    children,
    onClose,
    onSend,
  } = props
  const isRequired = missing !== undefined
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { reason: '' },
    validate: { reason: isRequired ? requiredText(LIMITS.reason, missing) : optionalText(LIMITS.reason) },
  })
  useKeptForm(form, `reason ${about}`)
  return (
    <FormModal opened onClose={onClose} title={title}>
      <form noValidate onSubmit={whenValid(form, ({ reason }) => onSend(reason.trim(), showFormError(form)))}>
        <Stack>
          {children}
          <Textarea
            label={label}
            description={description}
            withAsterisk={isRequired}
            autosize
            minRows={3}
            data-autofocus
            key={form.key('reason')}
            {...form.getInputProps('reason')}
          />
          <FormButtons onCancel={onClose} isPending={isBusy} label={action} isDangerous />
        </Stack>
      </form>
    </FormModal>
  )
}
