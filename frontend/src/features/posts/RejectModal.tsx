import { Button, Group, Modal, Stack, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { focusFirstError } from '~/components/formErrors'
import { formatNumber } from '~/lib/money'
import { optionalText } from '~/lib/validators'
import { LONGEST_REASON } from './limits'

interface RejectModalProps {
  /** How many posts are rejected. */
  count: number
  onClose: () => void
  onReject: (reason: string | undefined) => void
}

/** Asks for the reason that the authors are told. */
export function RejectModal({ count, onClose, onReject }: RejectModalProps) {
  const { t } = useTranslation()
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { reason: '' },
    validate: { reason: optionalText(LONGEST_REASON) },
  })
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('posts.review.rejectTitle', { count, number: formatNumber(count) })}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <form
        noValidate
        onSubmit={form.onSubmit(
          ({ reason }) => onReject(reason.trim() || undefined),
          (errors) => focusFirstError(form, Object.keys(errors)),
        )}
      >
        <Stack>
          <Textarea
            label={t('posts.review.reason')}
            description={t('posts.review.reasonHint')}
            autosize
            minRows={3}
            data-autofocus
            key={form.key('reason')}
            {...form.getInputProps('reason')}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" color="red">
              {t('posts.review.reject')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
