import { Checkbox, Input, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { formatLongDate } from '~/lib/dates'
import { noonOf } from './days'
import classes from './PlannedDays.module.css'

interface PlannedDaysProps {
  days: readonly string[]
  /** Those on which there is no meeting. */
  skipped: ReadonlySet<string>
  onSkip: (skipped: ReadonlySet<string>) => void
}

/**
 * The days of the meetings that are about to be planned. The organiser unticks days without a meeting, such as
 * holidays.
 */
export function PlannedDays({ days, skipped, onSkip }: PlannedDaysProps) {
  const { t } = useTranslation()
  if (days.length === 0) return null
  const toggle = (day: string, isHeld: boolean) => {
    const next = new Set(skipped)
    if (isHeld) next.delete(day)
    else next.add(day)
    onSkip(next)
  }
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
            label={formatLongDate(noonOf(day))}
            checked={!skipped.has(day)}
            onChange={(event) => toggle(day, event.currentTarget.checked)}
          />
        ))}
      </div>
      <Text size="sm" c="dimmed" mt="xs" role="status">
        {t('groupEvents.series.days.number', {
          count: days.filter((day) => !skipped.has(day)).length,
        })}
      </Text>
    </Input.Wrapper>
  )
}
