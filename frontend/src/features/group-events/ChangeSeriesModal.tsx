import { Select, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { FormButtons } from '~/components/FormButtons'
import { FormModal } from '~/components/FormModal'
import { showFormError, whenValid } from '~/components/formErrors'
import { useKeptForm } from '~/components/useKept'
import { formatLongDate, toWallClock, weekdayNames } from '~/lib/dates'
import { noonOf } from './days'
import { PlaceFields, placeOf, placeRules } from './PlaceFields'
import { type Series, type SeriesChange, useChangeSeries } from './queries'

type Weekday = NonNullable<SeriesChange['weekday']>

const WEEKDAYS = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const satisfies readonly Weekday[]

interface ChangeSeriesModalProps {
  groupId: string
  series: Series
  onClose: () => void
}

/** Changes times, place and weekday of the coming meetings of a series, from one of them on. */
export function ChangeSeriesModal({ groupId, series, onClose }: ChangeSeriesModalProps) {
  const { t } = useTranslation()
  const { mutate, isPending } = useChangeSeries(groupId, series)
  const { startTime, endTime, venueAddress } = series
  const days = series.coming.map((start) => toWallClock(start).slice(0, 10))
  const form = useForm({
    initialValues: {
      startTime,
      endTime,
      venueAddress,
      from: days[0] ?? null,
      weekday: null as Weekday | null,
    },
    validate: placeRules(),
  })
  useKeptForm(form, `series ${series.id}`)
  const { from } = form.values
  const count = days.filter((day) => from === null || day >= from).length
  return (
    <FormModal opened onClose={onClose} title={t('groupEvents.series.changeNamed', { title: series.title })}>
      <form
        noValidate
        onSubmit={whenValid(form, ({ from, weekday, ...place }) =>
          mutate(
            { ...placeOf(place), from: from === days[0] ? null : from, weekday },
            { onSuccess: onClose, onError: showFormError(form) },
          ),
        )}
      >
        <Stack>
          <Text>{t('groupEvents.series.changeHint')}</Text>
          <Select
            label={t('groupEvents.series.from')}
            allowDeselect={false}
            searchable={days.length > 10}
            data={days.map((day) => ({ value: day, label: formatLongDate(noonOf(day)) }))}
            {...form.getInputProps('from')}
          />
          <Select
            label={t('groupEvents.series.weekday')}
            placeholder={t('groupEvents.series.sameDay')}
            description={t('groupEvents.series.weekdayHint')}
            clearable
            clearButtonProps={{ 'aria-label': t('common.clearChoice') }}
            data={weekdayNames().map((label, at) => ({ value: WEEKDAYS[at] ?? '', label }))}
            {...form.getInputProps('weekday')}
          />
          <PlaceFields form={form} />
          <FormButtons
            onCancel={onClose}
            isPending={isPending}
            label={t('groupEvents.series.changeAll', { count })}
          />
        </Stack>
      </form>
    </FormModal>
  )
}
