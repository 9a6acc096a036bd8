import { Radio, Stack, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { confirm } from '~/components/confirm'
import { DayField } from '~/components/DayField'
import { FormButtons } from '~/components/FormButtons'
import { FormModal } from '~/components/FormModal'
import { whenValid } from '~/components/formErrors'
import { MoneyField } from '~/components/MoneyField'
import { toast } from '~/components/toast'
import { Uploader } from '~/components/Uploader'
import { useConflict } from '~/components/useConflict'
import { useKeptForm } from '~/components/useKept'
import { MemberSelect } from '~/features/groups/members/MemberSelect'
import { type Group, loadedMember, refreshGroup } from '~/features/groups/queries'
import { answer, api } from '~/lib/api'
import { CODE, isRefused, shows } from '~/lib/apiError'
import { formatDate, today } from '~/lib/dates'
import { LIMITS } from '~/lib/fieldLengths'
import { formatMoney } from '~/lib/numbers'
import { useSession } from '~/lib/session'
import { numberBetween, optionalText } from '~/lib/validators'
import { LARGEST_VALUE, LONGEST_NOTE, OLDEST_DEAL } from './bounds'
import { daysOf, monthsAfter } from './months'
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
  const { form, save, isSaving, isIntroduced, sellerId, conflict } = usePointForm({ group, point, onClose })
  const { read } = conflict
  const known = [
    ...(profile ? [profile] : []),
    ...(read ? [read.seller, read.counterparty].filter(({ id }) => id !== profile?.id) : []),
  ]
  return (
    <FormModal opened onClose={onClose} size="lg" title={t(point ? 'points.edit' : 'points.add')}>
      <form noValidate autoComplete="off" onSubmit={save}>
        <Stack>
          {conflict.notice}
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
  const form = useForm<Values>({
    mode: 'uncontrolled',
    initialValues: point
      ? valuesOf(point)
      : {
          sellerId: profile?.id ?? null,
          roleType: 'buyer',
          counterpartyId: null,
          buyerName: '',
          value: null,
          dealDate: today(),
          note: '',
          proof: null,
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
  // The parties of the versions that are compared.
  const names = useRef(new Map<string, string>())
  const nameOf = (id: string) =>
    names.current.get(id) ?? loadedMember(queryClient, groupId, id)?.fullName ?? ''
  const conflict = useConflict({
    form,
    stored: point,
    valuesOf: (point: Point) => {
      for (const { id, fullName } of [point.seller, point.counterparty]) names.current.set(id, fullName)
      return valuesOf(point)
    },
    fields: [
      { path: 'sellerId', label: t('points.field.seller'), say: nameOf },
      {
        path: 'roleType',
        label: t('points.form.role'),
        say: (role: Point['roleType']) => t(`points.role.${role}`),
      },
      { path: 'counterpartyId', label: t('points.field.counterparty'), say: nameOf },
      { path: 'buyerName', label: t('points.field.buyerName') },
      { path: 'value', label: t('points.field.value'), say: formatMoney },
      { path: 'dealDate', label: t('points.field.dealDate'), say: formatDate },
      { path: 'note', label: t('points.field.note') },
      { path: 'proof', label: t('points.field.proof'), say: () => t('common.conflict.file') },
    ],
  })
  useKeptForm(form, `point ${point?.id ?? ''}`, {
    except: ['sellerId', 'counterpartyId'],
    conflict: point ? conflict : undefined,
  })
  const [role, setRole] = useState(form.getValues().roleType)
  form.watch('roleType', ({ value }) => setRole(value))
  const [sellerId, setSellerId] = useState(form.getValues().sellerId)
  form.watch('sellerId', ({ value }) => setSellerId(value))
  const send = (body: NewPoint) => {
    if (point) {
      const params = { path: { groupId, id: point.id } }
      const change = { ...body, version: conflict.version }
      return answer(api.PUT('/group/{groupId}/point/{id}', { params, body: change }))
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
        if (point || body.force || !isRefused(error, CODE.conflict)) return conflict.refuse(error)
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
  return { form, save, isSaving: isPending, isIntroduced: role === 'introducer', sellerId, conflict }
}

interface Values {
  sellerId: string | null
  roleType: NewPoint['roleType']
  counterpartyId: string | null
  buyerName: string
  /** Null when nothing is typed. */
  value: number | null
  dealDate: string | null
  note: string
  proof: string | null
}

const valuesOf = ({
  seller,
  counterparty,
  roleType,
  buyerName,
  value,
  dealDate,
  note,
  proof,
}: Point): Values => ({
  sellerId: seller.id,
  roleType,
  counterpartyId: counterparty.id,
  buyerName: buyerName ?? '',
  value,
  dealDate,
  note: note ?? '',
  proof,
})
