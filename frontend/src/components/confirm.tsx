import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { t } from '~/lib/language'
import { showAbove } from './above'

interface Question {
  title: string
  /** Names the consequence, and whether it can be undone. */
  message: React.ReactNode
  /** A verb: "Xoá", not "OK". */
  confirm?: string
  /** Null where there is nothing to choose. */
  cancel?: string | null
  /** Red, for actions that cannot be undone. */
  dangerous?: boolean
  /** A better way than either, which comes first; it counts as no. */
  instead?: { label: string; act: () => void }
}

let asked = 0
let answerLast: ((agreed: boolean) => void) | undefined

/** Asks before something is done: `if (await confirm({ title, message })) …`. Closing it in any way means no. */
export function confirm(question: Question): Promise<boolean> {
  answerLast?.(false)
  return new Promise((resolve) => {
    answerLast = resolve
    asked += 1
    showAbove(<ConfirmDialog key={asked} {...question} onAnswer={resolve} />)
  })
}

function ConfirmDialog({
  title,
  message,
  confirm,
  cancel,
  dangerous = false,
  instead,
  onAnswer,
}: Question & { onAnswer: (agreed: boolean) => void }) {
  // Opened after it is there: only then does the dialog remember where the focus was.
  const [opened, setOpened] = useState(false)
  useEffect(() => setOpened(true), [])
  const answer = (agreed: boolean) => {
    setOpened(false)
    onAnswer(agreed)
  }
  return (
    <Modal
      opened={opened}
      onClose={() => answer(false)}
      title={title}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <Stack gap="lg">
        <Text component="div">{message}</Text>
        <Group justify="flex-end" gap="sm">
          {cancel !== null && (
            <Button
              variant="default"
              data-autofocus={(dangerous && !instead) || undefined}
              onClick={() => answer(false)}
            >
              {cancel ?? t('common.cancel')}
            </Button>
          )}
          <Button
            variant={instead ? 'light' : undefined}
            data-autofocus={!dangerous || undefined}
            color={dangerous ? 'red' : undefined}
            onClick={() => answer(true)}
          >
            {confirm ?? t('common.ok')}
          </Button>
          {instead && (
            <Button
              data-autofocus
              onClick={() => {
                instead.act()
                answer(false)
              }}
            >
              {instead.label}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  )
}

/** Asks before unsaved input is lost. */
export const confirmDiscard = () =>
  confirm({
    title: t('common.discard.title'),
    message: t('common.discard.message'),
    confirm: t('common.discard.action'),
    cancel: t('common.discard.keep'),
    dangerous: true,
  })
