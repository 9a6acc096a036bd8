import { useEffect, useRef, useState } from 'react'
import classes from '../ticket/ticket.module.css'
import { useTranslation } from '../translation'
import { copyText } from './copyText'
import { Icon } from './Icon'

/** Milliseconds the confirmation stays. */
const CONFIRMATION = 3000

interface CopyButtonProps {
  text: string
  /** Names the copied value. */
  label: string
}

export function CopyButton({ text, label }: CopyButtonProps) {
  const { t } = useTranslation()
  const [outcome, setOutcome] = useState<'copied' | 'failed' | null>(null)
  const timer = useRef<number>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  const copy = async () => {
    const isCopied = await copyText(text)
    setOutcome(isCopied ? 'copied' : 'failed')
    clearTimeout(timer.current)
    timer.current = window.setTimeout(() => setOutcome(null), CONFIRMATION)
  }

  return (
    <button type="button" className={classes.copy} onClick={() => void copy()}>
      {outcome === 'copied' ? <Icon name="check" /> : <Icon name="copy" />}
      <span aria-live="polite">{t(`copy.${outcome ?? 'action'}`)}</span>{' '}
      <span className="hidden">{label}</span>
    </button>
  )
}
