import { Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { FormButtons } from './FormButtons'
import { FormModal } from './FormModal'
import { showFormError, whenValid } from './formErrors'
import { toast } from './toast'

/** A name as it is compared: people type it without capitals, and a Vietnamese letter has several forms. */
const compared = (name: string) => name.normalize('NFC').trim().replace(/\s+/g, ' ').toLocaleLowerCase('vi')

interface TypedNameModalProps {
  title: string
  /** The consequences. */
  children: ReactNode
  fullName: string
  label: string
  /** The error when another name was typed. */
  wrong: string
  action: string
  send: () => Promise<unknown>
  done: string
  onSettled: () => unknown
  onClose: () => void
}

/** Asks for a person's name before something of theirs is lost for good. */
export function TypedNameModal(props: TypedNameModalProps) {
  const { title, children, fullName, label, wrong, action, send, done, onSettled, onClose } = props
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { fullName: '' },
    validate: { fullName: (typed) => (compared(typed) === compared(fullName) ? null : wrong) },
  })
  const { mutate, isPending } = useMutation({
    mutationFn: send,
    onSuccess: () => {
      toast.done(done)
      onClose()
    },
    onError: showFormError(form),
    onSettled,
  })
  return (
    <FormModal opened onClose={onClose} title={title}>
      <form noValidate onSubmit={whenValid(form, () => mutate())}>
        <Stack>
          {children}
          <TextInput
            label={label}
            autoComplete="off"
            data-autofocus
            key={form.key('fullName')}
            {...form.getInputProps('fullName')}
          />
          <FormButtons onCancel={onClose} isPending={isPending} label={action} isDangerous />
        </Stack>
      </form>
    </FormModal>
  )
}
