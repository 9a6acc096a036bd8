import { Group, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { LIMITS } from '~/lib/fieldLengths'
import { t } from '~/lib/language'
import { parseTimeOfDay, requiredTime } from '~/lib/timeOfDay'
import { requiredText } from '~/lib/validators'
import type { MeetingPlace } from './queries'

/** The rules of the fields. The times are compared as they will be sent, so `7:30` is before `10:00`. */
export const placeRules = () => ({
  startTime: requiredTime,
  endTime: (text: string, { startTime }: MeetingPlace) => {
    const [start, end] = [parseTimeOfDay(startTime), parseTimeOfDay(text)]
    return (
      requiredTime(text) ?? (start && end && end <= start ? t('groupEvents.series.endsBeforeStart') : null)
    )
  },
  venueAddress: requiredText(LIMITS.venueAddress),
})

/** The times as the server takes them, whatever way they were typed in. */
export const placeOf = ({ startTime, endTime, venueAddress }: MeetingPlace): MeetingPlace => ({
  startTime: parseTimeOfDay(startTime) ?? startTime,
  endTime: parseTimeOfDay(endTime) ?? endTime,
  venueAddress: venueAddress.trim(),
})

/** When a meeting begins and ends, and where it is. */
export function PlaceFields<Values extends MeetingPlace>({ form }: { form: UseFormReturnType<Values> }) {
  const { t } = useTranslation()
  const time = (field: 'startTime' | 'endTime') => {
    const input = form.getInputProps(field)
    return (
      <TextInput
        label={t(`groupEvents.series.${field}`)}
        inputMode="numeric"
        withAsterisk
        flex={1}
        {...input}
        onBlur={(event) => {
          const read = parseTimeOfDay(event.currentTarget.value)
          if (read) input.onChange(read)
        }}
      />
    )
  }
  return (
    <>
      <Group align="flex-start" wrap="nowrap">
        {time('startTime')}
        {time('endTime')}
      </Group>
      <TextInput label={t('groupEvents.series.venue')} withAsterisk {...form.getInputProps('venueAddress')} />
    </>
  )
}
