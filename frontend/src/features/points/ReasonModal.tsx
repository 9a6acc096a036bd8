import { Button, Modal, Group as Row, Stack, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { focusFirstError } from '~/components/formErrors'
import { requiredText } from '~/lib/validators'
import { LONGEST_REASON } from './limits'

interface ReasonModalProps {
  kind: 'reject' | 'void'
  isBusy: boolean
  onClose: () => void
  onSend: (reason: string) => void
}

/** Asks for the reason that the parties of a deal are told. */
export function ReasonModal({ kind, isBusy, onClose, onSend }: ReasonModalProps) {
  const { t } = useTranslation()
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { reason: '' },
    validate: { reason: requiredText(LONGEST_REASON, t('points.invalid.reason')) },
  })
  return (
    <Modal
      opened
      onClose={onClose}
      title={t(`points.${kind}.title`)}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <form
        noValidate
        onSubmit={form.onSubmit(
          ({ reason }) => onSend(reason.trim()),
          (errors) => focusFirstError(form, Object.keys(errors)),
        )}
      >
        <Stack>
          <Text>{t(`points.${kind}.message`)}</Text>
          <Textarea
            label={t('points.field.reason')}
            description={t('points.reasonHint')}
            withAsterisk
            autosize
            minRows={3}
            data-autofocus
            key={form.key('reason')}
            {...form.getInputProps('reason')}
          />
          <Row justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" color="red" loading={isBusy}>
              {t(`points.${kind}.action`)}
            </Button>
          </Row>
        </Stack>
      </form>
    </Modal>
  )
}
