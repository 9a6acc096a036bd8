import { Radio, Stack, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { confirm } from '~/components/confirm'
import { DayField } from '~/components/DayField'
import { FormButtons } from '~/components/FormButtons'
import { FormModal } from '~/components/FormModal'
import { showFormError, whenValid } from '~/components/formErrors'
import { MoneyField } from '~/components/MoneyField'
import { toast } from '~/components/toast'
import { Uploader } from '~/components/Uploader'
import { useKeptForm } from '~/components/useKept'
import { MemberSelect } from '~/features/groups/members/MemberSelect'
import { type Group, refreshGroup } from '~/features/groups/queries'
import { answer, api } from '~/lib/api'
import { CODE, isRefused, shows } from '~/lib/apiError'
import { LIMITS } from '~/lib/fieldLengths'
import { formatMoney } from '~/lib/numbers'
import { useSession } from '~/lib/session'
import { numberBetween, optionalText } from '~/lib/validators'
import { LARGEST_VALUE, LONGEST_NOTE, OLDEST_DEAL } from './bounds'
import { daysOf, monthsAfter, today } from './months'
import type { NewPoint, Point } from './queries'

interface PointFormModalProps {
  group: Group
  /** The point to be changed; absent for a new one. */
  point?: Point
  onClose: () => void
}

/** Enters a closed deal, or changes one that waits. */
export function PointFormModal({ group, point, onClose }: PointFormModalProps) {
  const { t } = useTranslation()
  const { profile } = useSession()
  const { form, save, isSaving, isIntroduced, sellerId } = usePointForm({ group, point, onClose })
  const known = [
    ...(profile ? [profile] : []),
    ...(point ? [point.seller, point.counterparty].filter(({ id }) => id !== profile?.id) : []),
  ]
  return (
    <FormModal opened onClose={onClose} size="lg" title={t(point ? 'points.edit' : 'points.add')}>
      <form noValidate autoComplete="off" onSubmit={save}>
        <Stack>
          <MemberSelect
            groupId={group.id}
            label={t('points.form.seller')}
            known={known}
            key={form.key('sellerId')}
            {...form.getInputProps('sellerId')}
          />
          <Radio.Group
            label={t('points.form.role')}
            withAsterisk
            key={form.key('roleType')}
            {...form.getInputProps('roleType')}
          >
            <Stack gap="xs" mt="xs">
              {(['buyer', 'introducer'] as const).map((role) => (
                <Radio
                  key={role}
                  value={role}
                  label={t(`points.role.${role}`)}
                  description={t(`points.form.roleHint.${role}`)}
                />
              ))}
            </Stack>
          </Radio.Group>
          <MemberSelect
            groupId={group.id}
            label={t(isIntroduced ? 'points.role.introducer' : 'points.role.buyer')}
            known={known}
            offers={({ userId }) => userId !== sellerId}
            key={form.key('counterpartyId')}
            {...form.getInputProps('counterpartyId')}
          />
          {isIntroduced && (
            <TextInput
              label={t('points.field.buyerName')}
              key={form.key('buyerName')}
              {...form.getInputProps('buyerName')}
            />
          )}
          <MoneyField
            label={t('points.field.value')}
            description={t('points.form.valueHint')}
            withAsterisk
            key={form.key('value')}
            {...form.getInputProps('value')}
          />
          <DayField
            label={t('points.field.dealDate')}
            withAsterisk
            maxDate={today()}
            minDate={oldestDay()}
            key={form.key('dealDate')}
            {...form.getInputProps('dealDate')}
          />
          <Textarea
            label={t('points.field.note')}
            autosize
            minRows={2}
            key={form.key('note')}
            {...form.getInputProps('note')}
          />
          <Uploader
            label={t('points.field.proof')}
            description={t('points.form.proofHint')}
            purpose="proof"
            key={form.key('proof')}
            {...form.getInputProps('proof')}
          />
          <FormButtons
            onCancel={onClose}
            isPending={isSaving}
            label={t(point ? 'common.save' : 'points.form.send')}
          />
        </Stack>
      </form>
    </FormModal>
  )
}

function oldestDay() {
  const month = monthsAfter(today(), -OLDEST_DEAL).slice(0, 7)
  const sameDay = `${month}-${today().slice(8)}`
  const { to } = daysOf(month)
  return sameDay < to ? sameDay : to
}

function usePointForm({ group, point, onClose }: PointFormModalProps) {
  const { t } = useTranslation()
  const { profile } = useSession()
  const queryClient = useQueryClient()
  const groupId = group.id
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: {
      sellerId: (point?.seller.id ?? profile?.id ?? null) as string | null,
      roleType: point?.roleType ?? ('buyer' as NewPoint['roleType']),
      counterpartyId: (point?.counterparty.id ?? null) as string | null,
      buyerName: point?.buyerName ?? '',
      value: point?.value ?? (null as number | null),
      dealDate: (point?.dealDate ?? today()) as string | null,
      note: point?.note ?? '',
      proof: point?.proof ?? (null as string | null),
    },
    validate: {
      sellerId: (id) => (id ? null : t('points.invalid.member')),
      counterpartyId: (id, { sellerId }) =>
        !id ? t('points.invalid.member') : id === sellerId ? t('points.invalid.sameMember') : null,
      buyerName: optionalText(LIMITS.shortText),
      value: numberBetween(1, LARGEST_VALUE),
      dealDate: (day) => (day ? null : t('common.invalid.required')),
      note: optionalText(LONGEST_NOTE),
    },
  })
  useKeptForm(form, `point ${point?.id ?? ''}`, { except: ['sellerId', 'counterpartyId'] })
  const [role, setRole] = useState(form.getValues().roleType)
  form.watch('roleType', ({ value }) => setRole(value))
  const [sellerId, setSellerId] = useState(form.getValues().sellerId)
  form.watch('sellerId', ({ value }) => setSellerId(value))
  const send = (body: NewPoint) => {
    if (point) {
      const params = { path: { groupId, id: point.id } }
      return answer(api.PUT('/group/{groupId}/point/{id}', { params, body }))
    }
    return answer(api.POST('/group/{groupId}/point', { params: { path: { groupId } }, body }))
  }
  const { mutate, isPending } = useMutation({
    mutationFn: send,
    onSuccess: (_, { value }) => {
      toast.done(t(`points.done.${point ? 'changed' : 'added'}`, { amount: formatMoney(value) }))
      void refreshGroup(queryClient, groupId)
      onClose()
    },
  })
  const submit = (body: NewPoint) =>
    mutate(body, {
      onError: shows((error) => {
        if (point || body.force || !isRefused(error, CODE.conflict)) return showFormError(form)(error)
        void askForce(error, body)
      }),
    })
  const askForce = async ({ message }: Error, body: NewPoint) => {
    const agreed = await confirm({
      title: t('points.duplicate.title'),
      message,
      confirm: t('points.duplicate.action'),
    })
    if (agreed) submit({ ...body, force: true })
  }
  const save = whenValid(form, ({ sellerId, counterpartyId, value, dealDate, ...rest }) => {
    if (!sellerId || !counterpartyId || value === null || !dealDate) return
    // An existing point is saved without the question about a similar deal, so `force` is always set.
    submit({ ...rest, sellerId, counterpartyId, value, dealDate, force: point !== undefined })
  })
  return { form, save, isSaving: isPending, isIntroduced: role === 'introducer', sellerId }
}
