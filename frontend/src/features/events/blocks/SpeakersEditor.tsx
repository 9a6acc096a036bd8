import { Stack, Textarea, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { PersonAvatar } from '~/components/PersonAvatar'
import { Uploader } from '~/components/Uploader'
import { EntryCards } from './EntryCards'
import { type EditedSpeaker, newSpeaker } from './editedBlocks'
import type { BlockEditor } from './useBlocksEditor'

export function SpeakersEditor({ editor }: { editor: BlockEditor<'speakers'> }) {
  const { t } = useTranslation()
  return (
    <EntryCards
      block="speakers"
      editor={editor}
      newEntry={newSpeaker}
      nameOf={({ name }) => name}
      unnamed={t('events.page.speakers.unnamed')}
      leadingOf={({ name, photo }) => <PersonAvatar fullName={name} src={photo} />}
      noteOf={({ role }) => role}
      fieldsOf={(speaker, at, set) => (
        <SpeakerFields speaker={speaker} field={(field) => editor.field(at, field)} onChange={set} />
      )}
    />
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
