import { SimpleGrid, Stack, Switch } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { DayField } from '~/components/DayField'
import { FormButtons } from '~/components/FormButtons'
import { FormModal } from '~/components/FormModal'
import { whenValid } from '~/components/formErrors'
import { LimitField } from '~/components/LimitField'
import { toast } from '~/components/toast'
import { useConflict } from '~/components/useConflict'
import { useKeptForm } from '~/components/useKept'
import { answer, api } from '~/lib/api'
import { shows } from '~/lib/apiError'
import { formatDate } from '~/lib/dates'
import { formatLimit } from '~/lib/numbers'
import { limitBetween } from '~/lib/validators'
import { MOST } from './bounds'
import { type PlanUser, refreshPlans } from './queries'
import { type Days, validDays } from './validDays'

const LIMITS = ['eventLimit', 'maxAttendeesPerEvent', 'groupLimit', 'maxMembersPerGroup'] as const

interface UsageModalProps {
  user: PlanUser
  onClose: () => void
}

/** Changes one account's personal plan: its limits and its days. The plan itself stays as it is. */
export function UsageModal({ user, onClose }: UsageModalProps) {
  const { t } = useTranslation()
  const { form, save, isSaving, conflict } = useUsageForm({ user, onClose })
  return (
    <FormModal opened onClose={onClose} size="lg" title={t('plans.usage.title', { name: user.fullName })}>
      <form noValidate autoComplete="off" onSubmit={save}>
        <Stack>
          {conflict.notice}
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            {LIMITS.map((name) => (
              <LimitField
                key={form.key(name)}
                label={t(`plans.limit.${name}`)}
                {...form.getInputProps(name)}
              />
            ))}
            <DayField
              label={t('plans.usage.startDate')}
              withAsterisk
              key={form.key('startDate')}
              {...form.getInputProps('startDate')}
            />
            <DayField
              label={t('plans.usage.expirationDate')}
              withAsterisk
              key={form.key('expirationDate')}
              {...form.getInputProps('expirationDate')}
            />
          </SimpleGrid>
          <Switch
            label={t('plans.field.hasReport')}
            description={t('plans.hasReportHint')}
            key={form.key('hasReport')}
            {...form.getInputProps('hasReport', { type: 'checkbox' })}
          />
          <FormButtons onCancel={onClose} isPending={isSaving} />
        </Stack>
      </form>
    </FormModal>
  )
}

type Usage = Pick<PlanUser, (typeof LIMITS)[number] | 'hasReport' | 'startDate' | 'expirationDate'>

type Values = Record<(typeof LIMITS)[number], number | null> & Days & { hasReport: boolean }

const valuesOf = (user: PlanUser): Values => ({
  eventLimit: user.eventLimit,
  maxAttendeesPerEvent: user.maxAttendeesPerEvent,
  groupLimit: user.groupLimit,
  maxMembersPerGroup: user.maxMembersPerGroup,
  hasReport: user.hasReport,
  startDate: user.startDate,
  expirationDate: user.expirationDate,
})

function useUsageForm({ user, onClose }: UsageModalProps) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const { planId, userId } = user
  const limit = limitBetween(0, MOST.number)
  const form = useForm<Values>({
    mode: 'uncontrolled',
    initialValues: valuesOf(user),
    validate: {
      eventLimit: limit,
      maxAttendeesPerEvent: limit,
      groupLimit: limit,
      maxMembersPerGroup: limit,
      ...validDays,
    },
  })
  const conflict = useConflict({
    form,
    stored: user,
    valuesOf,
    fields: [
      ...LIMITS.map((path) => ({ path, label: t(`plans.limit.${path}`), say: formatLimit })),
      { path: 'startDate', label: t('plans.usage.startDate'), say: formatDate },
      { path: 'expirationDate', label: t('plans.usage.expirationDate'), say: formatDate },
      { path: 'hasReport', label: t('plans.field.hasReport') },
    ],
  })
  useKeptForm(form, `usage ${userId}`, { conflict })
  const { mutate, isPending } = useMutation({
    mutationFn: (values: Values) =>
      answer(
        api.PUT('/plan/{planId}/users/{userId}', {
          params: { path: { planId, userId } },
          // The validators have made sure that no field is empty.
          body: { ...(values as Usage), version: conflict.version },
        }),
      ),
    onSuccess: () => {
      toast.done(t('plans.done.usageSaved', { name: user.fullName }))
      void refreshPlans(queryClient)
      onClose()
    },
    onError: shows(conflict.refuse),
  })
  const save = whenValid(form, mutate)
  return { form, save, isSaving: isPending, conflict }
}
