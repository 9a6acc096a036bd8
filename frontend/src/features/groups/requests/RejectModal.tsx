import { Button, Modal, Group as Row, Stack, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { focusFirstError } from '~/components/formErrors'
import { optionalText } from '~/lib/validators'
import type { JoinRequest } from '../queries'
import { MOST_CHARACTERS } from './limits'

interface RejectModalProps {
  requests: readonly JoinRequest[]
  onClose: () => void
  onReject: (reason: string | undefined) => void
}

/** Asks for the reason that the applicants are told. */
export function RejectModal({ requests, onClose, onReject }: RejectModalProps) {
  const { t } = useTranslation()
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { reason: '' },
    validate: { reason: optionalText(MOST_CHARACTERS) },
  })
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('groups.reject.title', { count: requests.length })}
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
          <Text>{requests.map(({ user }) => user.fullName).join(', ')}</Text>
          <Textarea
            label={t('groups.reject.reason')}
            description={t('groups.reject.hint')}
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
            <Button type="submit" color="red">
              {t('groups.waiting.reject')}
            </Button>
          </Row>
        </Stack>
      </form>
    </Modal>
  )
}
