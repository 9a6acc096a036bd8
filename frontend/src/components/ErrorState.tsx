import { Button } from '@mantine/core'
import { IconCloudOff, IconLock, IconRefresh } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ApiError, CODE, isRefused } from '~/lib/apiError'
import { EmptyState } from './EmptyState'

interface ErrorStateProps {
  error: unknown
  onRetry?: () => void
}

/** Shown instead of content that could not be loaded. A refusal for lack of rights offers no retry. */
export function ErrorState({ error, onRetry }: ErrorStateProps) {
  const { t } = useTranslation()
  if (isRefused(error, CODE.insufficientPermission)) {
    return (
      <EmptyState
        icon={IconLock}
        title={t('common.noPermission.title')}
        description={t('common.noPermission.description')}
      />
    )
  }
  const messages = error instanceof ApiError ? error.messages : []
  return (
    <div role="alert">
      <EmptyState
        icon={IconCloudOff}
        title={t('common.loadFailed.title')}
        description={messages.join(' ') || t('common.loadFailed.description')}
      >
        {onRetry && (
          <Button variant="default" leftSection={<IconRefresh size={16} />} onClick={onRetry}>
            {t('common.retry')}
          </Button>
        )}
      </EmptyState>
    </div>
  )
}
