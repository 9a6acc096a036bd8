import { Button, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { PersonAvatar } from '~/components/PersonAvatar'
import { SortableCard } from '~/components/SortableCard'
import { Uploader } from '~/components/Uploader'
import { useSortableList } from '~/components/useSortableList'
import classes from './blocks.module.css'
import { type EditedSpeaker, newSpeaker, ROOM } from './editedBlocks'
import type { BlockEditor } from './useBlocksEditor'
import { useCardLabels } from './useCardLabels'

export function SpeakersEditor({ editor }: { editor: BlockEditor<'speakers'> }) {
  const { t } = useTranslation()
  const labelsOf = useCardLabels()
  const { entries, change } = editor
  const { entryOf, open } = useSortableList(entries, ({ key }) => key, change)

  const add = () => {
    const speaker = newSpeaker()
    change((speakers) => [...speakers, speaker])
    open(speaker.key)
  }

  return (
    <>
      {entries.length > 0 && (
        <ol className={classes.list}>
          {entries.map((speaker, at) => {
            const { key, name, role, photo } = speaker
            const title = name.trim() || t('events.page.speakers.unnamed')
            return (
              <SortableCard
                key={key}
                entry={entryOf(speaker, at)}
                title={title}
                labels={labelsOf(title)}
                isWrong={editor.isWrong(at)}
                onRemove={() => editor.remove(at, name.trim())}
                leading={<PersonAvatar fullName={name} src={photo} />}
                meta={
                  role.trim() && (
                    <Text size="sm" c="dimmed">
                      {role}
                    </Text>
                  )
                }
              >
                <SpeakerFields
                  speaker={speaker}
                  field={(field) => editor.field(at, field)}
                  onChange={(fields) => change((speakers) => speakers.with(at, { ...speaker, ...fields }))}
                />
              </SortableCard>
            )
          })}
        </ol>
      )}
      <Button
        variant="default"
        className={classes.add}
        data-add="speakers"
        leftSection={<IconPlus size={16} />}
        disabled={entries.length >= ROOM.speakers}
        onClick={add}
      >
        {t('events.page.speakers.add')}
      </Button>
    </>
  )
}

interface SpeakerFieldsProps {
  speaker: EditedSpeaker
  field: (name: string) => ReturnType<BlockEditor<'speakers'>['field']>
  onChange: (fields: Partial<EditedSpeaker>) => void
}

function SpeakerFields({ speaker, field, onChange }: SpeakerFieldsProps) {
  const { t } = useTranslation()
  const { onBlur: _, ...photo } = field('photo')
  return (
    <Stack gap="md" p="md" pt="xs">
      <TextInput
        label={t('events.page.speakers.name')}
        withAsterisk
        autoFocus={speaker.name === ''}
        value={speaker.name}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
        {...field('name')}
      />
      <TextInput
        label={t('events.page.speakers.role')}
        placeholder={t('events.page.speakers.rolePlaceholder')}
        value={speaker.role}
        onChange={(event) => onChange({ role: event.currentTarget.value })}
        {...field('role')}
      />
      <Textarea
        label={t('events.page.speakers.bio')}
        autosize
        minRows={2}
        value={speaker.bio}
        onChange={(event) => onChange({ bio: event.currentTarget.value })}
        {...field('bio')}
      />
      <Uploader
        label={t('events.page.speakers.photo')}
        purpose="avatar"
        value={speaker.photo}
        onChange={(url) => onChange({ photo: url })}
        {...photo}
      />
    </Stack>
  )
}
