import { Button } from '@mantine/core'
import { useClipboard, useMediaQuery } from '@mantine/hooks'
import { IconCheck, IconShare } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { toast } from '~/components/toast'
import { registrationPath } from '~/lib/paths'

/** Milliseconds the confirmation stays. */
const CONFIRMATION = 3000

interface ShareButtonProps {
  event: { id: string; title: string }
}

/** Copies the public page's whole address; on a phone it offers the phone's own ways of sharing instead. */
export function ShareButton({ event }: ShareButtonProps) {
  const { t } = useTranslation()
  const { copy, copied, error } = useClipboard({ timeout: CONFIRMATION })
  const isPhone = useMediaQuery('(hover: none) and (pointer: coarse)')
  const url = new URL(registrationPath(event.id), location.origin).href

  useEffect(() => {
    if (error) toast.error(t('common.copyFailed'))
  }, [error, t])

  const share = async () => {
    if (!isPhone || !navigator.share) return copy(url)
    await navigator.share({ title: event.title, url }).catch((reason: unknown) => {
      // Closing the share sheet rejects, too, and is no failure.
      if (!(reason instanceof DOMException && reason.name === 'AbortError')) copy(url)
    })
  }

  return (
    <Button
      variant="default"
      leftSection={copied ? <IconCheck size={16} /> : <IconShare size={16} />}
      aria-label={
        copied ? t('events.action.linkCopied') : t('events.action.shareNamed', { title: event.title })
      }
      onClick={() => void share()}
    >
      <span aria-live="polite">{copied ? t('events.action.linkCopied') : t('events.action.share')}</span>
    </Button>
  )
}
