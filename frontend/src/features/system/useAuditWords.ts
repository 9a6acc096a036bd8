import { useTranslation } from 'react-i18next'
import type { AuditEntry } from './queries'

/** An entry of the audit log in words. */
export function useAuditWords() {
  const { t } = useTranslation()
  return {
    doneOf: ({ action, times }: AuditEntry) => {
      const done = t(`system.action.${action}`)
      return times > 1 ? `${done} · ${t('system.audit.times', { count: times })}` : done
    },
    /** What it was done to; undefined where the actor did it to themselves, or nothing is known. */
    subjectOf: ({ action, actor, subject }: AuditEntry) => {
      if (!subject) return action === 'jobsRetried' ? t('system.audit.jobs') : undefined
      if (subject.id === actor?.id) return undefined
      if (subject.kind === 'file' || subject.kind === 'job') return t(`system.audit.${subject.kind}`)
      return subject.name ?? undefined
    },
    /** Who did what has no actor: the program and its commands, or somebody unknown behind an address. */
    byProgram: ({ ip }: AuditEntry) => (ip === null ? t('system.audit.program') : '–'),
  }
}
