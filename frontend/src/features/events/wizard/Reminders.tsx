import { Checkbox, Input, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useField } from './fields'
import classes from './steps.module.css'

/** The mails that remind guests of the event by themselves. */
export function Reminders() {
  const { t } = useTranslation()
  const { value: isDayOff, onChange: turnOffDay } = useField('turnOffDayReminder')
  const { value: areHoursOff, onChange: turnOffHours } = useField('turnOffHoursReminder')
  return (
    <Input.Wrapper
      mt="xl"
      className={classes.narrow}
      label={t('events.reminders.title')}
      description={t('events.reminders.hint')}
      labelElement="div"
      role="group"
      aria-label={t('events.reminders.title')}
    >
      <Stack gap="xs" mt="xs">
        <Checkbox
          label={t('events.reminders.day')}
          checked={!isDayOff}
          onChange={(event) => turnOffDay(!event.currentTarget.checked)}
          data-path="turnOffDayReminder"
        />
        <Checkbox
          label={t('events.reminders.hours')}
          checked={!areHoursOff}
          onChange={(event) => turnOffHours(!event.currentTarget.checked)}
          data-path="turnOffHoursReminder"
        />
      </Stack>
    </Input.Wrapper>
  )
}
