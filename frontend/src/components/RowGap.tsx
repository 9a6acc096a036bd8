import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Endless } from './useRowWindow'

interface RowGapProps {
  endless: Endless
  onMore: (() => void) | undefined
}

/** After the last drawn row of an endless list: the way to the next ones where scrolling does not bring them. */
export function RowGap({ endless, onMore }: RowGapProps) {
  const { t } = useTranslation()
  return (
    <Button variant="default" loading={endless.isLoading} onClick={onMore}>
      {endless.onRetry ? t('common.retry') : endless.more}
    </Button>
  )
}
