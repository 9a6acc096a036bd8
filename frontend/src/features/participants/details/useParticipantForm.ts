import { useForm } from '@mantine/form'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { confirm } from '~/components/confirm'
import { whenValid } from '~/components/formErrors'
import { toast } from '~/components/toast'
import { useConflict } from '~/components/useConflict'
import { useKeptForm } from '~/components/useKept'
import { refreshEvent } from '~/features/events/queries'
import type { ParticipationType } from '~/features/tickets/participationType'
import { ticketsQuery } from '~/features/tickets/queries'
import { answer, api } from '~/lib/api'
import { ApiError, shows } from '~/lib/apiError'
import type { Participant } from '../queries'
import {
  changesOf,
  comparedFields,
  newParticipant,
  type ParticipantValues,
  participantRules,
  valuesOf,
} from './participantForm'

interface ParticipantFormOptions {
  eventId: string
  /** Null for a new participant. */
  participant: Participant | null
  /** The type of a new participant. */
  type: ParticipationType
  onSaved: () => void
}

/** Another participant of the event has the address. */
const EMAIL_IN_USE = 5013

export type ParticipantFormApi = ReturnType<typeof useParticipantForm>

/**
 * The form of the side panel. Sends all fields of a new participant, and only the changed fields of an existing one.
 */
export function useParticipantForm({ eventId, participant, type, onSaved }: ParticipantFormOptions) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const tickets = useQuery(ticketsQuery(eventId)).data ?? []
  const hasTickets = tickets.length > 0
  const initialValues = valuesOf(participant, type)
  const form = useForm({
    mode: 'uncontrolled',
    initialValues,
    validate: participantRules({ ticket: hasTickets ? t('common.invalid.required') : null }),
  })
  const conflict = useConflict({
    form,
    stored: participant ?? undefined,
    valuesOf: (stored: Participant) => valuesOf(stored, type),
    fields: comparedFields(tickets),
  })
  useKeptForm(form, `participant ${participant?.id ?? ''}`, {
    except: ['identificationNumber', 'taxNumber'],
    conflict,
  })
  const send = (values: ParticipantValues, shared: { sharesEmail?: true } = {}) => {
    if (!participant) {
      const body = { ...newParticipant(values), ...shared }
      return answer(api.POST('/event/{eventId}/attendances', { params: { path: { eventId } }, body }))
    }
    const path = { eventId, id: participant.id }
    const changes = changesOf(valuesOf(conflict.read ?? participant, type), values)
    const body = { ...changes, ...shared, updatedAt: conflict.read?.updatedAt }
    return answer(api.PUT('/event/{eventId}/attendances/{id}', { params: { path }, body }))
  }
  const askToShare = (email: string) =>
    confirm({
      title: t('participants.shared.title'),
      message: t('participants.shared.message', { email: email.trim() }),
      confirm: t('participants.shared.confirm'),
    })
  const { mutate, isPending } = useMutation({
    mutationFn: async (values: ParticipantValues) => {
      try {
        return await send(values)
      } catch (error) {
        const isTaken = error instanceof ApiError && error.code === EMAIL_IN_USE
        if (!isTaken || !(await askToShare(values.email))) throw error
        return send(values, { sharesEmail: true })
      }
    },
    onSuccess: (_, { fullName }) => {
      toast.done(t(`participants.done.${participant ? 'saved' : 'added'}`, { name: fullName }))
      void refreshEvent(queryClient, eventId)
      onSaved()
    },
    onError: shows(conflict.refuse),
  })
  const save = whenValid(form, mutate)
  return { form, save, isSaving: isPending, isNew: participant === null, notice: conflict.notice }
}
