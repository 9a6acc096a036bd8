import type { DateInputProps } from '@mantine/dates'
import dayjs from 'dayjs'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dayPattern, formatDate, today } from '~/lib/dates'
import { parseDay } from '~/lib/typedDays'

type Limits = Pick<DateInputProps, 'minDate' | 'maxDate'>

interface TypedDay extends Limits {
  /** The field is about what is to come: a day without a year is the next one. */
  isAhead?: boolean
}

/**
 * A day that is typed into a `DateInput`. Text that is no day, or a day that cannot be chosen, stays as it was typed:
 * once the field is left, `problem` holds the error, and the form around the field is not sent meanwhile.
 */
export function useTypedDay({ minDate, maxDate, isAhead = false }: TypedDay) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [isLeft, setLeft] = useState(false)

  const read = (text: string) => parseDay(text, isAhead ? today() : undefined)
  const fault = (): string | undefined => {
    if (typed.trim() === '') return undefined
    const day = read(typed)
    if (!day) return t('common.invalid.day')
    if (minDate && dayjs(day).isBefore(minDate, 'day'))
      return t('common.invalid.dayTooEarly', { day: shown(minDate) })
    if (maxDate && dayjs(day).isAfter(maxDate, 'day'))
      return t('common.invalid.dayTooLate', { day: shown(maxDate) })
    return undefined
  }
  const problem = fault()
  const isUnreadable = problem !== undefined

  useEffect(() => {
    const form = input.current?.form
    if (!form || !isUnreadable) return
    const hold = (event: SubmitEvent) => {
      event.preventDefault()
      event.stopImmediatePropagation()
      setLeft(true)
      input.current?.focus()
    }
    form.addEventListener('submit', hold, { capture: true })
    return () => form.removeEventListener('submit', hold, { capture: true })
  }, [isUnreadable])

  return {
    isUnreadable,
    problem: isLeft ? problem : undefined,
    /** The text was replaced by a day from the calendar, or by none. */
    forget: () => setTyped(''),
    leave: () => setLeft(true),
    props: {
      ref: input,
      valueFormat: dayPattern(),
      dateParser: read,
      fixOnBlur: !isUnreadable,
      placeholder: t('common.datePlaceholder'),
      onInput: (event: FormEvent<HTMLInputElement>) => setTyped(event.currentTarget.value),
    },
  }
}

const shown = (day: NonNullable<Limits['minDate']>) =>
  formatDate(`${dayjs(day).format('YYYY-MM-DD')}T00:00:00Z`)
