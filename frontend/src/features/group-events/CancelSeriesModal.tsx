import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { FormModal } from '~/components/FormModal'
import { showFormError, whenValid } from '~/components/formErrors'
import { useKeptForm } from '~/components/useKept'
import { optionalText } from '~/lib/validators'
import { type Series, useCancelSeries } from './queries'

const LONGEST_REASON = 500

interface CancelSeriesModalProps {
  groupId: string
  series: Series
  onClose: () => void
}

/** Asks before all coming meetings of a series are cancelled, and why. */
export function CancelSeriesModal({ groupId, series, onClose }: CancelSeriesModalProps) {
  const { t } = useTranslation()
  const { mutate, isPending } = useCancelSeries(groupId, series)
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { reason: '' },
    validate: { reason: optionalText(LONGEST_REASON) },
  })
  useKeptForm(form, `cancel ${series.id}`)
  const count = series.coming.length
  return (
    <FormModal opened onClose={onClose} title={t('groupEvents.series.cancelNamed', { title: series.title })}>
      <form
        noValidate
        onSubmit={whenValid(form, ({ reason }) =>
          mutate(reason, { onSuccess: onClose, onError: showFormError(form) }),
        )}
      >
        <Stack>
          <Text>{t('groupEvents.series.cancelHint', { count })}</Text>
          {series.registered > 0 && (
            <Text>{t('groupEvents.series.cancelTold', { count: series.registered })}</Text>
          )}
          <Textarea
            label={t('groupEvents.series.reason')}
            autosize
            minRows={2}
            key={form.key('reason')}
            {...form.getInputProps('reason')}
          />
          <Group justify="flex-end">
            <Button variant="default" data-autofocus onClick={onClose}>
              {t('groupEvents.series.keep')}
            </Button>
            <Button type="submit" color="red" loading={isPending}>
              {t('groupEvents.series.cancelAll', { count })}
            </Button>
          </Group>
        </Stack>
      </form>
    </FormModal>
  )
}
