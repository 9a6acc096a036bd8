import chip from '~/components/variable.module.css'
import { readable, useVariables } from '~/features/events/mailVariables'

interface SubjectTextProps {
  subject: string
  /** Of the event. */
  title: string
}

/** A subject where no single guest is meant: what each guest has of their own stands there as in the text of a mail. */
export function SubjectText({ subject, title }: SubjectTextProps) {
  const variables = useVariables()
  return subject.split(/(\{\{\s*\w+\s*\}\})/).map((part, at) => {
    const name = /^\{\{\s*(\w+)\s*\}\}$/.exec(part)?.[1]
    const variable = name === 'eventTitle' ? undefined : variables.find((known) => known.name === name)
    if (!variable) return readable(part, title)
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text, which may repeat.
      <span key={at} className={chip.variable}>
        {variable.label}
      </span>
    )
  })
}
