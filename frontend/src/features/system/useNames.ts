import type { ParseKeys } from 'i18next'
import { useTranslation } from 'react-i18next'

interface Choice {
  value: string
  label: string
}

/** Words for the server's names of jobs, mail templates and the like. A name that this version does not know is shown as it is. */
export function useNames() {
  const { t, i18n } = useTranslation()
  const named = (key: string, name: string) => (i18n.exists(key) ? t(key as ParseKeys) : name)
  const kinds: Record<string, Record<string, string>> = t('system.kind', { returnObjects: true })
  return {
    kindOf: (name: string) => named(`system.kind.${name}`, name),
    templateOf: (name: string) => named(`system.template.${name}`, name),
    kinds: Object.entries(kinds).flatMap(([feature, names]) =>
      choices(names).map(({ value, label }) => ({ value: `${feature}.${value}`, label })),
    ),
    templates: choices(t('system.template', { returnObjects: true })),
    actions: choices(t('system.action', { returnObjects: true })),
  }
}

const choices = (names: Record<string, string>): Choice[] =>
  Object.entries(names).map(([value, label]) => ({ value, label }))
