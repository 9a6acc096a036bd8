import { Group, Input, TextInput } from '@mantine/core'
import { DateInput } from '@mantine/dates'
import { useId, useUncontrolled } from '@mantine/hooks'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dayPattern, fromWallClock, parseDay, parseTimeOfDay, toWallClock } from '~/lib/dates'
import { useCalendarLabels } from './useCalendarLabels'

interface DateTimeFieldProps {
  label: string
  description?: React.ReactNode
  error?: React.ReactNode
  required?: boolean
  disabled?: boolean
  /** ISO 8601 in UTC; null while date or time is missing. Shown as the clock in Vietnam shows it. */
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
  /** As typed: `1830` becomes `18:30` when the field is left. */
  time: string
}

const draftOf = (iso: string | null, defaultTime: string): Draft => {
  const wallClock = iso && toWallClock(iso)
  return wallClock
    ? { date: wallClock.slice(0, 10), time: wallClock.slice(11, 16) }
    : { date: null, time: defaultTime }
}

function isoOf({ date, time }: Draft) {
  const clock = parseTimeOfDay(time)
  return date && clock ? fromWallClock(`${date} ${clock}:00`) : null
}

/** A day (typed or picked) and a time of day (24 hours), side by side. */
export function DateTimeField(props: DateTimeFieldProps) {
  const { label, description, error, required, disabled, min, defaultTime = '08:00', onFocus, onBlur } = props
  const { t } = useTranslation()
  const calendarLabels = useCalendarLabels()
  const id = useId()
  const [iso, setIso] = useUncontrolled<string | null>({
    value: props.value,
    defaultValue: props.defaultValue,
    finalValue: null,
    onChange: props.onChange,
  })
  // Half a value (a day without a time) must survive while the outside still sees null.
  const [draft, setDraft] = useState(() => draftOf(iso, defaultTime))
  const shown = isoOf(draft) === iso || iso === null ? draft : draftOf(iso, defaultTime)

  const change = (part: Partial<Draft>) => {
    const next = { ...shown, ...part }
    setDraft(next)
    setIso(isoOf(next))
  }

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
          placeholder={t('common.datePlaceholder')}
          valueFormat={dayPattern()}
          dateParser={parseDay}
          value={shown.date}
          onChange={(date) => change({ date })}
          minDate={min ? toWallClock(min).slice(0, 10) : undefined}
          disabled={disabled}
          error={Boolean(error)}
          onFocus={onFocus}
          onBlur={onBlur}
          flex="1 1 136px"
        />
        <TextInput
          aria-label={t('common.timeOf', { label })}
          aria-describedby={error ? `${id}-error` : undefined}
          placeholder="18:30"
          value={shown.time}
          onChange={(event) => change({ time: event.currentTarget.value })}
          onBlur={() => change({ time: parseTimeOfDay(shown.time) ?? shown.time })}
          disabled={disabled}
          error={Boolean(error)}
          w={88}
        />
      </Group>
    </Input.Wrapper>
  )
}
