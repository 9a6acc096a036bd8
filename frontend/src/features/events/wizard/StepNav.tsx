import { IconAlertCircle, IconCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FLAGS } from './draftStore'
import { useWizardContext } from './fields'
import classes from './StepNav.module.css'
import { SECTIONS, type Section } from './steps'

/** The four steps with their states. A later step opens only when the present one is complete, as with the button "Next". */
export function StepNav() {
  const { t } = useTranslation()
  const { state, step, errors, check, go } = useWizardContext()

  // A step without required fields is complete before its first visit: it gets no mark until then.
  const [seen, setSeen] = useState<ReadonlySet<Section>>(new Set([step]))
  if (!seen.has(step)) setSeen(new Set([...seen, step]))
  const isStored = state.eventStatus !== null

  const open = (section: Section) => {
    const isForward = SECTIONS.indexOf(section) > SECTIONS.indexOf(step)
    if (!isForward || check([step])) go(section)
  }

  return (
    <nav aria-label={t('events.wizard.steps')}>
      <ol className={classes.steps}>
        {SECTIONS.map((section, at) => {
          const isComplete = state[FLAGS[section]]
          const isValid = isComplete && (isStored || seen.has(section))
          const isCurrent = section === step
          const isWrong = !isComplete && isCurrent && Object.keys(errors).length > 0
          const word = isValid ? 'valid' : isWrong ? 'wrong' : isComplete ? 'preset' : 'missing'
          return (
            <li key={section} className={classes.item}>
              <button
                type="button"
                className={classes.step}
                data-state={word}
                aria-current={isCurrent ? 'step' : undefined}
                onClick={() => open(section)}
              >
                <span className={classes.mark} aria-hidden>
                  {isValid ? <IconCheck size={16} /> : isWrong ? <IconAlertCircle size={16} /> : at + 1}
                </span>
                <span className={classes.words}>
                  <span className={classes.name}>{t(`events.step.${section}`)}</span>
                  <span className={classes.state}>{t(`events.wizard.state.${word}`)}</span>
                </span>
              </button>
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
