import { Stack, Textarea, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { EntryCards } from './EntryCards'
import { newQuestion } from './editedBlocks'
import type { BlockEditor } from './useBlocksEditor'

export function QuestionsEditor({ editor }: { editor: BlockEditor<'questions'> }) {
  const { t } = useTranslation()
  return (
    <EntryCards
      block="questions"
      editor={editor}
      newEntry={newQuestion}
      nameOf={({ question }) => question}
      unnamed={t('events.page.questions.untitled')}
      fieldsOf={({ question, answer }, at, set) => (
        <Stack gap="md" p="md" pt="xs">
          <TextInput
            label={t('events.page.questions.question')}
            withAsterisk
            autoFocus={question === ''}
            value={question}
            onChange={(event) => set({ question: event.currentTarget.value })}
            {...editor.field(at, 'question')}
          />
          <Textarea
            label={t('events.page.questions.answer')}
            withAsterisk
            autosize
            minRows={2}
            value={answer}
            onChange={(event) => set({ answer: event.currentTarget.value })}
            {...editor.field(at, 'answer')}
          />
        </Stack>
      )}
    />
  )
}
