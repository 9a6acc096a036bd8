import { useTranslation } from 'react-i18next'

/** Names the buttons of the card of an entry that is called `name`. */
export function useCardLabels() {
  const { t } = useTranslation()
  return (name: string) => ({
    edit: t('events.page.edit', { name }),
    up: t('events.page.up', { name }),
    down: t('events.page.down', { name }),
    remove: t('events.page.remove', { name }),
  })
}
