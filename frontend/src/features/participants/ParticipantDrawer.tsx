import { Button, Drawer, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { confirm } from '~/components/confirm'
import { focusFirstError, showFormError } from '~/components/formErrors'
import { toast } from '~/components/toast'
import { answer, api } from '~/lib/api'
import { eventQuery } from '~/lib/eventQueries'
import { ParticipantAnswers } from './ParticipantAnswers'
import { ParticipantFacts } from './ParticipantFacts'
import classes from './ParticipantFacts.module.css'
import { ParticipantForm } from './ParticipantForm'
import { changesOf, newParticipant, participantRules, valuesOf } from './participantForm'
import { type Participant, participantQuery, ticketsQuery } from './queries'
import { refreshParticipants } from './useParticipantActions'

interface ParticipantDrawerProps {
  eventId: string
  /** Null for somebody new. */
  participant: Participant | null
  isVip: boolean
  onClose: () => void
}

const FORM = 'participant'

/** The side panel of one participant, or of one to be added. */
export function ParticipantDrawer({ eventId, participant, isVip, onClose }: ParticipantDrawerProps) {
  const { t } = useTranslation()
  const tickets = useQuery(ticketsQuery(eventId)).data ?? []
  const mailsTickets = useQuery(eventQuery(eventId)).data?.sendEmailAfterRegister ?? true
  const { form, save, isSaving } = useParticipantForm({ eventId, participant, isVip, onClose })

  const close = async () => {
    const question = { title: t('participants.leave.title'), message: t('participants.leave.message') }
    const mayClose =
      !form.isDirty() ||
      (await confirm({ ...question, confirm: t('participants.leave.action'), dangerous: true }))
    if (mayClose) onClose()
  }

  return (
    <Drawer
      opened
      onClose={() => void close()}
      position="right"
      size={640}
      title={participant ? participant.fullName : t('participants.add')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <Stack gap="lg">
        {participant && <Known {...{ eventId, participant, onClose }} />}
        <form id={FORM} noValidate onSubmit={save}>
          <ParticipantForm isNew={!participant} {...{ form, tickets, mailsTickets }} />
        </form>
        {participant && <ParticipantAnswers answers={participant.answers} />}
        <div className={classes.footer}>
          <Button variant="default" onClick={() => void close()}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" form={FORM} loading={isSaving}>
            {t(participant ? 'common.save' : 'participants.add')}
          </Button>
        </div>
      </Stack>
    </Drawer>
  )
}

function Known({
  eventId,
  participant,
  onClose,
}: {
  eventId: string
  participant: Participant
  onClose: () => void
}) {
  const { data } = useQuery({ ...participantQuery(eventId, participant.id), initialData: participant })
  return <ParticipantFacts eventId={eventId} participant={data} onGone={onClose} />
}

function useParticipantForm({ eventId, participant, isVip, onClose }: ParticipantDrawerProps) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const hasTickets = Boolean(useQuery(ticketsQuery(eventId)).data?.length)
  const initialValues = valuesOf(participant, isVip)
  const form = useForm({
    mode: 'uncontrolled',
    initialValues,
    validate: participantRules({ ticket: hasTickets ? t('common.invalid.required') : null }),
  })
  const { mutate, isPending } = useMutation({
    mutationFn: (values: typeof initialValues) => {
      if (!participant) {
        const path = { eventId }
        return answer(
          api.POST('/event/{eventId}/attendances', { params: { path }, body: newParticipant(values) }),
        )
      }
      const path = { eventId, id: participant.id }
      const body = changesOf(initialValues, values)
      return answer(api.PUT('/event/{eventId}/attendances/{id}', { params: { path }, body }))
    },
    onSuccess: ({ messages }) => {
      toast.success(messages)
      refreshParticipants(queryClient, eventId)
      onClose()
    },
    onError: showFormError(form),
  })
  const save = form.onSubmit(
    (values) => mutate(values),
    (errors) => focusFirstError(form, Object.keys(errors)),
  )
  return { form, save, isSaving: isPending }
}
