import { useForm } from '@mantine/form'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { confirm } from '~/components/confirm'
import { focusFirstError, showFormError } from '~/components/formErrors'
import { toast } from '~/components/toast'
import { useKeptForm } from '~/components/useKept'
import { refreshEvent } from '~/features/events/queries'
import type { ParticipationType } from '~/features/tickets/participationType'
import { ticketsQuery } from '~/features/tickets/queries'
import { answer, api } from '~/lib/api'
import { ApiError } from '~/lib/apiError'
import {
  changesOf,
  newParticipant,
  type ParticipantValues,
  participantRules,
  valuesOf,
} from './participantForm'
import type { Participant } from './queries'

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
  const hasTickets = Boolean(useQuery(ticketsQuery(eventId)).data?.length)
  const initialValues = valuesOf(participant, type)
  const form = useForm({
    mode: 'uncontrolled',
    initialValues,
    validate: participantRules({ ticket: hasTickets ? t('common.invalid.required') : null }),
  })
  useKeptForm(form, `participant ${participant?.id ?? ''}`, { except: ['identificationNumber', 'taxNumber'] })
  const send = (values: ParticipantValues, shared: { sharesEmail?: true } = {}) => {
    if (!participant) {
      const body = { ...newParticipant(values), ...shared }
      return answer(api.POST('/event/{eventId}/attendances', { params: { path: { eventId } }, body }))
    }
    const path = { eventId, id: participant.id }
    const body = { ...changesOf(form.getInitialValues(), values), ...shared }
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
    onError: showFormError(form),
  })
  const save = form.onSubmit(
    (values) => mutate(values),
    (errors) => focusFirstError(form, Object.keys(errors)),
  )
  return { form, save, isSaving: isPending, isNew: participant === null }
}
