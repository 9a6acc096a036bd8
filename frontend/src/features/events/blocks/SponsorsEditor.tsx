import { Button, Stack, Text, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { SortableCard } from '~/components/SortableCard'
import { Uploader } from '~/components/Uploader'
import { useSortableList } from '~/components/useSortableList'
import { smaller } from '~/lib/pictureSizes'
import classes from './blocks.module.css'
import { type EditedSponsor, newSponsor, ROOM } from './editedBlocks'
import type { BlockEditor } from './useBlocksEditor'
import { useCardLabels } from './useCardLabels'

export function SponsorsEditor({ editor }: { editor: BlockEditor<'sponsors'> }) {
  const { t } = useTranslation()
  const labelsOf = useCardLabels()
  const { entries, change } = editor
  const { entryOf, open } = useSortableList(entries, ({ key }) => key, change)

  const add = () => {
    const sponsor = newSponsor()
    change((sponsors) => [...sponsors, sponsor])
    open(sponsor.key)
  }

  return (
    <>
      {entries.length > 0 && (
        <ol className={classes.list}>
          {entries.map((sponsor, at) => {
            const { key, name, website, logo } = sponsor
            const title = name.trim() || t('events.page.sponsors.unnamed')
            return (
              <SortableCard
                key={key}
                entry={entryOf(sponsor, at)}
                title={title}
                labels={labelsOf(title)}
                isWrong={editor.isWrong(at)}
                onRemove={() => editor.remove(at, name.trim())}
                leading={logo && <img src={smaller(logo, 480)} alt="" className={classes.logo} />}
                meta={
                  website.trim() && (
                    <Text size="sm" c="dimmed">
                      {website}
                    </Text>
                  )
                }
              >
                <SponsorFields
                  sponsor={sponsor}
                  field={(field) => editor.field(at, field)}
                  onChange={(fields) => change((sponsors) => sponsors.with(at, { ...sponsor, ...fields }))}
                />
              </SortableCard>
            )
          })}
        </ol>
      )}
      <Button
        variant="default"
        className={classes.add}
        data-add="sponsors"
        leftSection={<IconPlus size={16} />}
        disabled={entries.length >= ROOM.sponsors}
        onClick={add}
      >
        {t('events.page.sponsors.add')}
      </Button>
    </>
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
