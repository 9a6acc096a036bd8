import { formatPhone } from '~/lib/phone'
import type { OwnRegistration } from '../contract'
import { useTranslation } from '../translation'
import classes from './own.module.css'

interface OwnDetailsProps {
  registration: OwnRegistration
  onEdit: () => void
}

/** The visitor's data, and until when it can be changed. */
export function OwnDetails({ registration, onEdit }: OwnDetailsProps) {
  const { t, time, longDate } = useTranslation()
  const { fullName, email, phone, company, answers, canChange, changesUntil, checkedInTime } = registration
  const textOf = (answer: (typeof answers)[number]) => {
    if (answer.type === 'IMAGE') return t('image.uploaded')
    return typeof answer.answer === 'string' ? answer.answer : answer.answer.join(', ')
  }
  const rows = [
    ['fullName', t('field.fullName'), fullName],
    ['email', t('field.email'), email],
    ...(phone ? [['phone', t('field.phone'), formatPhone(phone)]] : []),
    ...(company ? [['company', t('field.company'), company]] : []),
    ...answers.map((answer) => [`answer.${answer.questionId}`, answer.question, textOf(answer)]),
  ]
  const until = changesUntil && { time: time(changesUntil), date: longDate(changesUntil) }
  return (
    <>
      <dl className={classes.rows}>
        {rows.map(([id, label, value]) => (
          <div key={id}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {canChange && until && (
        <>
          <p className={classes.soft}>{t('own.until', until)}</p>
          <button type="button" className={classes.link} onClick={onEdit}>
            {t('own.edit')}
          </button>
        </>
      )}
      {!canChange && (
        <p className={classes.soft}>{t(checkedInTime ? 'own.usedAlready' : 'own.changesOver')}</p>
      )}
    </>
  )
}
