import { Paper, Text, Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { IconLanguage } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { LanguageButton } from '~/components/LanguageButton'
import { Mark } from '~/components/Mark'
import classes from './AuthFrame.module.css'

interface AuthFrameProps {
  title: string
  description?: ReactNode
  children?: ReactNode
  /** Links to the other screens of this kind, below the card. */
  footer?: ReactNode
  /** Whether the focus begins on the language switch. */
  isLanguageFocused?: boolean
}

/** The frame of all screens before the login: logo, one card, language switch. */
export function AuthFrame({ title, description, children, footer, isLanguageFocused }: AuthFrameProps) {
  useDocumentTitle(`${title} · Hội`)
  return (
    <div className={classes.frame}>
      <div className={classes.brand}>
        <Mark size={48} />
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
      <LanguageButton
        variant="subtle"
        color="gray"
        size="sm"
        leftSection={<IconLanguage size={16} />}
        className={classes.language}
        autoFocus={isLanguageFocused}
      />
    </div>
  )
}
