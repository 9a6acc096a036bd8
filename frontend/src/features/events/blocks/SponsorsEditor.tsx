import { Stack, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Uploader } from '~/components/Uploader'
import { smaller } from '~/lib/pictureSizes'
import classes from './blocks.module.css'
import { EntryCards } from './EntryCards'
import { type EditedSponsor, newSponsor } from './editedBlocks'
import type { BlockEditor } from './useBlocksEditor'

export function SponsorsEditor({ editor }: { editor: BlockEditor<'sponsors'> }) {
  const { t } = useTranslation()
  return (
    <EntryCards
      block="sponsors"
      editor={editor}
      newEntry={newSponsor}
      nameOf={({ name }) => name}
      unnamed={t('events.page.sponsors.unnamed')}
      leadingOf={({ logo }) => logo && <img src={smaller(logo, 480)} alt="" className={classes.logo} />}
      noteOf={({ website }) => website}
      fieldsOf={(sponsor, at, set) => (
        <SponsorFields sponsor={sponsor} field={(field) => editor.field(at, field)} onChange={set} />
      )}
    />
  )
}

interface SponsorFieldsProps {
  sponsor: EditedSponsor
  field: (name: string) => ReturnType<BlockEditor<'sponsors'>['field']>
  onChange: (fields: Partial<EditedSponsor>) => void
}

function SponsorFields({ sponsor, field, onChange }: SponsorFieldsProps) {
  const { t } = useTranslation()
  const { onBlur: _, ...logo } = field('logo')
  return (
    <Stack gap="md" p="md" pt="xs">
      <TextInput
        label={t('events.page.sponsors.name')}
        withAsterisk
        autoFocus={sponsor.name === ''}
        value={sponsor.name}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
        {...field('name')}
      />
      <TextInput
        type="url"
        inputMode="url"
        label={t('events.page.sponsors.website')}
        placeholder="https://congty.vn"
        value={sponsor.website}
        onChange={(event) => onChange({ website: event.currentTarget.value })}
        {...field('website')}
      />
      <Uploader
        label={t('events.page.sponsors.logo')}
        purpose="sponsorLogo"
        value={sponsor.logo}
        onChange={(url) => onChange({ logo: url })}
        {...logo}
      />
    </Stack>
  )
}
