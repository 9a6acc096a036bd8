import {
  ActionIcon,
  Badge,
  Button,
  FileButton,
  Group,
  Image,
  Modal,
  Progress,
  Skeleton,
  Text,
} from '@mantine/core'
import { IconPhotoUp, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { confirm } from '~/components/confirm'
import { EmptyState } from '~/components/EmptyState'
import { ErrorState } from '~/components/ErrorState'
import { toast } from '~/components/toast'
import { formatDate } from '~/lib/dates'
import { isAdmin } from '~/lib/permissions'
import { sized } from '~/lib/pictureSizes'
import { useSession } from '~/lib/session'
import { IMAGE_TYPES } from '~/lib/upload'
import classes from './CoverAlbumModal.module.css'
import { type Cover, coversQuery, useCoverDeletion } from './queries'
import { useCoverUpload } from './useCoverUpload'

interface CoverAlbumModalProps {
  opened: boolean
  onClose: () => void
  /** Called with the chosen cover; without it the album can only be managed. */
  onPick?: (url: string) => void
}

/** The caller's cover images and those an administrator shares with everyone. */
export function CoverAlbumModal({ opened, onClose, onPick }: CoverAlbumModalProps) {
  const { t } = useTranslation()
  const { profile } = useSession()
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={onPick ? t('events.album.pick') : t('events.album.title')}
      size="xl"
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <Text c="dimmed" mb="md">
        {isAdmin(profile) ? t('events.album.descriptionAdmin') : t('events.album.description')}
      </Text>
      <Upload />
      <Covers onPick={onPick} />
    </Modal>
  )
}

function Upload() {
  const { t } = useTranslation()
  const { upload, progress, problems } = useCoverUpload()
  return (
    <>
      <Group gap="sm" mb="md">
        <FileButton multiple accept={IMAGE_TYPES.join()} onChange={(files) => void upload(files)}>
          {(props) => (
            <Button {...props} leftSection={<IconPhotoUp size={16} />} loading={progress !== null}>
              {t('events.album.upload')}
            </Button>
          )}
        </FileButton>
        <Text size="sm" c="dimmed">
          {t('events.album.hint')}
        </Text>
      </Group>
      {progress !== null && (
        <Progress value={progress * 100} mb="md" aria-label={t('events.album.uploading')} />
      )}
      {problems.length > 0 && (
        <div role="alert">
          {problems.map(({ name, message }) => (
            <Text key={name} size="sm" c="var(--mantine-color-error)" mb="xs">
              {name}: {message}
            </Text>
          ))}
        </div>
      )}
    </>
  )
}

const LOADING = ['a', 'b', 'c', 'd', 'e', 'f']

function Covers({ onPick }: Pick<CoverAlbumModalProps, 'onPick'>) {
  const { t } = useTranslation()
  const covers = useQuery(coversQuery)
  if (covers.error && !covers.data) {
    return <ErrorState error={covers.error} onRetry={() => void covers.refetch()} />
  }
  if (!covers.data) {
    return (
      <div className={classes.grid} role="status" aria-label={t('common.table.loading')}>
        {LOADING.map((cover) => (
          <Skeleton key={cover} className={classes.cover} />
        ))}
      </div>
    )
  }
  if (covers.data.length === 0) {
    return (
      <EmptyState
        icon={IconPhotoUp}
        title={t('events.album.empty.title')}
        description={t('events.album.empty.description')}
      />
    )
  }
  return (
    <ul className={classes.grid} aria-label={t('events.album.title')}>
      {covers.data.map((cover) => (
        <CoverTile key={cover.id} cover={cover} onPick={onPick} />
      ))}
    </ul>
  )
}

function CoverTile({ cover, onPick }: { cover: Cover } & Pick<CoverAlbumModalProps, 'onPick'>) {
  const { t } = useTranslation()
  const { profile } = useSession()
  const deletion = useCoverDeletion()
  const alt = t('events.album.alt', { date: formatDate(cover.createdAt) })

  const remove = async () => {
    const agreed = await confirm({
      title: t('events.album.delete.title'),
      message: t('events.album.delete.message'),
      confirm: t('common.delete'),
      dangerous: true,
    })
    if (agreed) deletion.mutate(cover.id, { onSuccess: ({ messages }) => toast.success(messages) })
  }

  const image = <Image {...sized(cover.url, '320px')} alt={alt} className={classes.cover} />
  return (
    <li className={classes.tile}>
      {onPick ? (
        <button type="button" className={classes.pick} onClick={() => onPick(cover.url)}>
          {image}
        </button>
      ) : (
        image
      )}
      {cover.isShared && (
        <Badge className={classes.shared} color="dark" tt="none">
          {t('events.album.shared')}
        </Badge>
      )}
      {(cover.isOwn || isAdmin(profile)) && (
        <ActionIcon
          className={classes.remove}
          variant="filled"
          color="dark"
          size={36}
          aria-label={t('events.album.remove', { name: alt })}
          loading={deletion.isPending}
          onClick={() => void remove()}
        >
          <IconTrash size={18} />
        </ActionIcon>
      )}
    </li>
  )
}
