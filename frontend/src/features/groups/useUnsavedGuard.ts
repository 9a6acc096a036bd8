import { useTranslation } from 'react-i18next'
import { useExitGuard } from '~/components/useExitGuard'

/** Asks before the user leaves the page, or its tab, with unsaved input. */
export function useUnsavedGuard(isDirty: () => boolean) {
  const { t } = useTranslation()
  useExitGuard({
    isDirty,
    staysHere: ({ current, next }) => current.pathname === next.pathname && tabOf(current) === tabOf(next),
    question: () => ({
      title: t('common.discard.title'),
      message: t('common.discard.message'),
      confirm: t('common.discard.action'),
      cancel: t('common.discard.keep'),
    }),
  })
}

const tabOf = ({ search }: { search: object }) => ('tab' in search ? search.tab : undefined)
