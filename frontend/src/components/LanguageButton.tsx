import { Button, type ButtonProps, Menu } from '@mantine/core'
import { IconLanguage } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { chooseLanguage, language } from '~/lib/language'
import { LANGUAGES, otherLanguages } from '~/lib/languages'

/** Switches to the other language, which it names; opens a menu where there are several. */
export function LanguageButton(props: ButtonProps) {
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
    <Menu>
      <Menu.Target>
        <Button {...look}>{LANGUAGES[language()].name}</Button>
      </Menu.Target>
      <Menu.Dropdown>
        <LanguageItems />
      </Menu.Dropdown>
    </Menu>
  )
}

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
