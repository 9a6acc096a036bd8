import { Stack, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import * as bounds from '~/api/bounds'
import { FormButtons } from '~/components/FormButtons'
import { FormModal } from '~/components/FormModal'
import { showFormError, whenValid } from '~/components/formErrors'
import { toast } from '~/components/toast'
import { useKeptForm } from '~/components/useKept'
import { optionalText, requiredText } from '~/lib/validators'
import { answerRequest, closeRequest, type DataRequest, type Keeper, refreshDataRequests } from './queries'

/** As on the server. */
const MAX_TEXT = bounds.DataRequestAnswer_text_maxLength

export type DataRequestAct = 'answer' | 'done' | 'refused'

interface DataRequestModalProps {
  keeper: Keeper
  request: DataRequest
  act: DataRequestAct
  onClose: () => void
}

/** Answers a request, or closes it; the text is mailed to the person. */
export function DataRequestModal({ keeper, request, act, onClose }: DataRequestModalProps) {
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
  useKeptForm(form, `data request ${id} ${act}`)
  const decision = useMutation({
    mutationFn: (text: string) =>
      act === 'answer'
        ? answerRequest(keeper, id, { text })
        : closeRequest(keeper, id, { result: act, reason: text || null }),
    onSuccess: () => {
      toast.done(t(`dataRequests.said.${act}`))
      onClose()
    },
    onError: showFormError(form),
    onSettled: () => refreshDataRequests(queryClient, keeper),
  })
  return (
    <FormModal opened onClose={onClose} title={t(`dataRequests.title.${act}`, { name: fullName })}>
      <form noValidate onSubmit={whenValid(form, (values) => decision.mutate((values[field] ?? '').trim()))}>
        <Stack>
          {request.content && <Text style={{ whiteSpace: 'pre-line' }}>{request.content}</Text>}
          <Textarea
            label={t(`dataRequests.text.${act}`)}
            description={t('dataRequests.mailed')}
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
