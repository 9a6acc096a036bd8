import { Checkbox, NumberInput, Stack, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { FormButtons } from '~/components/FormButtons'
import { FormModal } from '~/components/FormModal'
import { whenValid } from '~/components/formErrors'
import { toast } from '~/components/toast'
import { useConflict } from '~/components/useConflict'
import { useKeptForm } from '~/components/useKept'
import { shows } from '~/lib/apiError'
import { formatDate } from '~/lib/dates'
import { LIMITS } from '~/lib/fieldLengths'
import { formatNumber } from '~/lib/numbers'
import { requiredText } from '~/lib/validators'
import { type Retention, useRetentionChange } from './queries'

const DAY = 86_400_000

interface RetentionModalProps {
  eventId: string
  retention: Retention
  onClose: () => void
}

interface Values {
  /** Empty for the usual number of days. */
  keepDays: number | string
  keepsDocuments: boolean
  documentsReason: string
}

const valuesOf = ({ keepDays, usualDays, documentsReason }: Retention): Values => ({
  keepDays: keepDays ?? usualDays,
  keepsDocuments: documentsReason !== null,
  documentsReason: documentsReason ?? '',
})

/** Chooses for how long the personal data of participants is kept, and says why documents are kept as long. */
export function RetentionModal({ eventId, retention, onClose }: RetentionModalProps) {
  const { t } = useTranslation()
  const { minDays: min, maxDays: max, usualDays, endsAt } = retention
  const change = useRetentionChange(eventId)
  const form = useForm<Values>({
    initialValues: valuesOf(retention),
    validate: {
      keepDays: (days) =>
        days === '' || (Number(days) >= min && Number(days) <= max)
          ? null
          : t('eventHome.retention.range', { min: formatNumber(min), max: formatNumber(max) }),
      documentsReason: (reason, { keepsDocuments }) =>
        keepsDocuments ? requiredText(LIMITS.reason, t('eventHome.retention.reasonMissing'))(reason) : null,
    },
  })
  const conflict = useConflict({
    form,
    stored: retention,
    valuesOf,
    fields: [
      { path: 'keepDays', label: t('eventHome.retention.days') },
      { path: 'keepsDocuments', label: t('eventHome.retention.keep') },
      { path: 'documentsReason', label: t('eventHome.retention.reason') },
    ],
  })
  useKeptForm(form, `retention ${eventId}`, { conflict })
  const { keepDays: typed, keepsDocuments } = form.values
  const days = typed === '' ? usualDays : Number(typed)
  const save = ({ keepDays: chosen, documentsReason: reason }: Values) =>
    change.mutate(
      {
        // The usual number is not chosen, so that it follows the platform's.
        keepDays: chosen === '' || Number(chosen) === usualDays ? null : Number(chosen),
        documentsReason: keepsDocuments ? reason.trim() : null,
        version: conflict.version ?? 0,
      },
      {
        onSuccess: () => {
          toast.done(t('eventHome.retention.done'))
          onClose()
        },
        onError: shows(conflict.refuse),
      },
    )
  return (
    <FormModal opened onClose={onClose} title={t('eventHome.retention.change')}>
      <form noValidate onSubmit={whenValid(form, save)}>
        <Stack>
          {conflict.notice}
          <NumberInput
            label={t('eventHome.retention.days')}
            description={t('eventHome.retention.daysHint', {
              min,
              max: formatNumber(max),
              usual: formatNumber(usualDays),
            })}
            min={min}
            max={max}
            clampBehavior="none"
            allowDecimal={false}
            allowNegative={false}
            data-autofocus
            {...form.getInputProps('keepDays')}
          />
          {days >= min && days <= max && (
            <Text size="sm" aria-live="polite">
              {t('eventHome.retention.until', {
                date: formatDate(Date.parse(endsAt) + days * DAY),
              })}
            </Text>
          )}
          <Checkbox
            label={t('eventHome.retention.keep')}
            description={t('eventHome.retention.keepHint')}
            {...form.getInputProps('keepsDocuments', { type: 'checkbox' })}
          />
          {keepsDocuments && (
            <Textarea
              label={t('eventHome.retention.reason')}
              description={t('eventHome.retention.reasonHint')}
              withAsterisk
              autosize
              minRows={3}
              {...form.getInputProps('documentsReason')}
            />
          )}
          <FormButtons onCancel={onClose} isPending={change.isPending} />
        </Stack>
      </form>
    </FormModal>
  )
}
