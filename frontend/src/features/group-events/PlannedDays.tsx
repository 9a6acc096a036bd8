import { Checkbox, Input, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { formatLongDate } from '~/lib/dates'
import { t } from '~/lib/language'
import { noonOf } from './days'
import { holidayOn } from './holidays'
import classes from './PlannedDays.module.css'

interface PlannedDaysProps {
  days: readonly string[]
  isHeld: (day: string) => boolean
  onHold: (day: string, isHeld: boolean) => void
}

/**
 * The days of the meetings that are about to be planned. Public holidays are named, and the organiser unticks other days
 * without a meeting.
 */
export function PlannedDays({ days, isHeld, onHold }: PlannedDaysProps) {
  const { t } = useTranslation()
  if (days.length === 0) return null
  return (
    <Input.Wrapper
      component="fieldset"
      className={classes.days}
      label={t('groupEvents.series.days.label')}
      labelElement="div"
      labelProps={{ id: 'planned-days' }}
      description={t('groupEvents.series.days.hint')}
      aria-labelledby="planned-days"
    >
      <div className={classes.list}>
        {days.map((day) => (
          <Checkbox
            key={day}
            label={wordsOf(day)}
            checked={isHeld(day)}
            onChange={(event) => onHold(day, event.currentTarget.checked)}
          />
        ))}
      </div>
      <Text size="sm" c="dimmed" mt="xs" role="status">
        {t('groupEvents.series.days.number', { count: days.filter(isHeld).length })}
      </Text>
    </Input.Wrapper>
  )
}

/** A day in words, with its holiday. */
function wordsOf(day: string) {
  const date = formatLongDate(noonOf(day))
  const holiday = holidayOn(day)
  if (!holiday) return date
  const number = holiday.name === 'tet' ? holiday.number : undefined
  return t('groupEvents.series.days.holiday', {
    day: date,
    holiday: t(`groupEvents.holiday.${holiday.name}`, { number }),
  })
}
