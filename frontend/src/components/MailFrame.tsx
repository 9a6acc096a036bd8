import { Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { components } from '~/api/schema'
import classes from './MailFrame.module.css'

interface MailFrameProps {
  /** Nothing while it is loading. */
  mail: components['schemas']['MailPreview'] | undefined
  /** The accessible name of the frame. */
  title: string
  /** Shows the mail as wide as a computer does, made smaller to fit; otherwise as wide as there is room. */
  isWide?: boolean
}

/**
 * A mail as its reader sees it. Its styles stand in the mail itself, which the application's own page does not allow; so
 * it stands in a page of the server that allows them and no scripts, and nothing in it can be pressed.
 */
export function MailFrame({ mail, title, isWide = false }: MailFrameProps) {
  const { t } = useTranslation()
  const frame = useRef<HTMLIFrameElement>(null)
  const [isReady, setReady] = useState(false)
  useEffect(() => {
    const page = frame.current?.contentDocument?.documentElement
    if (!isReady || !page || !mail) return undefined
    page.innerHTML = mail.html
    // Scrolls to the news, again after each picture above it has loaded.
    const show = () => {
      const news = page.querySelector('#news')
      if (news) page.scrollTop += news.getBoundingClientRect().top
    }
    show()
    page.addEventListener('load', show, true)
    return () => page.removeEventListener('load', show, true)
  }, [isReady, mail])
  return (
    <div className={classes.mail}>
      <Text size="sm" className={classes.subject}>
        {t('common.mailSubject', { subject: mail?.subject ?? '…' })}
      </Text>
      <div className={classes.view} data-wide={isWide || undefined}>
        <iframe
          ref={frame}
          className={classes.frame}
          src="/api/mail-frame"
          sandbox="allow-same-origin"
          title={title}
          onLoad={() => setReady(true)}
        />
      </div>
    </div>
  )
}
