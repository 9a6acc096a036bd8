import { Radio, Stack, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import * as bounds from '~/api/bounds'
import type { components } from '~/api/schema'
import { FormButtons } from '~/components/FormButtons'
import { FormModal } from '~/components/FormModal'
import { useKeptForm } from '~/components/useKept'
import { formatMoney } from '~/lib/numbers'
import { requiredText } from '~/lib/validators'

export type SurplusDecision = components['schemas']['SurplusDecision']

/** As on the server. */
const MAX_NOTE = bounds.SurplusDecision_note_maxLength

/** The form values of a decision about a surplus. */
export interface SurplusValues {
  action: SurplusDecision['action']
  note: string
}

export const NO_SURPLUS: SurplusValues = { action: 'giveBack', note: '' }

export const noteFault = (note: string, { action }: SurplusValues) =>
  action === 'keep' ? requiredText(MAX_NOTE)(note) : null

/** The decision about a surplus of `amount`, for the server. */
export const surplusOf = (amount: number, { action, note }: SurplusValues): SurplusDecision => ({
  action,
  amount,
  note: action === 'keep' ? note.trim() : null,
})

interface SurplusFieldsProps {
  /** The surplus over the amount due, in dong. */
  amount: number
  isKept: boolean
  action: object
  note: object
}

/** Whether money that is too much goes back, or why it is kept. */
export function SurplusFields({ amount, isKept, action, note }: SurplusFieldsProps) {
  const { t } = useTranslation()
  return (
    <>
      <Radio.Group
        label={t('participants.payments.surplus.what', { amount: formatMoney(amount) })}
        {...action}
      >
        <Stack gap="xs" mt={4}>
          {(['giveBack', 'keep'] as const).map((value) => (
            <Radio
              key={value}
              value={value}
              label={t(`participants.payments.surplus.${value}`)}
              description={t(`participants.payments.surplus.${value}Hint`)}
            />
          ))}
        </Stack>
      </Radio.Group>
      {isKept && (
        <Textarea
          label={t('participants.payments.surplus.note')}
          description={t('participants.payments.surplus.noteHint')}
          withAsterisk
          autosize
          minRows={2}
          {...note}
        />
      )}
    </>
  )
}

interface SurplusModalProps {
  /** The transfer that is too much. */
  transferId: string
  fullName: string
  /** The surplus over the amount due, in dong. */
  amount: number
  isDeciding: boolean
  onClose: () => void
  onDecide: (surplus: SurplusDecision) => void
}

/** Asks once about a surplus, before it is accepted. */
export function SurplusModal(props: SurplusModalProps) {
  const { transferId, fullName, amount, isDeciding, onClose, onDecide } = props
  const { t } = useTranslation()
  const form = useForm<SurplusValues>({ initialValues: NO_SURPLUS, validate: { note: noteFault } })
  useKeptForm(form, `surplus ${transferId}`)
  return (
    <FormModal
      opened
      onClose={onClose}
      title={t('participants.payments.surplus.title', { name: fullName, amount: formatMoney(amount) })}
    >
      <form noValidate onSubmit={form.onSubmit((values) => onDecide(surplusOf(amount, values)))}>
        <Stack gap="md">
          <SurplusFields
            amount={amount}
            isKept={form.values.action === 'keep'}
            action={form.getInputProps('action')}
            note={form.getInputProps('note')}
          />
          <FormButtons
            onCancel={onClose}
            isPending={isDeciding}
            label={t('participants.payments.surplus.accept')}
          />
        </Stack>
      </form>
    </FormModal>
  )
}
