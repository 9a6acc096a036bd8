import { Button, type ButtonProps } from '@mantine/core'
import { IconLanguage } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { chooseLanguage, language } from '~/lib/language'

/** Says the other language in that language. */
export function LanguageButton(props: ButtonProps) {
  const { t } = useTranslation()
  const other = language() === 'vi' ? 'en' : 'vi'
  return (
    <Button
      variant="default"
      leftSection={<IconLanguage size={18} />}
      lang={other}
      {...props}
      onClick={() => chooseLanguage(other)}
    >
      {t(`shell.switchTo.${other}`)}
    </Button>
  )
}
