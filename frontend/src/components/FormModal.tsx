import { Modal, type ModalProps } from '@mantine/core'
import { useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { restoredForms } from '~/lib/typed'
import { closeOnOwnEscape } from './closeOnOwnEscape'
import { confirmDiscard } from './confirm'
import { useFocusBack } from './useFocusBack'

interface FormModalProps extends ModalProps {
  /** Whether there is something to lose besides typed text, such as a chosen file. */
  isChanged?: boolean
}

/** A dialog with a form: Escape, the cross and a press beside it ask before typed text is lost. */
export function FormModal({ opened, isChanged = false, onClose, ...props }: FormModalProps) {
  const { t } = useTranslation()
  const isTyped = useRef(false)
  useFocusBack(opened)
  // biome-ignore lint/correctness/useExhaustiveDependencies: opened once more, nothing is typed yet.
  useEffect(() => {
    isTyped.current = false
  }, [opened])
  // biome-ignore lint/correctness/useExhaustiveDependencies: counted as it opens, before its form restores typed text.
  const restoredBefore = useMemo(restoredForms, [opened])
  const close = async () => {
    const isRestored = restoredForms() > restoredBefore
    if (!(isTyped.current || isChanged || isRestored) || (await confirmDiscard())) onClose()
  }
  return (
    <Modal
      opened={opened}
      onClose={() => void close()}
      {...closeOnOwnEscape(() => void close())}
      onInput={() => {
        isTyped.current = true
      }}
      closeButtonProps={{ 'aria-label': t('common.close') }}
      {...props}
    />
  )
}
