import '@mantine/dates/styles.css'
import { Group, Input, TextInput } from '@mantine/core'
import { DateInput } from '@mantine/dates'
import { useId, useUncontrolled } from '@mantine/hooks'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fromWallClock, toWallClock } from '~/lib/dates'
import { parseTimeOfDay, requiredTime } from '~/lib/timeOfDay'
import { useCalendarLabels } from './useCalendarLabels'
import { useTypedDay } from './useTypedDay'

interface DateTimeFieldProps {
  label: string
  description?: React.ReactNode
  error?: React.ReactNode
  required?: boolean
  disabled?: boolean
  /**
   * ISO 8601 in UTC, shown as the clock in Vietnam shows it; null without a day. Empty while the day or the time cannot be
   * read: the field says so itself, and the form has to refuse to save it.
   */
  value?: string | null
  defaultValue?: string | null
  onChange?: (value: string | null) => void
  onFocus?: () => void
  onBlur?: () => void
  /** ISO 8601; days before it cannot be chosen. */
  min?: string
  /** `HH:mm`, taken when only a day was chosen. */
  defaultTime?: string
  'data-path'?: string
}

interface Draft {
  date: string | null
  /** As typed: `1830` becomes `18:30` when the field is left. Undefined: the default. */
  time?: string
}

const draftOf = (iso: string | null): Draft => {
  const wallClock = iso && toWallClock(iso)
  return wallClock ? { date: wallClock.slice(0, 10), time: wallClock.slice(11, 16) } : { date: null }
}

function isoOf(date: string | null, time: string) {
  const clock = parseTimeOfDay(time)
  if (!date) return null
  return clock ? fromWallClock(`${date} ${clock}:00`) : ''
}

/** A day (typed or picked) and a time of day (24 hours), side by side. */
export function DateTimeField(props: DateTimeFieldProps) {
  const { label, description, required, disabled, min, defaultTime = '08:00', onFocus, onBlur } = props
  const { t } = useTranslation()
  const calendarLabels = useCalendarLabels()
  const id = useId()
  const [iso, setIso] = useUncontrolled<string | null>({
    value: props.value,
    defaultValue: props.defaultValue,
    finalValue: null,
    onChange: props.onChange,
  })
  // Keeps a day without a time, which the value cannot express.
  const [draft, setDraft] = useState(() => draftOf(iso))
  const [isTimeLeft, setTimeLeft] = useState(false)
  // The calendar opens on a click only: on focus it would cover label and error.
  const [isCalendarWanted, setCalendarWanted] = useState(false)
  const visible = !iso || isoOf(draft.date, draft.time ?? defaultTime) === iso ? draft : draftOf(iso)
  const time = visible.time ?? defaultTime
  const isHalf = isoOf(visible.date, time) === ''
  const minDate = min ? toWallClock(min).slice(0, 10) : undefined
  const typedDay = useTypedDay({ minDate, isAhead: true })
  const halfProblem = required ? requiredTime(time) : t('common.invalid.time')
  const error = typedDay.problem ?? (isHalf && isTimeLeft ? halfProblem : props.error)
  // The half that is to be mended is marked, if it is known.
  const isDayWrong = typedDay.problem !== undefined
  const isTimeWrong = !isDayWrong && isHalf

  const change = (part: Partial<Draft>) => {
    const next = { ...visible, ...part }
    setDraft(next)
    setIso(isoOf(next.date, next.time ?? defaultTime))
  }

  // The value follows the shown text; a half-typed time that it shows no longer is no error.
  const tellUnreadable = useEffectEvent((isUnreadable: boolean) => {
    if (isUnreadable) setIso('')
    else if (iso === '' && !isHalf) setIso(isoOf(visible.date, time))
  })
  useEffect(() => tellUnreadable(typedDay.isUnreadable), [typedDay.isUnreadable])

  return (
    <Input.Wrapper
      component="fieldset"
      label={label}
      labelElement="div"
      labelProps={{ id: `${id}-label` }}
      description={description}
      error={error}
      errorProps={{ id: `${id}-error` }}
      withAsterisk={required}
      aria-labelledby={`${id}-label`}
      style={{ border: 0, margin: 0, padding: 0, minWidth: 0 }}
    >
      <Group gap="xs" align="flex-start">
        <DateInput
          ariaLabels={calendarLabels}
          aria-label={t('common.dateOf', { label })}
          aria-describedby={error ? `${id}-error` : undefined}
          aria-required={required}
          data-path={props['data-path']}
          {...typedDay.props}
          value={visible.date}
          onChange={(date) => {
            typedDay.forget()
            change({ date })
          }}
          clearable={!required}
          // A click on the selected day keeps it instead of clearing it.
          allowDeselect={false}
          clearButtonProps={{ 'aria-label': t('common.clearDateOf', { label }) }}
          minDate={minDate}
          disabled={disabled}
          error={Boolean(error) && !isTimeWrong}
          onFocus={onFocus}
          popoverProps={isCalendarWanted ? undefined : { opened: false }}
          onClick={() => setCalendarWanted(true)}
          onBlur={() => {
            setCalendarWanted(false)
            typedDay.leave()
            onBlur?.()
          }}
          flex="1 1 136px"
        />
        <TextInput
          aria-label={t('common.timeOf', { label })}
          aria-describedby={error ? `${id}-error` : undefined}
          placeholder="--:--"
          value={time}
          onChange={(event) => change({ time: event.currentTarget.value })}
          onBlur={() => {
            setTimeLeft(true)
            const clock = parseTimeOfDay(time)
            if (clock && clock !== time) change({ time: clock })
          }}
          disabled={disabled}
          error={Boolean(error) && !isDayWrong}
          w={88}
        />
      </Group>
    </Input.Wrapper>
  )
}
