import { Stack, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { FormButtons } from '~/components/FormButtons'
import { FormModal } from '~/components/FormModal'
import { focusFirstError, showFormError } from '~/components/formErrors'
import { toast } from '~/components/toast'
import { api, call } from '~/lib/api'
import { optionalText, requiredText } from '~/lib/validators'
import { type DataRequest, refreshDataRequests } from './queries'

/** As on the server. */
const MAX_TEXT = 1000

export type DataRequestAct = 'answer' | 'done' | 'refused'

interface DataRequestModalProps {
  eventId: string
  request: DataRequest
  act: DataRequestAct
  onClose: () => void
}

/** Answers a request, or closes it; what is written is mailed to the person. */
export function DataRequestModal({ eventId, request, act, onClose }: DataRequestModalProps) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const { id, fullName } = request
  // The name that the server gives the text, so that its refusals find the field.
  const field = act === 'answer' ? 'text' : 'reason'
  const isOptional = act === 'done'
  const form = useForm<Record<string, string>>({
    mode: 'uncontrolled',
    initialValues: { [field]: '' },
    validate: { [field]: isOptional ? optionalText(MAX_TEXT) : requiredText(MAX_TEXT) },
  })
  const params = { path: { eventId, id } }
  const decision = useMutation({
    mutationFn: (text: string) =>
      act === 'answer'
        ? call(api.POST('/event/{eventId}/data-requests/{id}/answer', { params, body: { text } }))
        : call(
            api.POST('/event/{eventId}/data-requests/{id}/close', {
              params,
              body: { result: act, reason: text || null },
            }),
          ),
    onSuccess: () => {
      toast.done(t(`participants.requests.said.${act}`))
      onClose()
    },
    onError: showFormError(form),
    onSettled: () => refreshDataRequests(queryClient, eventId),
  })
  return (
    <FormModal opened onClose={onClose} title={t(`participants.requests.title.${act}`, { name: fullName })}>
      <form
        noValidate
        onSubmit={form.onSubmit(
          (values) => decision.mutate((values[field] ?? '').trim()),
          (errors) => focusFirstError(form, Object.keys(errors)),
        )}
      >
        <Stack>
          {request.content && <Text style={{ whiteSpace: 'pre-line' }}>{request.content}</Text>}
          <Textarea
            label={t(`participants.requests.text.${act}`)}
            description={t('participants.requests.mailed')}
            withAsterisk={!isOptional}
            autosize
            minRows={3}
            data-autofocus
            key={form.key(field)}
            {...form.getInputProps(field)}
          />
          <FormButtons onCancel={onClose} isPending={decision.isPending} />
        </Stack>
      </form>
    </FormModal>
  )
}
