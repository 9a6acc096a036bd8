import { Button, Group, NumberInput, Select, Stack, Switch, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DayField } from '~/components/DayField'
import { DisabledWithReason } from '~/components/DisabledWithReason'
import { FormModal } from '~/components/FormModal'
import { showFormError, whenValid } from '~/components/formErrors'
import { useKeptForm } from '~/components/useKept'
import { planQuery } from '~/features/events/queries'
import { formatLongDate, today } from '~/lib/dates'
import { LIMITS } from '~/lib/fieldLengths'
import { t } from '~/lib/language'
import { formatNumber } from '~/lib/numbers'
import { requiredText } from '~/lib/validators'
import { daysOf, MOST_MEETINGS, noonOf, RHYTHMS, type Rhythm, weekOfMonth } from './days'
import { holidayOn } from './holidays'
import { PlaceFields, placeOf, placeRules } from './PlaceFields'
import { PlannedDays } from './PlannedDays'
import { usePlanSeries } from './queries'
import { seatsOfMeeting } from './seats'

/** A quarter of weekly meetings. */
const USUAL_COUNT = 12

/** Plans meetings of a group by one rule. Public holidays are unticked, and so are other days without a meeting. */
export function PlanSeriesModal({ groupId, onClose }: { groupId: string; onClose: () => void }) {
  const { t } = useTranslation()
  const { mutate, isPending } = usePlanSeries(groupId)
  const form = useForm({
    initialValues: {
      title: '',
      firstDay: null as string | null,
      startTime: '',
      endTime: '',
      venueAddress: '',
      rhythm: 'week' as Rhythm,
      end: 'count' as 'count' | 'until',
      count: USUAL_COUNT as number | string,
      until: null as string | null,
      letsGuestsIn: false,
    },
    validate: {
      title: requiredText(LIMITS.title),
      firstDay: required,
      ...placeRules(),
      count: (count, { end }) =>
        end === 'until' || (typeof count === 'number' && count >= 1)
          ? null
          : t('common.invalid.between', { min: 1, max: MOST_MEETINGS }),
      until: (day, { end, firstDay }) =>
        end === 'count'
          ? null
          : (required(day) ??
            (day && firstDay && day < firstDay ? t('groupEvents.series.untilBeforeFirst') : null)),
    },
  })
  useKeptForm(form, `series ${groupId}`)
  const { firstDay, rhythm, end, count, until } = form.getValues()
  const bound = end === 'count' ? { count: Number(count) } : { until: until ?? '' }
  const days = firstDay ? daysOf(firstDay, rhythm, bound) : []
  // The days that the organiser has ticked or unticked; on other days there is a meeting unless they are holidays.
  const [chosen, setChosen] = useState<ReadonlyMap<string, boolean>>(new Map())
  const isHeld = (day: string) => chosen.get(day) ?? !holidayOn(day)
  const planned = days.filter(isHeld)
  const reason =
    planned.length > 0
      ? undefined
      : t(days.length === 0 ? 'groupEvents.series.days.none' : 'groupEvents.series.days.allSkipped')
  const save = whenValid(form, ({ title, letsGuestsIn, ...values }) =>
    mutate(
      { title: title.trim(), days: planned, ...placeOf(values), membersOnly: !letsGuestsIn },
      { onSuccess: onClose, onError: showFormError(form, { days: 'firstDay' }) },
    ),
  )
  return (
    <FormModal opened onClose={onClose} size="lg" title={t('groupEvents.series.plan')}>
      <form noValidate autoComplete="off" onSubmit={save}>
        <Stack>
          <TextInput
            label={t('groupEvents.series.name')}
            placeholder={t('groupEvents.series.nameExample')}
            withAsterisk
            data-autofocus
            {...form.getInputProps('title')}
          />
          <DayField
            label={t('groupEvents.series.firstDay')}
            withAsterisk
            minDate={today()}
            {...form.getInputProps('firstDay')}
          />
          <PlaceFields form={form} />
          <Select
            label={t('groupEvents.series.rhythm.label')}
            allowDeselect={false}
            data={RHYTHMS.map((value) => ({ value, label: t(`groupEvents.series.rhythm.${value}`) }))}
            description={firstDay ? ruleOf(firstDay, rhythm) : undefined}
            {...form.getInputProps('rhythm')}
          />
          <Group align="flex-start" grow>
            <Select
              label={t('groupEvents.series.end.label')}
              allowDeselect={false}
              data={(['count', 'until'] as const).map((value) => ({
                value,
                label: t(`groupEvents.series.end.${value}`),
              }))}
              {...form.getInputProps('end')}
            />
            {end === 'count' ? (
              <NumberInput
                label={t('groupEvents.series.count')}
                min={1}
                max={MOST_MEETINGS}
                allowDecimal={false}
                {...form.getInputProps('count')}
              />
            ) : (
              <DayField
                label={t('groupEvents.series.until')}
                minDate={firstDay ?? today()}
                {...form.getInputProps('until')}
              />
            )}
          </Group>
          <Switch
            label={t('groupEvents.series.guests.label')}
            description={t('groupEvents.series.guests.hint')}
            {...form.getInputProps('letsGuestsIn', { type: 'checkbox' })}
          />
          <Seats />
          <PlannedDays
            days={days}
            isHeld={isHeld}
            onHold={(day, isHeld) => setChosen(new Map(chosen).set(day, isHeld))}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('common.cancel')}
            </Button>
            <DisabledWithReason reason={reason}>
              <Button type="submit" loading={isPending}>
                {t('groupEvents.series.planNumber', { count: planned.length })}
              </Button>
            </DisabledWithReason>
          </Group>
        </Stack>
      </form>
    </FormModal>
  )
}

/** How many people can register for each meeting, which the form does not ask. */
function Seats() {
  const { t } = useTranslation()
  const { data: plan } = useQuery(planQuery)
  if (!plan) return null
  const count = seatsOfMeeting(plan.participantLimit)
  return (
    <Text size="sm" c="dimmed">
      {t('groupEvents.series.seats', { count, number: formatNumber(count) })}
    </Text>
  )
}

const required = (day: string | null) => (day ? null : t('common.invalid.required'))

/** The rule in words, of which the first day is an example. */
function ruleOf(firstDay: string, rhythm: Rhythm) {
  const day = formatLongDate(noonOf(firstDay))
  return t(`groupEvents.series.rule.${rhythm}`, { day, number: weekOfMonth(firstDay) })
}
