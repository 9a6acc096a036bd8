import { Select, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { FormButtons } from '~/components/FormButtons'
import { FormModal } from '~/components/FormModal'
import { whenValid } from '~/components/formErrors'
import { useConflict } from '~/components/useConflict'
import { useKeptForm } from '~/components/useKept'
import { shows } from '~/lib/apiError'
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

const daysOf = ({ coming }: Series) => coming.map((start) => toWallClock(start).slice(0, 10))

const valuesOf = (series: Series) => ({
  startTime: series.startTime,
  endTime: series.endTime,
  venueAddress: series.venueAddress,
  from: daysOf(series)[0] ?? null,
  weekday: null as Weekday | null,
})

/** A chosen day, or the coming one that stands in for it when another leader has moved the meetings. */
const dayAmong = (days: string[], chosen: string | null) =>
  chosen && (days.find((day) => day >= chosen) ?? days.at(-1) ?? null)

/** Changes times, place and weekday of the coming meetings of a series, from one of them on. */
export function ChangeSeriesModal({ groupId, series, onClose }: ChangeSeriesModalProps) {
  const { t } = useTranslation()
  const { mutate, isPending } = useChangeSeries(groupId, series)
  const form = useForm({ initialValues: valuesOf(series), validate: placeRules() })
  const conflict = useConflict({
    form,
    stored: series,
    valuesOf,
    fields: [
      {
        path: 'from',
        label: t('groupEvents.series.from'),
        say: (day) => formatLongDate(noonOf(day as string)),
      },
      { path: 'startTime', label: t('groupEvents.series.startTime') },
      { path: 'endTime', label: t('groupEvents.series.endTime') },
      { path: 'venueAddress', label: t('groupEvents.series.venue') },
    ],
  })
  useKeptForm(form, `series ${series.id}`, { conflict })
  const read = conflict.read ?? series
  const days = daysOf(read)
  const from = dayAmong(days, form.values.from)
  const count = days.filter((day) => from === null || day >= from).length
  return (
    <FormModal opened onClose={onClose} title={t('groupEvents.series.changeNamed', { title: series.title })}>
      <form
        noValidate
        onSubmit={whenValid(form, ({ from: _, weekday, ...place }) =>
          mutate(
            { ...placeOf(place), from: from === days[0] ? null : from, weekday, version: read.version },
            { onSuccess: onClose, onError: shows(conflict.refuse) },
          ),
        )}
      >
        <Stack>
          {conflict.notice}
          <Text>{t('groupEvents.series.changeHint')}</Text>
          <Select
            label={t('groupEvents.series.from')}
            allowDeselect={false}
            searchable={days.length > 10}
            data={days.map((day) => ({ value: day, label: formatLongDate(noonOf(day)) }))}
            {...form.getInputProps('from')}
            value={from}
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
