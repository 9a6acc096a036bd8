import { useForm } from '@mantine/form'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { confirm } from '~/components/confirm'
import { focusFirstError, showFormError } from '~/components/formErrors'
import { toast } from '~/components/toast'
import { refreshEvent } from '~/features/events/queries'
import type { ParticipationType } from '~/features/tickets/participationType'
import { ticketsQuery } from '~/features/tickets/queries'
import { answer, api } from '~/lib/api'
import { ApiError, markShown } from '~/lib/apiError'
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

interface Saving {
  values: ParticipantValues
  /** Whether others may have the same address: asked only when somebody has it. */
  sharesEmail: boolean
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
  const showRefusal = showFormError(form)
  const { mutate, isPending } = useMutation({
    mutationFn: ({ values, sharesEmail }: Saving) => {
      if (!participant) {
        const path = { eventId }
        const body = { ...newParticipant(values), ...(sharesEmail && { sharesEmail }) }
        return answer(api.POST('/event/{eventId}/attendances', { params: { path }, body }))
      }
      const path = { eventId, id: participant.id }
      const body = { ...changesOf(form.getInitialValues(), values), ...(sharesEmail && { sharesEmail }) }
      return answer(api.PUT('/event/{eventId}/attendances/{id}', { params: { path }, body }))
    },
    onSuccess: (_, { values: { fullName } }) => {
      toast.done(t(`participants.done.${participant ? 'saved' : 'added'}`, { name: fullName }))
      void refreshEvent(queryClient, eventId)
      onSaved()
    },
    onError: async (error, { values, sharesEmail }) => {
      if (sharesEmail || !(error instanceof ApiError) || error.code !== EMAIL_IN_USE)
        return showRefusal(error)
      markShown(error)
      const agreed = await confirm({
        title: t('participants.shared.title'),
        message: t('participants.shared.message', { email: values.email.trim() }),
        confirm: t('participants.shared.confirm'),
      })
      if (agreed) mutate({ values, sharesEmail: true })
      else showRefusal(error)
    },
  })
  const save = form.onSubmit(
    (values) => mutate({ values, sharesEmail: false }),
    (errors) => focusFirstError(form, Object.keys(errors)),
  )
  return { form, save, isSaving: isPending, isNew: participant === null }
}
