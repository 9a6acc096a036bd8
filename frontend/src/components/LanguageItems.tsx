import { Menu } from '@mantine/core'
import { IconLanguage } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { chooseLanguage, language } from '~/lib/language'
import { otherLanguages } from '~/lib/languages'

/** For a menu: an entry for each other language. */
export function LanguageItems() {
  useTranslation() // follows a change of language
  return otherLanguages(language()).map(({ code, name }) => (
    <Menu.Item
      key={code}
      leftSection={<IconLanguage size={18} />}
      lang={code}
      onClick={() => chooseLanguage(code)}
    >
      {name}
    </Menu.Item>
  ))
}
