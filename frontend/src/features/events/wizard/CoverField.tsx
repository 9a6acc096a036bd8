import { Button, Group, Loader, Text } from '@mantine/core'
import { IconPhoto } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toastError } from '~/components/toast'
import { Uploader } from '~/components/Uploader'
import { coverColours } from '~/lib/coverColours'
import { pictureAt, svgAddress, svgFile } from '~/lib/pictures'
import { uploadFile } from '~/lib/upload'
import { CoverAlbumModal } from '../lateDialogs'
import classes from './CoverField.module.css'
import { useField, useWizardContext } from './fields'
import { COVER_SIZE, STARTERS, type Starter, starterSvg } from './starterCovers'

/** The cover: a picture of one's own, one of the album, or one that is drawn for a kind of event. */
export function CoverField() {
  const { t } = useTranslation()
  const [opened, setOpened] = useState(false)
  const { change, draft } = useWizardContext()
  const field = useField('coverImage')

  const take = (url: string | null) => {
    field.onChange(url)
    if (url === null || draft.get().event.backgroundColor !== null) return
    // The page takes the picture's colour by itself; mails and prints have no picture to look at.
    void pictureAt(url)
      .then((image) => {
        const [colour] = coverColours(image)
        const { coverImage, backgroundColor } = draft.get().event
        if (colour && coverImage === url && backgroundColor === null) change({ backgroundColor: colour })
      })
      .catch(() => undefined)
  }

  return (
    <div>
      <Uploader
        label={t('events.field.coverImage')}
        description={t('events.field.coverHint')}
        purpose="eventCover"
        ratio={16 / 9}
        {...field}
        onChange={take}
      />
      {field.value === null && <Starters onPick={take} />}
      <Button
        variant="subtle"
        size="compact-md"
        mt="xs"
        leftSection={<IconPhoto size={16} />}
        onClick={() => setOpened(true)}
      >
        {t('events.album.pick')}
      </Button>
      <CoverAlbumModal
        opened={opened}
        onClose={() => setOpened(false)}
        onPick={(url) => {
          take(url)
          setOpened(false)
        }}
      />
    </div>
  )
}

function Starters({ onPick }: { onPick: (url: string) => void }) {
  const { t } = useTranslation()
  const pictures = useMemo(
    () => STARTERS.map((kind) => ({ kind, address: svgAddress(starterSvg(kind)) })),
    [],
  )
  const upload = useMutation({
    mutationFn: async (kind: Starter) => {
      const file = await svgFile(starterSvg(kind), COVER_SIZE, `${kind}.jpg`)
      return uploadFile(file, 'eventCover', () => undefined)
    },
    onSuccess: ({ url }) => onPick(url),
    onError: toastError,
  })
  return (
    <Group gap="xs" mt="sm" role="group" aria-label={t('events.starter.label')}>
      <Text size="sm" c="dimmed" w="100%">
        {t('events.starter.label')}
      </Text>
      {pictures.map(({ kind, address }) => (
        <button
          key={kind}
          type="button"
          className={classes.starter}
          disabled={upload.isPending}
          onClick={() => upload.mutate(kind)}
        >
          <img src={address} alt={t(`events.starter.${kind}`)} title={t(`events.starter.${kind}`)} />
          {upload.isPending && upload.variables === kind && <Loader size="sm" className={classes.busy} />}
        </button>
      ))}
    </Group>
  )
}
