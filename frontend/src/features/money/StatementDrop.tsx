import { Button, FileButton, Portal } from '@mantine/core'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './Money.module.css'
import { STATEMENT_FILES } from './queries'

interface StatementDropProps {
  /** Whether a file dropped anywhere on the page is taken; not while another place takes it. */
  isOpen: boolean
  onFile: (file: File) => void
}

/** Chooses a statement with a button, or takes one that is dropped anywhere on the page. */
export function StatementDrop({ isOpen, onFile }: StatementDropProps) {
  const { t } = useTranslation()
  const [over, setOver] = useState(false)
  // Otherwise the same file, chosen once more, would be no change.
  const reset = useRef<() => void>(null)
  const choose = (file: File | null) => {
    if (file) onFile(file)
    reset.current?.()
  }
  useEffect(() => {
    if (!isOpen) return
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false
    const drag = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setOver(true)
    }
    const leave = (event: DragEvent) => {
      // From one element to the next there is a related one.
      if (!event.relatedTarget) setOver(false)
    }
    const drop = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setOver(false)
      const file = event.dataTransfer?.files[0]
      if (file) onFile(file)
    }
    window.addEventListener('dragover', drag)
    window.addEventListener('dragleave', leave)
    window.addEventListener('drop', drop)
    return () => {
      window.removeEventListener('dragover', drag)
      window.removeEventListener('dragleave', leave)
      window.removeEventListener('drop', drop)
    }
  }, [isOpen, onFile])
  return (
    <>
      <FileButton accept={STATEMENT_FILES} resetRef={reset} onChange={choose}>
        {(props) => (
          <Button {...props} leftSection={<IconFileSpreadsheet size={18} />}>
            {t('money.statement.action')}
          </Button>
        )}
      </FileButton>
      {isOpen && over && (
        <Portal>
          <div className={classes.dropping} aria-hidden>
            {t('money.statement.drop')}
          </div>
        </Portal>
      )}
    </>
  )
}
