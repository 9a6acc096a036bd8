import { ActionIcon, Button, Group, Input, Stack, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'

interface ChoicesEditorProps {
  choices: string[]
  onChange: (choices: string[]) => void
  error: React.ReactNode
  path: string
}

/** The choices of a question, one per line. Enter adds the next one; a pasted list adds one choice per line. */
export function ChoicesEditor({ choices, onChange, error, path }: ChoicesEditorProps) {
  const { t } = useTranslation()
  const id = useId()
  const list = useRef<HTMLDivElement>(null)

  const focusOn = (at: number) =>
    requestAnimationFrame(() => list.current?.querySelectorAll('input')[at]?.focus())

  const insert = (at: number) => {
    onChange(choices.toSpliced(at, 0, ''))
    focusOn(at)
  }

  const paste = (at: number, event: React.ClipboardEvent) => {
    const lines = event.clipboardData
      .getData('text')
      .split(/\r?\n/)
      .filter((line) => line.trim() !== '')
    if (lines.length < 2) return
    event.preventDefault()
    const isBlank = choices[at]?.trim() === ''
    onChange(choices.toSpliced(isBlank ? at : at + 1, isBlank ? 1 : 0, ...lines))
  }

  return (
    <Input.Wrapper
      component="fieldset"
      label={t('events.form.choices')}
      labelElement="div"
      labelProps={{ id: `${id}-label` }}
      description={t('events.form.choicesHint')}
      error={error}
      errorProps={{ id: `${id}-error` }}
      withAsterisk
      aria-labelledby={`${id}-label`}
      style={{ border: 0, margin: 0, padding: 0, minWidth: 0 }}
    >
      <Stack gap="xs" ref={list}>
        {choices.map((choice, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a choice is nothing but its text, and that is being typed.
          <Group key={at} gap="xs" wrap="nowrap">
            <TextInput
              flex={1}
              aria-label={t('events.form.choice', { number: at + 1 })}
              placeholder={t('events.form.choice', { number: at + 1 })}
              aria-describedby={error ? `${id}-error` : undefined}
              error={Boolean(error)}
              value={choice}
              data-path={at === 0 ? path : undefined}
              onChange={(event) => onChange(choices.with(at, event.currentTarget.value))}
              onPaste={(event) => paste(at, event)}
              onKeyDown={(event) => {
                if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
                event.preventDefault()
                insert(at + 1)
              }}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              size={36}
              aria-label={t('events.form.removeChoice', { number: at + 1 })}
              onClick={() => onChange(choices.toSpliced(at, 1))}
            >
              <IconX size={18} />
            </ActionIcon>
          </Group>
        ))}
        <Button
          variant="subtle"
          size="compact-md"
          style={{ alignSelf: 'flex-start' }}
          leftSection={<IconPlus size={16} />}
          data-path={choices.length === 0 ? path : undefined}
          onClick={() => insert(choices.length)}
        >
          {t('events.form.addChoice')}
        </Button>
      </Stack>
    </Input.Wrapper>
  )
}
