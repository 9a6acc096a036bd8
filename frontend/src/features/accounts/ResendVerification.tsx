import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { toast } from '~/components/toast'
import { api, call } from '~/lib/api'

/** Asks for the verification mail once more. The server answers the same whether or not there is anything to verify. */
export function ResendVerification({ email }: { email: string }) {
  const { t } = useTranslation()
  const resend = useMutation({
    mutationFn: () => call(api.POST('/auth/resend-verification', { body: { email: email.trim() } })),
    onSuccess: () => toast.success(t('auth.verify.resent'), 5000),
  })
  return (
    <Button mt="xs" size="sm" variant="default" loading={resend.isPending} onClick={() => resend.mutate()}>
      {t('auth.verify.resend')}
    </Button>
  )
}
