import { Button } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { confirm } from '~/components/confirm'
import { toast, toastError } from '~/components/toast'
import { refreshEvent } from '~/features/events/queries'
import { paymentRemindersQuery } from '~/features/participants/queries'
import { api, call } from '~/lib/api'
import { formatNumber } from '~/lib/numbers'

/** Reminds all who owe, with one question before. Empty while all have paid. */
export function RemindButton({ eventId }: { eventId: string }) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const { data } = useQuery(paymentRemindersQuery(eventId))
  const reminding = useMutation({
    mutationFn: () => call(api.POST('/event/{eventId}/payment-reminders', { params: { path: { eventId } } })),
    onSuccess: ({ reminded, rest }) => {
      const said = [t('money.reminding.done', { count: reminded, number: formatNumber(reminded) })]
      if (rest > 0) said.push(t('money.reminding.rest', { count: rest, number: formatNumber(rest) }))
      toast.success(said)
    },
    onError: toastError,
    onSettled: () => void refreshEvent(queryClient, eventId),
  })
  if (!data || data.recipients + data.remindedLately === 0) return null
  const { recipients, remindedLately, leftToday } = data
  const counted = (count: number) => ({ count, number: formatNumber(count) })
  const ask = async () => {
    const agreed = await confirm({
      title: t('money.reminding.title', counted(recipients)),
      message: [
        t('money.reminding.text'),
        remindedLately > 0 && t('money.reminding.lately', counted(remindedLately)),
        leftToday < recipients && t('money.reminding.left', counted(leftToday)),
      ]
        .filter(Boolean)
        .join(' '),
      confirm: t('money.reminding.send'),
    })
    if (agreed) reminding.mutate()
  }
  return (
    <Button
      variant="default"
      leftSection={<IconSend size={18} />}
      disabled={recipients === 0}
      loading={reminding.isPending}
      onClick={() => void ask()}
    >
      {recipients > 0 ? t('money.remind', counted(recipients)) : t('money.remindedLately')}
    </Button>
  )
}
