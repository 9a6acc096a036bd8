import '@mantine/dates/styles.css'
import { DateInput, type DateInputProps } from '@mantine/dates'
import { useState } from 'react'
import { useCalendarLabels } from './useCalendarLabels'
import { useTypedDay } from './useTypedDay'

/** A day without a time, typed or picked; `YYYY-MM-DD` in and out. */
export function DayField(props: DateInputProps) {
  const [isCalendarOpen, setCalendarOpen] = useState(false)
  const typed = useTypedDay(props)
  const error = typed.problem ?? props.error
  return (
    <DateInput
      ariaLabels={useCalendarLabels()}
      // Focusing the field opens its calendar, which would cover the error message.
      popoverProps={{
        offset: error ? 32 : 8,
        onOpen: () => setCalendarOpen(true),
        onClose: () => setCalendarOpen(false),
      }}
      // The Escape key closes the calendar alone, not a dialog around the field.
      data-mantine-stop-propagation={isCalendarOpen}
      {...typed.props}
      {...props}
      error={error}
      onChange={(day) => {
        typed.forget()
        props.onChange?.(day)
      }}
      onBlur={(event) => {
        typed.leave()
        props.onBlur?.(event)
      }}
    />
  )
}
