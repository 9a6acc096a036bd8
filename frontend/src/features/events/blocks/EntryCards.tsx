import { Button, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { SortableCard } from '~/components/SortableCard'
import { useSortableList } from '~/components/useSortableList'
import classes from './blocks.module.css'
import { ROOM } from './editedBlocks'
import { useCardLabels } from './useCardLabels'

interface EntryCardsProps<Entry> {
  block: 'speakers' | 'questions' | 'sponsors'
  editor: {
    entries: Entry[]
    change: (next: Entry[] | ((entries: Entry[]) => Entry[])) => void
    isWrong: (at: number) => boolean
    remove: (at: number, name: string) => void
  }
  newEntry: () => Entry
  nameOf: (entry: Entry) => string
  /** The title of a card whose entry has no name yet. */
  unnamed: string
  leadingOf?: (entry: Entry) => ReactNode
  /** A second line of the card; empty for none. */
  noteOf?: (entry: Entry) => string
  /** The fields of the entry at `at`; `set` changes some of its values. */
  fieldsOf: (entry: Entry, at: number, set: (fields: Partial<Entry>) => void) => ReactNode
}

/** The entries of a block as cards that open, move and go, and the button for one more. */
export function EntryCards<Entry extends { key: string }>({
  block,
  editor,
  newEntry,
  nameOf,
  unnamed,
  leadingOf,
  noteOf,
  fieldsOf,
}: EntryCardsProps<Entry>) {
  const { t } = useTranslation()
  const labelsOf = useCardLabels()
  const { entries, change } = editor
  const { entryOf, open } = useSortableList(entries, ({ key }) => key, change)

  const add = () => {
    const entry = newEntry()
    change((former) => [...former, entry])
    open(entry.key)
  }

  return (
    <>
      {entries.length > 0 && (
        <ol className={classes.list}>
          {entries.map((entry, at) => {
            const name = nameOf(entry).trim()
            const title = name || unnamed
            const note = noteOf?.(entry).trim()
            return (
              <SortableCard
                key={entry.key}
                entry={entryOf(entry, at)}
                title={title}
                labels={labelsOf(title)}
                isWrong={editor.isWrong(at)}
                onRemove={() => editor.remove(at, name)}
                leading={leadingOf?.(entry)}
                meta={
                  note && (
                    <Text size="sm" c="dimmed">
                      {note}
                    </Text>
                  )
                }
              >
                {fieldsOf(entry, at, (fields) =>
                  // By key, and on the latest state: a file may have been uploading meanwhile.
                  change((former) =>
                    former.map((one) => (one.key === entry.key ? { ...one, ...fields } : one)),
                  ),
                )}
              </SortableCard>
            )
          })}
        </ol>
      )}
      <Button
        variant="default"
        className={classes.add}
        data-add={block}
        leftSection={<IconPlus size={16} />}
        disabled={entries.length >= ROOM[block]}
        onClick={add}
      >
        {t(`events.page.${block}.add`)}
      </Button>
    </>
  )
}
