import { DateInput, type DateInputProps } from '@mantine/dates'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dayPattern, parseDay } from '~/lib/dates'
import { useCalendarLabels } from './useCalendarLabels'

/** A day without a time, typed or picked; `YYYY-MM-DD` in and out. */
export function DayField(props: DateInputProps) {
  const { t } = useTranslation()
  const [isCalendarOpen, setCalendarOpen] = useState(false)
  return (
    <DateInput
      ariaLabels={useCalendarLabels()}
      valueFormat={dayPattern()}
      dateParser={parseDay}
      placeholder={t('common.datePlaceholder')}
      // Focusing the field opens its calendar, which would cover the error message.
      popoverProps={{
        offset: props.error ? 32 : 8,
        onOpen: () => setCalendarOpen(true),
        onClose: () => setCalendarOpen(false),
      }}
      // The Escape key closes the calendar alone, not a dialog around the field.
      data-mantine-stop-propagation={isCalendarOpen}
      {...props}
    />
  )
}
