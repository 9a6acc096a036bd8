import { Box, Group, Stack, Switch, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { CopyButton } from '~/components/CopyButton'
import { FormButtons } from '~/components/FormButtons'
import { FormModal } from '~/components/FormModal'
import { whenValid } from '~/components/formErrors'
import { QrCode } from '~/components/QrCode'
import { toast } from '~/components/toast'
import { useConflict } from '~/components/useConflict'
import { useKeptForm } from '~/components/useKept'
import { refreshEvent } from '~/features/events/queries'
import { answer, api } from '~/lib/api'
import { shows } from '~/lib/apiError'
import { formatDateTime } from '~/lib/dates'
import { formatNumber } from '~/lib/numbers'
import { wholeTime } from '~/lib/validators'
import { type Code, UNLIMITED } from './queries'
import { maxUsesFault, maxUsesOf, UsesAndExpiry } from './UsesAndExpiry'

interface CodeModalProps {
  eventId: string
  code: Code
  onClose: () => void
}

/** One code: its link, and the settings that can be changed. */
export function CodeModal({ eventId, code, onClose }: CodeModalProps) {
  const { t } = useTranslation()
  const { form, save, isSaving, conflict } = useCodeForm({ eventId, code, onClose })
  return (
    <FormModal opened onClose={onClose} title={t('invitationCodes.edit', { code: code.code })}>
      <form noValidate onSubmit={save}>
        <Stack>
          {conflict.notice}
          <Group wrap="nowrap" align="center">
            <Box w={112} style={{ flex: 'none' }}>
              <QrCode text={code.link} label={t('invitationCodes.qrOf', { code: code.code })} />
            </Box>
            <Stack gap="xs" style={{ minWidth: 0 }}>
              <Text size="sm" c="dimmed">
                {t('invitationCodes.used', { count: code.timesUsed, used: formatNumber(code.timesUsed) })}
              </Text>
              <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                {code.link}
              </Text>
              <CopyButton
                value={code.link}
                label={t('invitationCodes.copyLink')}
                style={{ alignSelf: 'start' }}
              />
            </Stack>
          </Group>
          <Switch
            label={t('invitationCodes.isActive')}
            {...form.getInputProps('isActive', { type: 'checkbox' })}
          />
          <UsesAndExpiry form={form} />
          <FormButtons onCancel={onClose} isPending={isSaving} />
        </Stack>
      </form>
    </FormModal>
  )
}

const valuesOf = (code: Code) => ({
  isActive: code.isActive,
  isUnlimited: code.maxUses === UNLIMITED,
  maxUses: (code.maxUses === UNLIMITED ? '' : code.maxUses) as number | string,
  expiresAt: code.expiresAt,
})

function useCodeForm({ eventId, code, onClose }: CodeModalProps) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const form = useForm({
    initialValues: valuesOf(code),
    validate: { maxUses: maxUsesFault(Math.max(1, code.timesUsed)), expiresAt: wholeTime },
  })
  const conflict = useConflict({
    form,
    stored: code,
    valuesOf,
    fields: [
      { path: 'isActive', label: t('invitationCodes.isActive') },
      { path: 'isUnlimited', label: t('invitationCodes.isUnlimited') },
      { path: 'maxUses', label: t('invitationCodes.field.maxUses'), say: formatNumber },
      { path: 'expiresAt', label: t('invitationCodes.field.expiresAt'), say: formatDateTime },
    ],
  })
  useKeptForm(form, `code ${code.id}`, { conflict })
  const { mutate, isPending } = useMutation({
    mutationFn: (values: typeof form.values) =>
      answer(
        api.PUT('/event/{eventId}/invitation-codes/{id}', {
          params: { path: { eventId, id: code.id } },
          body: {
            isActive: values.isActive,
            expiresAt: values.expiresAt,
            maxUses: maxUsesOf(values),
            version: conflict.version,
          },
        }),
      ),
    onSuccess: ({ messages }) => {
      toast.success(messages)
      void refreshEvent(queryClient, eventId)
      onClose()
    },
    onError: shows(conflict.refuse),
  })
  const save = whenValid(form, mutate)
  return { form, save, isSaving: isPending, conflict }
}
