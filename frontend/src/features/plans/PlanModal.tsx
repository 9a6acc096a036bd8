import { Fieldset, NumberInput, SimpleGrid, Stack, Switch, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { DayField } from '~/components/DayField'
import { FormButtons } from '~/components/FormButtons'
import { FormModal } from '~/components/FormModal'
import { whenValid } from '~/components/formErrors'
import { LimitField } from '~/components/LimitField'
import { MoneyField } from '~/components/MoneyField'
import { toast } from '~/components/toast'
import { useConflict } from '~/components/useConflict'
import { useKeptForm } from '~/components/useKept'
import { answer, api } from '~/lib/api'
import { shows } from '~/lib/apiError'
import { formatDate } from '~/lib/dates'
import { t } from '~/lib/language'
import { formatLimit, formatMoney } from '~/lib/numbers'
import { limitBetween, numberBetween, requiredText } from '~/lib/validators'
import { MOST } from './bounds'
import { type Plan, refreshPlans } from './queries'
import { type Days, validDays } from './validDays'

interface PlanModalProps {
  /** Absent for a new plan. */
  plan?: Plan
  onClose: () => void
}

/** The dialog that creates or changes a plan. */
export function PlanModal({ plan, onClose }: PlanModalProps) {
  const { t } = useTranslation()
  const { form, save, isSaving, conflict } = usePlanForm({ plan, onClose })
  return (
    <FormModal
      opened
      onClose={onClose}
      size="xl"
      title={plan ? t('plans.edit', { name: plan.baseName }) : t('plans.add')}
    >
      <form noValidate autoComplete="off" onSubmit={save}>
        <Stack>
          {conflict.notice}
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <TextInput
              label={t('plans.field.baseName')}
              withAsterisk
              data-autofocus
              key={form.key('baseName')}
              {...form.getInputProps('baseName')}
            />
            <MoneyField
              label={t('plans.field.price')}
              withAsterisk
              key={form.key('price')}
              {...form.getInputProps('price')}
            />
            <DayField
              label={t('plans.field.startDate')}
              description={t('plans.startDateHint')}
              withAsterisk
              key={form.key('startDate')}
              {...form.getInputProps('startDate')}
            />
            <DayField
              label={t('plans.field.expirationDate')}
              description={t('plans.expirationDateHint')}
              withAsterisk
              key={form.key('expirationDate')}
              {...form.getInputProps('expirationDate')}
            />
            <NumberInput
              label={t('plans.field.duration')}
              description={t('plans.durationHint')}
              withAsterisk
              min={1}
              max={MOST.months}
              clampBehavior="none"
              allowDecimal={false}
              allowNegative={false}
              key={form.key('duration')}
              {...form.getInputProps('duration')}
            />
            <LimitField
              label={t('plans.field.numberOfPackages')}
              description={t('plans.numberOfPackagesHint')}
              key={form.key('numberOfPackages')}
              {...form.getInputProps('numberOfPackages')}
            />
          </SimpleGrid>
          <Fieldset legend={t('plans.eventItem')}>
            <SimpleGrid cols={{ base: 1, sm: 2 }}>
              <LimitField
                label={t('plans.field.numberOfEvents')}
                key={form.key('eventItem.numberOfEvents')}
                {...form.getInputProps('eventItem.numberOfEvents')}
              />
              <LimitField
                label={t('plans.field.attendeesPerEvent')}
                key={form.key('eventItem.attendeesPerEvent')}
                {...form.getInputProps('eventItem.attendeesPerEvent')}
              />
              <MoneyField
                label={t('plans.field.eventPrice')}
                description={t('plans.itemPriceHint')}
                key={form.key('eventItem.price')}
                {...form.getInputProps('eventItem.price')}
              />
            </SimpleGrid>
          </Fieldset>
          <Fieldset legend={t('plans.groupItem')}>
            <SimpleGrid cols={{ base: 1, sm: 2 }}>
              <LimitField
                label={t('plans.field.numberOfGroups')}
                key={form.key('groupItem.numberOfGroups')}
                {...form.getInputProps('groupItem.numberOfGroups')}
              />
              <LimitField
                label={t('plans.field.usersPerGroup')}
                key={form.key('groupItem.usersPerGroup')}
                {...form.getInputProps('groupItem.usersPerGroup')}
              />
              <MoneyField
                label={t('plans.field.groupPrice')}
                description={t('plans.itemPriceHint')}
                key={form.key('groupItem.price')}
                {...form.getInputProps('groupItem.price')}
              />
              <Switch
                label={t('plans.field.hasReport')}
                description={t('plans.hasReportHint')}
                key={form.key('groupItem.hasReport')}
                {...form.getInputProps('groupItem.hasReport', { type: 'checkbox' })}
              />
            </SimpleGrid>
          </Fieldset>
          <FormButtons
            onCancel={onClose}
            isPending={isSaving}
            label={t(plan ? 'common.save' : 'plans.add')}
          />
        </Stack>
      </form>
    </FormModal>
  )
}

function usePlanForm({ plan, onClose }: PlanModalProps) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const sold = plan?.soldPackages ?? 0
  const number = limitBetween(0, MOST.number)
  const price = numberBetween(0, MOST.price)
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: valuesOf(plan),
    validate: {
      baseName: (name) => requiredText(MOST.name)(name),
      price,
      ...validDays,
      duration: (months) => numberBetween(1, MOST.months)(Number(months)),
      numberOfPackages: (packages) =>
        packages !== null && packages !== -1 && packages < sold
          ? t('plans.invalid.fewerThanSold', { count: sold })
          : number(packages),
      eventItem: { numberOfEvents: number, attendeesPerEvent: number, price },
      groupItem: { numberOfGroups: number, usersPerGroup: number, price },
    },
  })
  const conflict = useConflict({
    form,
    stored: plan,
    valuesOf,
    fields: [
      { path: 'baseName', label: t('plans.field.baseName') },
      { path: 'price', label: t('plans.field.price'), say: formatMoney },
      { path: 'startDate', label: t('plans.field.startDate'), say: formatDate },
      { path: 'expirationDate', label: t('plans.field.expirationDate'), say: formatDate },
      { path: 'duration', label: t('plans.field.duration'), say: sayMonths },
      { path: 'numberOfPackages', label: t('plans.field.numberOfPackages'), say: formatLimit },
      { path: 'eventItem.numberOfEvents', label: t('plans.field.numberOfEvents'), say: formatLimit },
      { path: 'eventItem.attendeesPerEvent', label: t('plans.field.attendeesPerEvent'), say: formatLimit },
      { path: 'eventItem.price', label: t('plans.field.eventPrice'), say: formatMoney },
      { path: 'groupItem.numberOfGroups', label: t('plans.field.numberOfGroups'), say: formatLimit },
      { path: 'groupItem.usersPerGroup', label: t('plans.field.usersPerGroup'), say: formatLimit },
      { path: 'groupItem.price', label: t('plans.field.groupPrice'), say: formatMoney },
      { path: 'groupItem.hasReport', label: t('plans.field.hasReport') },
    ],
  })
  useKeptForm(form, `plan ${plan?.id ?? ''}`, { conflict })
  const { mutate, isPending } = useMutation({
    // The validators have made sure that no field is empty.
    mutationFn: (values: Values) => {
      const body = { ...values, duration: Number(values.duration) } as Body
      if (!plan) return answer(api.POST('/plan', { body }))
      return answer(
        api.PUT('/plan/{planId}', {
          params: { path: { planId: plan.id } },
          body: { ...body, version: conflict.version },
        }),
      )
    },
    onSuccess: (_, { baseName: name }) => {
      toast.done(t(`plans.done.${plan ? 'saved' : 'created'}`, { name: name.trim() }))
      void refreshPlans(queryClient)
      onClose()
    },
    onError: shows(conflict.refuse),
  })
  const save = whenValid(form, mutate)
  return { form, save, isSaving: isPending, conflict }
}

