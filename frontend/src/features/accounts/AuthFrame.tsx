import { Button, Paper, Text, Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { IconLanguage } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { chooseLanguage, language } from '~/lib/language'
import classes from './AuthFrame.module.css'

interface AuthFrameProps {
  title: string
  description?: ReactNode
  children?: ReactNode
  /** Under the card: the way to the neighbouring screens. */
  footer?: ReactNode
}

/** Around everything a visitor does before being logged in: the mark, one card, the other language. */
export function AuthFrame({ title, description, children, footer }: AuthFrameProps) {
  const { t } = useTranslation()
  const other = language() === 'vi' ? 'en' : 'vi'
  useDocumentTitle(`${title} · Hội`)
  return (
    <div className={classes.frame}>
      <div className={classes.brand}>
        <img src="/favicon.svg" alt="" width={48} height={48} />
        <Text component="span" fz={32} fw={600} lh={1.5}>
          Hội
        </Text>
      </div>
      <Paper className={classes.card}>
        <Title order={1}>{title}</Title>
        {description && (
          <Text c="dimmed" mt={4}>
            {description}
          </Text>
        )}
        <div className={classes.body}>{children}</div>
      </Paper>
      {footer && <div className={classes.footer}>{footer}</div>}
      <Button
        variant="subtle"
        color="gray"
        size="sm"
        lang={other}
        leftSection={<IconLanguage size={16} />}
        onClick={() => chooseLanguage(other)}
        className={classes.language}
      >
        {t(`shell.switchTo.${other}`)}
      </Button>
    </div>
  )
}
