import { useTranslation } from 'react-i18next'
import { formatNumber } from '~/lib/numbers'
import type { GroupRole, LogEntry } from '../queries'

/** An entry of a group's log in words. An action without a text in all languages does not compile. */
export function GroupLogEntryText({
  action,
  subjectName,
  data,
}: Pick<LogEntry, 'action' | 'subjectName' | 'data'>) {
  const { t } = useTranslation()
  const {
    role,
    count,
    fields,
    reason,
    title = '',
  } = data as {
    role?: GroupRole
    count?: number
    fields?: string[]
    reason?: string | null
    title?: string
  }
  const names: Record<string, string> = t('groups.field', { returnObjects: true })
  const values = {
    name: subjectName ?? t('groups.log.somebody'),
    title,
    role: role ? t(`groups.role.${role}`) : '',
    count: count ?? 1,
    number: formatNumber(count ?? 1),
    fields: [...new Set(fields?.map((field) => names[field] ?? names.documents))].join(', '),
  }
  const words = t(`groups.log.action.${action}`, values)
  return <>{reason ? t('groups.log.because', { words, reason }) : words}</>
}
