import { Button, type ButtonProps, Menu } from '@mantine/core'
import { language } from '~/lib/language'
import { LANGUAGES } from '~/lib/languages'
import { LanguageItems } from './LanguageItems'

/** A button with the present language and a menu of the others. */
export default function LanguageMenu(look: ButtonProps) {
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
