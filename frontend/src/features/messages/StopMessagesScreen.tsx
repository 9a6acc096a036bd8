import { Button, Center, Loader, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '~/components/ErrorState'
import { toastError } from '~/components/toast'
import { AuthFrame } from '~/features/accounts/AuthFrame'
import { answer, api } from '~/lib/api'
import { ApiError, CODE } from '~/lib/apiError'
import { subscriptionQuery } from './queries'

/** The target of the link in an organiser's messages. Asks first, because programs follow links in mails, too. */
export function StopMessagesScreen({ token }: { token: string }) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const subscription = useQuery(subscriptionQuery(token))
  const change = useMutation({
    mutationFn: (isStopped: boolean) => {
      const params = { params: { path: { token } } }
      return answer(
        isStopped
          ? api.POST('/messages/unsubscribe/{token}', params)
          : api.DELETE('/messages/unsubscribe/{token}', params),
      )
    },
    onSuccess: (_, isStopped) =>
      queryClient.setQueryData(
        subscriptionQuery(token).queryKey,
        (known) => known && { ...known, isStopped },
      ),
    onError: toastError,
  })
  if (!subscription.data) {
    return (
      <AuthFrame title={t('messages.stop.title')}>
        {subscription.error instanceof ApiError && subscription.error.code === CODE.notFound ? (
          <Text role="alert">{subscription.error.messages.join(' ')}</Text>
        ) : subscription.error ? (
          <ErrorState error={subscription.error} onRetry={() => void subscription.refetch()} />
        ) : (
          <Center>
            <Loader />
          </Center>
        )}
      </AuthFrame>
    )
  }
  const { host, isStopped } = subscription.data
  return (
    <AuthFrame title={t(isStopped ? 'messages.stop.doneTitle' : 'messages.stop.title')}>
      <Text mb="lg" role="status">
        {t(isStopped ? 'messages.stop.done' : 'messages.stop.question', { host })}
      </Text>
      <Button
        size="md"
        fullWidth
        variant={isStopped ? 'default' : 'filled'}
        loading={change.isPending}
        onClick={() => change.mutate(!isStopped)}
      >
        {t(isStopped ? 'messages.stop.again' : 'messages.stop.stop')}
      </Button>
    </AuthFrame>
  )
}
