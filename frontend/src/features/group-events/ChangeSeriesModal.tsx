import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { focusFirstError, showFormError } from '~/components/formErrors'
import { PlaceFields, placeOf, placeRules } from './PlaceFields'
import { type Series, useChangeSeries } from './queries'

interface ChangeSeriesModalProps {
  groupId: string
  series: Series
  onClose: () => void
}

/** Changes times and place of all coming meetings of a series. */
export function ChangeSeriesModal({ groupId, series, onClose }: ChangeSeriesModalProps) {
  const { t } = useTranslation()
  const { mutate, isPending } = useChangeSeries(groupId, series.id)
  const { startTime, endTime, venueAddress } = series
  const form = useForm({ initialValues: { startTime, endTime, venueAddress }, validate: placeRules() })
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('groupEvents.series.changeNamed', { title: series.title })}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <form
        noValidate
        onSubmit={form.onSubmit(
          (values) => mutate(placeOf(values), { onSuccess: onClose, onError: showFormError(form) }),
          (errors) => focusFirstError(form, Object.keys(errors)),
        )}
      >
        <Stack>
          <Text>{t('groupEvents.series.changeHint', { count: series.coming.length })}</Text>
          <PlaceFields form={form} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" loading={isPending}>
              {t('groupEvents.series.changeAll', { count: series.coming.length })}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
