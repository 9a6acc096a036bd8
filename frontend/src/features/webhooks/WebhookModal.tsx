import { Checkbox, Stack, Switch, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { FormButtons } from '~/components/FormButtons'
import { FormModal } from '~/components/FormModal'
import { whenValid } from '~/components/formErrors'
import { toast } from '~/components/toast'
import { useConflict } from '~/components/useConflict'
import { useKeptForm } from '~/components/useKept'
import { shows } from '~/lib/apiError'
import { requiredText } from '~/lib/validators'
import {
  createWebhook,
  kindsOf,
  refreshWebhooks,
  type Scope,
  updateWebhook,
  type Webhook,
  type WebhookKind,
} from './queries'

/** Characters of the longest address. */
const MAX_ADDRESS = 2048

interface WebhookModalProps {
  scope: Scope
  /** The webhook that is changed; a new one without it. */
  hook?: Webhook
  onClose: () => void
  /** Called with the secret of a new one. */
  onSecret: (secret: string) => void
}

interface Values {
  url: string
  kinds: WebhookKind[]
  isOn: boolean
}

const valuesOf = ({ url, kinds, offReason }: Webhook): Values => ({ url, kinds, isOn: offReason === null })

/** The form of a webhook: its address, its kinds of events, and whether it is on. */
export function WebhookModal({ scope, hook, onClose, onSecret }: WebhookModalProps) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const kinds = kindsOf(scope)
  const form = useForm<Values>({
    mode: 'uncontrolled',
    initialValues: hook ? valuesOf(hook) : { url: '', kinds: [...kinds], isOn: true },
    validate: {
      url: requiredText(MAX_ADDRESS),
      kinds: (chosen) => (chosen.length === 0 ? t('webhooks.form.noKind') : null),
    },
  })
  const conflict = useConflict({
    form,
    stored: hook,
    valuesOf,
    fields: [
      { path: 'url', label: t('webhooks.form.url') },
      {
        path: 'kinds',
        label: t('webhooks.form.kinds'),
        say: (value) => (value as WebhookKind[]).map((kind) => t(`webhooks.kind.${kind}`)).join(', '),
      },
      { path: 'isOn', label: t('webhooks.form.isOn') },
    ],
  })
  useKeptForm(form, `webhook ${hook?.id ?? ''}`, { conflict })
  const { mutate, isPending } = useMutation({
    mutationFn: async (values: Values) => {
      if (hook) {
        const { messages } = await updateWebhook(scope, hook.id, {
          ...values,
          version: conflict.version ?? 0,
        })
        return { messages, secret: undefined }
      }
      const { url, kinds: chosen } = values
      const { data, messages } = await createWebhook(scope, { url, kinds: chosen })
      return { messages, secret: data.secret }
    },
    onSuccess: ({ messages, secret }) => {
      toast.success(messages)
      onClose()
      if (secret) onSecret(secret)
      return refreshWebhooks(queryClient, scope)
    },
    onError: shows(conflict.refuse),
  })
  return (
    <FormModal opened onClose={onClose} title={t(hook ? 'webhooks.edit' : 'webhooks.add')}>
      <form noValidate onSubmit={whenValid(form, mutate)}>
        <Stack gap="md">
          {conflict.notice}
          <TextInput
            label={t('webhooks.form.url')}
            description={t('webhooks.form.urlHint')}
            placeholder="https://"
            type="url"
            inputMode="url"
            autoComplete="off"
            withAsterisk
            key={form.key('url')}
            {...form.getInputProps('url')}
          />
          <Checkbox.Group
            label={t('webhooks.form.kinds')}
            key={form.key('kinds')}
            {...form.getInputProps('kinds')}
          >
            <Stack gap="xs" mt={8}>
              {kinds.map((kind) => (
                <Checkbox key={kind} value={kind} label={t(`webhooks.kind.${kind}`)} />
              ))}
            </Stack>
          </Checkbox.Group>
          {hook && (
            <Switch
              label={t('webhooks.form.isOn')}
              description={t('webhooks.form.isOnHint')}
              key={form.key('isOn')}
              {...form.getInputProps('isOn', { type: 'checkbox' })}
            />
          )}
          <FormButtons onCancel={onClose} isPending={isPending} />
        </Stack>
      </form>
    </FormModal>
  )
}
