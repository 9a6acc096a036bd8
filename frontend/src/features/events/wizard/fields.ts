import { createContext, use } from 'react'
import type { EventFields } from './draftStore'
import type { Wizard } from './useWizard'

export const WizardContext = createContext<Wizard | null>(null)

export function useWizardContext(): Wizard {
  const wizard = use(WizardContext)
  if (!wizard) throw new Error('This part belongs inside the wizard')
  return wizard
}

/** Ties an input to a field of the draft: `<Uploader {...useField('logo')} />`. */
export function useField<Name extends keyof EventFields>(name: Name) {
  const { state, errors, change, leave } = useWizardContext()
  return {
    value: state.event[name],
    onChange: (value: EventFields[Name]) => change({ [name]: value }),
    onBlur: () => leave(name),
    error: errors[name],
    'data-path': name,
  }
}

type TextName = {
  [Name in keyof EventFields]: EventFields[Name] extends string ? Name : never
}[keyof EventFields]

/** The same for texts, whose inputs give an event. */
export function useTextField(name: TextName) {
  const { onChange, ...field } = useField(name)
  return {
    ...field,
    onChange: (event: React.ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      onChange(event.currentTarget.value),
  }
}
