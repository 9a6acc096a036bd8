import { useTranslation } from 'react-i18next'
import type { components } from '~/api/schema'
import { formatNumber } from '~/lib/numbers'
import type { GroupRole, LogEntry } from '../queries'

type Schemas = components['schemas']
type Document = keyof Schemas['ValidationInfoChange']
type LoggedField =
  | keyof Schemas['GroupSettingsChange']
  | Document
  | Exclude<keyof Schemas['MemberChange'], 'showsEmail' | 'showsPhone' | 'version'>

const isDocument = (field: LoggedField): field is Document =>
  field === 'requireMembershipCertificate' || field === 'requireBusinessLicense'

/** An entry of a group's log in words. An action or a field without a text in all languages does not compile. */
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
    fields?: LoggedField[]
    reason?: string | null
    title?: string
  }
  const nameOf = (field: LoggedField) => t(`groups.field.${isDocument(field) ? 'documents' : field}`)
  const values = {
    name: subjectName ?? t('groups.log.somebody'),
    title,
    role: role ? t(`groups.role.${role}`) : '',
    count: count ?? 1,
    number: formatNumber(count ?? 1),
    fields: [...new Set(fields?.map(nameOf))].join(', '),
  }
  const words = t(`groups.log.action.${action}`, values)
  return <>{reason ? t('groups.log.because', { words, reason }) : words}</>
}
