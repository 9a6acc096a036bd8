import { Button, Group, Stack, Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import { t } from '~/lib/language'

interface Question {
  title: string
  /** Says what will happen and whether it can be undone. */
  message: React.ReactNode
  /** A verb: "Xoá", not "OK". */
  confirm?: string
  cancel?: string
  /** Red, for what cannot be undone. */
  dangerous?: boolean
}

/** Asks before something is done: `if (await confirm({ title, message })) …`. Closing it in any way means no. */
export function confirm(question: Question): Promise<boolean> {
  return new Promise((resolve) => {
    let agreed = false
    const id = modals.open({
      title: question.title,
      closeButtonProps: { 'aria-label': t('common.close') },
      onClose: () => resolve(agreed),
      children: (
        <Stack gap="lg">
          <Text component="div">{question.message}</Text>
          <Group justify="flex-end" gap="sm">
            <Button
              variant="default"
              data-autofocus={question.dangerous || undefined}
              onClick={() => modals.close(id)}
            >
              {question.cancel ?? t('common.cancel')}
            </Button>
            <Button
              data-autofocus={!question.dangerous || undefined}
              color={question.dangerous ? 'red' : undefined}
              onClick={() => {
                agreed = true
                modals.close(id)
              }}
            >
              {question.confirm ?? t('common.ok')}
            </Button>
          </Group>
        </Stack>
      ),
    })
  })
}

/** Asks before what was typed and not saved is lost. */
export const confirmDiscard = () =>
  confirm({
    title: t('common.discard.title'),
    message: t('common.discard.message'),
    confirm: t('common.discard.action'),
    dangerous: true,
  })
