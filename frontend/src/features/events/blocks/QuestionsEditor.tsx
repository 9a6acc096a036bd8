import { Button, Stack, Textarea, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { SortableCard } from '~/components/SortableCard'
import { useSortableList } from '~/components/useSortableList'
import classes from './blocks.module.css'
import { newQuestion, ROOM } from './editedBlocks'
import type { BlockEditor } from './useBlocksEditor'
import { useCardLabels } from './useCardLabels'

export function QuestionsEditor({ editor }: { editor: BlockEditor<'questions'> }) {
  const { t } = useTranslation()
  const labelsOf = useCardLabels()
  const { entries, change } = editor
  const { entryOf, open } = useSortableList(entries, ({ key }) => key, change)

  const add = () => {
    const question = newQuestion()
    change((questions) => [...questions, question])
    open(question.key)
  }

  return (
    <>
      {entries.length > 0 && (
        <ol className={classes.list}>
          {entries.map((entry, at) => {
            const title = entry.question.trim() || t('events.page.questions.untitled')
            const set = (fields: Partial<typeof entry>) =>
              change((questions) => questions.with(at, { ...entry, ...fields }))
            return (
              <SortableCard
                key={entry.key}
                entry={entryOf(entry, at)}
                title={title}
                labels={labelsOf(title)}
                isWrong={editor.isWrong(at)}
                onRemove={() => editor.remove(at, entry.question.trim())}
              >
                <Stack gap="md" p="md" pt="xs">
                  <TextInput
                    label={t('events.page.questions.question')}
                    withAsterisk
                    autoFocus={entry.question === ''}
                    value={entry.question}
                    onChange={(event) => set({ question: event.currentTarget.value })}
                    {...editor.field(at, 'question')}
                  />
                  <Textarea
                    label={t('events.page.questions.answer')}
                    withAsterisk
                    autosize
                    minRows={2}
                    value={entry.answer}
                    onChange={(event) => set({ answer: event.currentTarget.value })}
                    {...editor.field(at, 'answer')}
                  />
                </Stack>
              </SortableCard>
            )
          })}
        </ol>
      )}
      <Button
        variant="default"
        className={classes.add}
        data-add="questions"
        leftSection={<IconPlus size={16} />}
        disabled={entries.length >= ROOM.questions}
        onClick={add}
      >
        {t('events.page.questions.add')}
      </Button>
    </>
  )
}
