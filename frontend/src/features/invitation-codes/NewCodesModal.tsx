import { NumberInput, SegmentedControl, Select, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import * as bounds from '~/api/bounds'
import { FormButtons } from '~/components/FormButtons'
import { FormModal } from '~/components/FormModal'
import { showFormError, whenValid } from '~/components/formErrors'
import { toast } from '~/components/toast'
import { useKeptForm } from '~/components/useKept'
import { refreshEvent } from '~/features/events/queries'
import { type ParticipationType, useParticipationTypes } from '~/features/tickets/participationType'
import { type Ticket, ticketsQuery } from '~/features/tickets/queries'
import { answer, api } from '~/lib/api'
import { wholeTime } from '~/lib/validators'
import { CodeOwnerField } from './CodeOwnerField'
import type { Code } from './queries'
import { maxUsesFault, maxUsesOf, UsesAndExpiry } from './UsesAndExpiry'

/** Codes that one call makes. */
const MOST = bounds.NewCodes_count_maximum
const CHOSEN = /^[A-Za-z0-9_-]{4,32}$/

interface NewCodesModalProps {
  eventId: string
  onClose: () => void
  onMade: (codes: Code[]) => void
}

/** Creates many random codes, or one code that the organiser chooses. */
export function NewCodesModal({ eventId, onClose, onMade }: NewCodesModalProps) {
  const { t } = useTranslation()
  const tickets = useQuery(ticketsQuery(eventId))
  const { form, save, isSaving } = useNewCodes({ eventId, onClose, onMade }, hiddenClass(tickets.data))
  return (
    <FormModal opened onClose={onClose} title={t('invitationCodes.add')}>
      <form noValidate onSubmit={save}>
        <Stack>
          <SegmentedControl
            fullWidth
            aria-label={t('invitationCodes.kind.label')}
            data={(['drawn', 'chosen'] as const).map((value) => ({
              value,
              label: t(`invitationCodes.kind.${value}`),
            }))}
            {...form.getInputProps('kind')}
          />
          {form.values.kind === 'drawn' ? (
            <NumberInput
              label={t('invitationCodes.field.count')}
              description={t('invitationCodes.countHint', { max: MOST })}
              required
              data-autofocus
              min={1}
              max={MOST}
              clampBehavior="none"
              allowDecimal={false}
              allowNegative={false}
              {...form.getInputProps('count')}
            />
          ) : (
            <TextInput
              label={t('invitationCodes.field.code')}
              description={t('invitationCodes.chosenHint')}
              required
              data-autofocus
              autoCapitalize="characters"
              autoComplete="off"
              {...form.getInputProps('code')}
            />
          )}
          <Select
            label={t('participants.field.participationType')}
            data={useParticipationTypes()}
            allowDeselect={false}
            {...form.getInputProps('participationType')}
          />
          <Select
            label={t('participants.field.ticket')}
            allowDeselect={false}
            description={t('invitationCodes.ticketHint')}
            placeholder={t('invitationCodes.anyClass')}
            data={(tickets.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
            clearable
            clearButtonProps={{ 'aria-label': t('common.clearChoice') }}
            nothingFoundMessage={t('tickets.empty.title')}
            {...form.getInputProps('ticketId')}
          />
          <UsesAndExpiry form={form} />
          <CodeOwnerField eventId={eventId} {...form.getInputProps('ownerAttendanceId')} />
          <FormButtons onCancel={onClose} isPending={isSaving} label={t('invitationCodes.make')} />
        </Stack>
      </form>
    </FormModal>
  )
}

/** The event's only hidden class, for which codes are most likely meant: codes for any class do not open it. */
function hiddenClass(tickets: Ticket[] = []): string | null {
  const [first, ...others] = tickets.filter(({ isHidden }) => isHidden)
  return first && others.length === 0 ? first.id : null
}

function useNewCodes({ eventId, onClose, onMade }: NewCodesModalProps, usualClass: string | null) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const form = useForm({
    initialValues: {
      kind: 'drawn' as 'drawn' | 'chosen',
      count: 10 as number | string,
      code: '',
      participationType: 'INVITED' as ParticipationType,
      ticketId: usualClass,
      isUnlimited: false,
      maxUses: 1 as number | string,
      expiresAt: null as string | null,
      ownerAttendanceId: null as string | null,
    },
    validate: {
      count: (value, { kind }) =>
        kind === 'chosen' || (Number(value) >= 1 && Number(value) <= MOST)
          ? null
          : t('invitationCodes.countHint', { max: MOST }),
      code: (value, { kind }) =>
        kind === 'drawn' || CHOSEN.test(value.trim()) ? null : t('invitationCodes.chosenHint'),
      maxUses: maxUsesFault(1),
      expiresAt: wholeTime,
    },
  })
  useKeptForm(form, 'codes')
  const { mutate, isPending } = useMutation({
    mutationFn: (values: typeof form.values) => {
      const { kind, count, code, participationType, ticketId, expiresAt, ownerAttendanceId } = values
      const what = kind === 'chosen' ? { code: code.trim() } : { count: Number(count) }
      const body = { participationType, ticketId, expiresAt, ownerAttendanceId }
      return answer(
        api.POST('/event/{eventId}/invitation-codes', {
          params: { path: { eventId } },
          body: { ...body, ...what, maxUses: maxUsesOf(values) },
        }),
      )
    },
    onSuccess: ({ data, messages }) => {
      toast.success(messages)
      void refreshEvent(queryClient, eventId)
      onMade(data)
      onClose()
    },
    onError: showFormError(form),
  })
  const save = whenValid(form, mutate)
  return { form, save, isSaving: isPending }
}
