import { Button, type ButtonProps } from '@mantine/core'
import { IconLanguage } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { chooseLanguage, language } from '~/lib/language'
import { otherLanguages } from '~/lib/languages'

// Menus are heavy, and the first screen needs none while there are two languages.
const LanguageMenu = lazy(() => import('./LanguageMenu'))

/** Switches to the other language, which it names; opens a menu where there are several. */
export function LanguageButton(props: ButtonProps & { autoFocus?: boolean }) {
  useTranslation() // follows a change of language
  const [other, ...more] = otherLanguages(language())
  const look = { variant: 'default', leftSection: <IconLanguage size={18} />, ...props }
  if (other && more.length === 0) {
    return (
      <Button {...look} lang={other.code} onClick={() => chooseLanguage(other.code)}>
        {other.name}
      </Button>
    )
  }
  return (
    <Suspense>
      <LanguageMenu {...look} />
    </Suspense>
  )
}
