import { Button, Image, Modal, Stack, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import * as bounds from '~/api/bounds'
import { FormButtons } from '~/components/FormButtons'
import { FormModal } from '~/components/FormModal'
import { whenValid } from '~/components/formErrors'
import { MoneyField } from '~/components/MoneyField'
import { toast } from '~/components/toast'
import { useConflict } from '~/components/useConflict'
import { useKeptForm } from '~/components/useKept'
import { answer, api } from '~/lib/api'
import { shows } from '~/lib/apiError'
import { formatMoney, formatNumber } from '~/lib/numbers'
import { qrPicture } from '~/lib/qrPicture'
import { optionalText, requiredText } from '~/lib/validators'
import { AccountFields, type AccountValues, MAX_NAME, MAX_NUMBER, useBin } from './AccountFields'
import classes from './Money.module.css'
import { type Refund, refreshMoney } from './queries'

/** As on the server. */
const MAX_REASON = bounds.RefundDecision_reason_maxLength

interface RefundCodeProps {
  refund: Refund
  isDeciding: boolean
  onClose: () => void
  onReturned: () => void
}

/** The code with which the organiser transfers the money back. */
export function RefundCode({ refund, isDeciding, onClose, onReturned }: RefundCodeProps) {
  const { t } = useTranslation()
  const { fullName, amount, account, vietQr } = refund
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('money.refund.qrTitle', { name: fullName })}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <Stack gap="sm" align="center">
        <Text fw={600} fz="xl">
          {formatMoney(amount)}
        </Text>
        {vietQr && (
          <Image
            src={qrPicture(vietQr)}
            w={240}
            h={240}
            alt={t('money.refund.qrAlt', { amount: formatMoney(amount) })}
          />
        )}
        <Text size="sm" ta="center" className={classes.words}>
          {[account?.bankName, account?.accountNumber, account?.holderName].filter(Boolean).join(' · ')}
        </Text>
        <Text size="sm" c="dimmed" ta="center">
          {t('money.refund.qrHint')}
        </Text>
        <Button loading={isDeciding} onClick={onReturned} data-autofocus>
          {t('money.refund.transferred')}
        </Button>
      </Stack>
    </Modal>
  )
}

interface RefundModalProps {
  eventId: string
  refund: Refund
  onClose: () => void
}

const valuesOf = ({ amount, account }: Refund): AccountValues & { amount: number | null } => ({
  amount,
  bankName: account?.bankName ?? '',
  accountNumber: account?.accountNumber ?? '',
  holderName: account?.holderName ?? '',
})

/** The amount of a refund, and the account it goes to. */
export function RefundModal({ eventId, refund, onClose }: RefundModalProps) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const binOf = useBin()
  const { attendanceId, fullName } = refund
  const needed = (max: number) => (value: string, values: AccountValues) =>
    (isEmpty(values) ? optionalText : requiredText)(max)(value)
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: valuesOf(refund),
    validate: {
      amount: (value) => {
        const { most } = read()
        return Number.isInteger(value) && Number(value) >= 1 && Number(value) <= most
          ? null
          : t('money.refund.amountInvalid', { max: formatMoney(most) })
      },
      bankName: needed(MAX_NAME),
      accountNumber: needed(MAX_NUMBER),
      holderName: needed(MAX_NAME),
    },
  })
  const conflict = useConflict({
    form,
    stored: refund,
    valuesOf,
    fields: [
      {
        path: 'amount',
        label: t('money.refund.amount'),
        say: (amount) => formatMoney(amount as number),
      },
      { path: 'bankName', label: t('money.account.bank') },
      { path: 'accountNumber', label: t('money.account.number') },
      { path: 'holderName', label: t('money.account.holder') },
    ],
  })
  const read = (): Refund => conflict.read ?? refund
  useKeptForm(form, `refund ${attendanceId}`, { conflict })
  const { mutate, isPending } = useMutation({
    mutationFn: ({ amount, ...typed }: typeof form.values) => {
      const { account, version, most } = read()
      const isPayers = account && !account.isTyped && isSame(typed, account)
      const former = typed.bankName === account?.bankName ? account.bankBin : null
      const body = {
        amount: Number(amount),
        account: isEmpty(typed) || isPayers ? null : { ...typed, bankBin: binOf(typed.bankName) ?? former },
        version,
        most,
      }
      return answer(
        api.PUT('/event/{eventId}/refunds/{id}', { params: { path: { eventId, id: attendanceId } }, body }),
      )
    },
    onSuccess: ({ messages }) => {
      toast.success(messages)
      onClose()
      return refreshMoney(queryClient, eventId)
    },
    onError: shows(conflict.refuse),
  })
  return (
    <FormModal opened onClose={onClose} title={t('money.refund.editTitle', { name: fullName })}>
      <form noValidate onSubmit={whenValid(form, mutate)}>
        <Stack gap="md">
          {conflict.notice}
          <MoneyField
            key={form.key('amount')}
            label={t('money.refund.amount')}
            description={t('money.refund.amountHint', { amount: formatMoney(read().most) })}
            required
            data-autofocus
            {...form.getInputProps('amount')}
          />
          <Text size="sm" c="dimmed">
            {t('money.refund.accountHint')}
          </Text>
          <AccountFields form={form} />
          <FormButtons onCancel={onClose} isPending={isPending} />
        </Stack>
      </form>
    </FormModal>
  )
}

const isEmpty = ({ bankName, accountNumber, holderName }: AccountValues) =>
  !bankName.trim() && !accountNumber.trim() && !holderName.trim()

const isSame = (one: AccountValues, two: AccountValues) =>
  one.bankName === two.bankName &&
  one.accountNumber === two.accountNumber &&
  one.holderName === two.holderName

interface WaiveModalProps {
  refunds: Refund[]
  isDeciding: boolean
  onClose: () => void
  onWaive: (reason: string) => void
}

/** Why nothing is owed. */
export function WaiveModal({ refunds, isDeciding, onClose, onWaive }: WaiveModalProps) {
  const { t } = useTranslation()
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { reason: '' },
    validate: { reason: requiredText(MAX_REASON) },
  })
  useKeptForm(form, `waive ${refunds.map(({ attendanceId }) => attendanceId).join(' ')}`)
  const [first] = refunds
  const count = refunds.length
  return (
    <FormModal
      opened
      onClose={onClose}
      title={
        count === 1
          ? t('money.refund.waiveTitle', { name: first?.fullName })
          : t('money.refund.waiveMany', { count, number: formatNumber(count) })
      }
    >
      <form noValidate onSubmit={form.onSubmit(({ reason }) => onWaive(reason))}>
        <Stack gap="md">
          <Textarea
            label={t('money.refund.reason')}
            description={t('money.refund.reasonHint')}
            withAsterisk
            autosize
            minRows={2}
            data-autofocus
            key={form.key('reason')}
            {...form.getInputProps('reason')}
          />
          <FormButtons onCancel={onClose} isPending={isDeciding} label={t('money.refund.waive')} />
        </Stack>
      </form>
    </FormModal>
  )
}
