import { useTranslation } from 'react-i18next'
import type { AuditEntry } from './queries'

/** Returns functions that put an entry of the audit log into words. */
export function useAuditWords() {
  const { t } = useTranslation()
  return {
    doneOf: ({ action, times }: AuditEntry) => {
      const done = t(`system.action.${action}`)
      return times > 1 ? `${done} · ${t('system.audit.times', { count: times })}` : done
    },
    /** The object of the action; undefined if that is the actor, or unknown. */
    subjectOf: ({ action, actor, subject }: AuditEntry) => {
      if (!subject) return action === 'jobsRetried' ? t('system.audit.jobs') : undefined
      if (subject.id === actor?.id) return undefined
      if (subject.kind === 'file' || subject.kind === 'job') return t(`system.audit.${subject.kind}`)
      return subject.name ?? undefined
    },
    /**
     * The words for an entry without an actor: the program and its commands, or an unknown person with a network
     * address.
     */
    byProgram: ({ ip }: AuditEntry) => (ip === null ? t('system.audit.program') : '–'),
  }
}