const sayMonths = (months: number | string) => t('plans.months', { count: Number(months) })

type Body = Pick<
  Plan,
  | 'baseName'
  | 'price'
  | 'startDate'
  | 'expirationDate'
  | 'duration'
  | 'numberOfPackages'
  | 'eventItem'
  | 'groupItem'
>

/** The value of a number field; null while it is empty. */
type Typed = number | null

interface Values extends Days {
  baseName: string
  price: Typed
  /** A text while the field holds no number. */
  duration: number | string
  numberOfPackages: Typed
  eventItem: { numberOfEvents: Typed; attendeesPerEvent: Typed; price: Typed }
  groupItem: { numberOfGroups: Typed; usersPerGroup: Typed; hasReport: boolean; price: Typed }
}

function valuesOf(plan: Plan | undefined): Values {
  if (plan) {
    const { baseName, price, startDate, expirationDate, duration, numberOfPackages, eventItem, groupItem } =
      plan
    return { baseName, price, startDate, expirationDate, duration, numberOfPackages, eventItem, groupItem }
  }
  return {
    baseName: '',
    price: null,
    startDate: null,
    expirationDate: null,
    duration: 12,
    numberOfPackages: null,
    eventItem: { numberOfEvents: null, attendeesPerEvent: null, price: 0 },
    groupItem: { numberOfGroups: 0, usersPerGroup: null, hasReport: false, price: 0 },
  }
}
