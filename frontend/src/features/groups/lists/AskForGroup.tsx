import { Button, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconSend } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { NewGroupRequest_message_maxLength, NewGroupRequest_name_maxLength } from '~/api/bounds'
import { FormButtons } from '~/components/FormButtons'
import { FormModal } from '~/components/FormModal'
import { showFormError, whenValid } from '~/components/formErrors'
import { toast } from '~/components/toast'
import { useKeptForm } from '~/components/useKept'
import { answer, api } from '~/lib/api'
import { isTypedHere } from '~/lib/typed'
import { optionalText, requiredText } from '~/lib/validators'
import { refreshGroups } from '../queries'

/** The name by which its text is kept. */
const FORM = 'ask for a group'

/** The button with which a person whose plans allow no further group asks the administrators for one. */
export function AskForGroup() {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(() => isTypedHere(FORM))
  return (
    <>
      <Button variant="default" leftSection={<IconSend size={18} />} onClick={() => setOpen(true)}>
        {t('groups.ask.action')}
      </Button>
      <FormModal opened={isOpen} onClose={() => setOpen(false)} title={t('groups.ask.action')}>
        <AskForm onClose={() => setOpen(false)} />
      </FormModal>
    </>
  )
}

function AskForm({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { name: '', message: '' },
    validate: {
      name: requiredText(NewGroupRequest_name_maxLength, t('groups.invalid.name')),
      message: optionalText(NewGroupRequest_message_maxLength),
    },
  })
  useKeptForm(form, FORM)
  const { mutate, isPending } = useMutation({
    mutationFn: (body: typeof form.values) => answer(api.POST('/group-requests', { body })),
    onSuccess: ({ data }) => {
      toast.done(t('groups.done.asked', { group: data.name }))
      onClose()
    },
    onError: showFormError(form),
    // Also after a refusal, which may mean that there is room or a request by now.
    onSettled: () => void refreshGroups(queryClient),
  })
  return (
    <form noValidate onSubmit={whenValid(form, mutate)}>
      <Stack>
        <Text c="dimmed">{t('groups.ask.hint')}</Text>
        <TextInput
          label={t('groups.field.name')}
          withAsterisk
          data-autofocus
          key={form.key('name')}
          {...form.getInputProps('name')}
        />
        <Textarea
          label={t('groups.join.message')}
          description={t('groups.ask.messageHint')}
          autosize
          minRows={2}
          key={form.key('message')}
          {...form.getInputProps('message')}
        />
        <FormButtons onCancel={onClose} isPending={isPending} label={t('groups.join.send')} />
      </Stack>
    </form>
  )
}
