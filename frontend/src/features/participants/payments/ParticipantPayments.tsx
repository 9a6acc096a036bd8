import { ActionIcon, Button, Group, Stack, Text, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconX } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import listClasses from '~/components/dividedList.module.css'
import { showFormError } from '~/components/formErrors'
import { MoneyField } from '~/components/MoneyField'
import { toast } from '~/components/toast'
import { useKeptForm } from '~/components/useKept'
import { refreshEvent } from '~/features/events/queries'
import { answer, api } from '~/lib/api'
import { shows } from '~/lib/apiError'
import { formatDate, formatDateTime } from '~/lib/dates'
import { formatMoney } from '~/lib/numbers'
import { type NewPayment, type Participant, type Payment, paymentsQuery } from '../queries'
import { beyond, outstanding } from './owed'
import { NO_SURPLUS, noteFault, SurplusFields, type SurplusValues, surplusOf } from './surplus'

interface ParticipantPaymentsProps {
  eventId: string
  participant: Participant
}

/** The payments of a participant; amounts that the organiser notes stand beside transfers. */
export function ParticipantPayments({ eventId, participant }: ParticipantPaymentsProps) {
  const { t } = useTranslation()
  const heading = useId()
  const queryClient = useQueryClient()
  const [isNoting, setNoting] = useState(false)
  const { id, fullName, received } = participant
  const payments = useQuery({ ...paymentsQuery(eventId, id, received), enabled: received > 0 })
  const refresh = () => void refreshEvent(queryClient, eventId)
  const path = { eventId, id }
  const note = useMutation({
    mutationFn: (body: NewPayment) =>
      answer(api.POST('/event/{eventId}/attendances/{id}/payments', { params: { path }, body })),
    onSuccess: ({ data }, { amount }) => {
      setNoting(false)
      const noted = data.at(-1)
      const done = t('participants.payments.noted', { name: fullName, amount: formatMoney(amount) })
      if (noted) toast.done(done, () => take.mutate({ payment: noted, isUndo: true }))
      refresh()
    },
  })
  const take = useMutation({
    mutationFn: ({ payment: { number } }: { payment: Payment; isUndo?: boolean }) =>
      answer(
        api.DELETE('/event/{eventId}/attendances/{id}/payments/{number}', {
          params: { path: { ...path, number } },
        }),
      ),
    onSuccess: (_, { payment: { amount, way }, isUndo }) => {
      const done = t('participants.payments.taken', { name: fullName, amount: formatMoney(amount) })
      // A removed payment at the door cannot be restored, as it would be noted as received by hand; nor can a surplus,
      // which needs a new decision.
      const isPlain = way === 'hand' && received <= participant.amount
      toast.done(done, !isUndo && isPlain ? () => note.mutate({ amount }) : undefined)
      refresh()
    },
  })
  if (participant.amount === 0 && received === 0) return null
  return (
    <section aria-labelledby={heading}>
      <Group justify="space-between" gap="sm" mb={4}>
        <Title id={heading} order={3} fz="md">
          {t('participants.payments.title')}
        </Title>
        {participant.amount > 0 && !isNoting && (
          <Button size="compact-md" variant="default" onClick={() => setNoting(true)}>
            {t('participants.payments.note')}
          </Button>
        )}
      </Group>
      {isNoting && (
        <NoteForm
          participant={participant}
          isSaving={note.isPending}
          onNote={(body, showRefusal) => note.mutate(body, { onError: shows(showRefusal) })}
          onCancel={() => setNoting(false)}
        />
      )}
      {received === 0 ? (
        <Text size="sm" c="dimmed">
          {t('participants.payments.none')}
        </Text>
      ) : (
        <ul className={listClasses.list}>
          {payments.data?.map((payment) => (
            <li key={payment.number}>
              <Group justify="space-between" gap="sm" wrap="nowrap">
                <div>
                  <Text size="sm" fw={600}>
                    {formatMoney(payment.amount)}
                  </Text>
                  <Text size="xs" c="dimmed">
                    {[
                      t(`participants.payments.way.${payment.way}`),
                      // A statement names the day alone.
                      (payment.way === 'statement' ? formatDate : formatDateTime)(payment.paidAt),
                      payment.notedByName,
                    ]
                      .filter(Boolean)
                      .join(' · ')}
                  </Text>
                  {payment.content && (
                    <Text size="xs" c="dimmed">
                      {payment.content}
                    </Text>
                  )}
                </div>
                {payment.content === null && (
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    size={40}
                    loading={take.isPending}
                    aria-label={t('participants.payments.take', { amount: formatMoney(payment.amount) })}
                    onClick={() => take.mutate({ payment })}
                  >
                    <IconX size={18} />
                  </ActionIcon>
                )}
              </Group>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

interface NoteFormProps {
  participant: Participant
  isSaving: boolean
  onNote: (payment: NewPayment, showRefusal: (error: Error) => void) => void
  onCancel: () => void
}

/** Notes money that the organiser received: the amount due, or another. A surplus needs a decision. */
function NoteForm({ participant, isSaving, onNote, onCancel }: NoteFormProps) {
  const { t } = useTranslation()
  const due = outstanding(participant)
  const surplusIn = (amount: number | null) => beyond(participant, amount ?? 0)
  const form = useForm<SurplusValues & { amount: number | null }>({
    initialValues: { amount: due > 0 ? due : null, ...NO_SURPLUS },
    validate: {
      amount: (amount) => (amount ? null : t('participants.payments.required')),
      note: (note, values) => (surplusIn(values.amount) > 0 ? noteFault(note, values) : null),
    },
  })
  useKeptForm(form, `payment ${participant.id}`)
  const surplus = surplusIn(form.values.amount)
  const save = form.onSubmit(({ amount, ...values }) => {
    if (amount)
      onNote({ amount, surplus: surplus > 0 ? surplusOf(surplus, values) : null }, showFormError(form))
  })
  return (
    <form noValidate onSubmit={save}>
      <MoneyField
        label={t('participants.payments.amount')}
        description={due > 0 ? t('participants.payments.due', { amount: formatMoney(due) }) : undefined}
        withAsterisk
        autoFocus
        {...form.getInputProps('amount')}
      />
      {surplus > 0 && (
        <Stack gap="sm" mt="sm">
          <SurplusFields
            amount={surplus}
            isKept={form.values.action === 'keep'}
            action={form.getInputProps('action')}
            note={form.getInputProps('note')}
          />
        </Stack>
      )}
      <Group justify="flex-end" gap="sm" my="sm">
        <Button variant="default" onClick={onCancel}>
          {t('common.cancel')}
        </Button>
        <Button type="submit" loading={isSaving}>
          {t('common.save')}
        </Button>
      </Group>
    </form>
  )
}
