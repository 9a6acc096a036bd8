import type { CalendarAriaLabels } from '@mantine/dates'
import { useTranslation } from 'react-i18next'

/** Names for the arrows of a calendar, which show a picture only. */
export function useCalendarLabels(): CalendarAriaLabels {
  const { t } = useTranslation()
  return {
    previousMonth: t('common.calendar.previousMonth'),
    nextMonth: t('common.calendar.nextMonth'),
    previousYear: t('common.calendar.previousYear'),
    nextYear: t('common.calendar.nextYear'),
    previousDecade: t('common.calendar.previousDecade'),
    nextDecade: t('common.calendar.nextDecade'),
  }
}
