import { ActionIcon, Group, Modal, UnstyledButton } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFocusBack } from '~/components/useFocusBack'
import { formatNumber } from '~/lib/numbers'
import { PostImage } from './PostImage'
import classes from './Posts.module.css'

/** The number of images that a post shows. The last of them says how many more there are. */
const SHOWN = 4

interface PostImagesProps {
  images: readonly string[]
  /** A placeholder for each until it has arrived. */
  previews?: readonly (string | null)[]
  /** The author's name, for the alternative texts. */
  author: string
}

/** The images of a post; a press on one opens them in full size. */
export function PostImages({ images, previews, author }: PostImagesProps) {
  const { t } = useTranslation()
  const [open, setOpen] = useState<number | null>(null)
  if (images.length === 0) return null
  const count = images.length
  const more = count - SHOWN
  return (
    <>
      <div className={classes.images} data-count={Math.min(count, SHOWN)}>
        {images.slice(0, SHOWN).map((url, at) => (
          <UnstyledButton
            key={url}
            className={classes.tile}
            aria-label={t('posts.image.open', { number: at + 1, count })}
            onClick={() => setOpen(at)}
          >
            <PostImage url={url} alt="" preview={previews?.[at]} />
            {more > 0 && at === SHOWN - 1 && (
              <span className={classes.behind}>{t('posts.image.more', { number: formatNumber(more) })}</span>
            )}
          </UnstyledButton>
        ))}
      </div>
      {open !== null && (
        <Lightbox
          images={images}
          previews={previews}
          author={author}
          at={open}
          onMove={setOpen}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  )
}

interface LightboxProps extends PostImagesProps {
  at: number
  onMove: (at: number) => void
  onClose: () => void
}

function Lightbox({ images, previews, author, at, onMove, onClose }: LightboxProps) {
  const { t } = useTranslation()
  useFocusBack()
  const count = images.length
  const move = (by: number) => {
    const next = at + by
    if (next >= 0 && next < count) onMove(next)
  }
  useWindowEvent('keydown', ({ key }) => {
    if (key === 'ArrowLeft') move(-1)
    if (key === 'ArrowRight') move(1)
  })
  const url = images[at]
  if (!url) return null
  return (
    <Modal
      opened
      fullScreen
      onClose={onClose}
      title={t('posts.image.title', { number: at + 1, count })}
      closeButtonProps={{ 'aria-label': t('common.close') }}
      classNames={{ body: classes.lightbox, content: classes.lightboxContent }}
    >
      <PostImage
        key={url}
        url={url}
        preview={previews?.[at]}
        width={innerWidth}
        alt={t('posts.image.of', { number: at + 1, count, name: author })}
      />
      {count > 1 && (
        <Group justify="center" mt="sm">
          <ActionIcon
            size={44}
            variant="default"
            aria-label={t('posts.image.previous')}
            disabled={at === 0}
            onClick={() => move(-1)}
          >
            <IconChevronLeft />
          </ActionIcon>
          <ActionIcon
            size={44}
            variant="default"
            aria-label={t('posts.image.next')}
            disabled={at === count - 1}
            onClick={() => move(1)}
          >
            <IconChevronRight />
          </ActionIcon>
        </Group>
      )}
    </Modal>
  )
}
