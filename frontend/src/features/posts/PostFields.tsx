import { ActionIcon, Button, Group, Progress, Stack, Text, Textarea } from '@mantine/core'
import { IconPhotoPlus, IconReload, IconX } from '@tabler/icons-react'
import { useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useObjectUrl } from '~/components/useObjectUrl'
import { useHeldSubmit } from '~/lib/heldSubmit'
import { acceptedFor } from '~/lib/upload'
import { MOST_IMAGES } from './bounds'
import { PostImage } from './PostImage'
import classes from './Posts.module.css'
import { type Upload, useImages } from './useImages'

/** The width of a chosen image, in CSS pixels. */
const TILE = 120

interface PostFieldsProps {
  label: string
  placeholder?: string
  text: string
  images: readonly string[]
  onText: (text: string) => void
  onImages: (images: string[]) => void
  /** Hears whether there is anything in the fields, an image on its way included. */
  onFilled?: (isFilled: boolean) => void
  error?: string | null
  /** Buttons beside the one that adds images. */
  children: React.ReactNode
}

/** The fields for text and images of a post. Images can be chosen, dropped and pasted. Sending waits for running uploads. */
export function PostFields({
  label,
  placeholder,
  text,
  images,
  onText,
  onImages,
  onFilled,
  error,
  children,
}: PostFieldsProps) {
  const { t } = useTranslation()
  const id = useId()
  const { chosen, uploads, isUploading, hasFailed, add, retry, forget, remove } = useImages(images, onImages)
  const input = useHeldSubmit({ isUploading, hasFailed })
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    if (error) field.current?.focus()
  }, [error])
  const isFilled = text.trim() !== '' || chosen.length > 0
  useEffect(() => {
    onFilled?.(isFilled)
  }, [onFilled, isFilled])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping and pasting are conveniences; the button does the same.
    <div
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        add(event.dataTransfer.files)
      }}
      onPaste={({ clipboardData }) => {
        if (clipboardData.files.length > 0) add(clipboardData.files)
      }}
    >
      <Stack gap="sm">
        <Textarea
          ref={field}
          aria-label={label}
          placeholder={placeholder}
          autosize
          minRows={2}
          maxRows={16}
          value={text}
          error={error}
          onChange={({ currentTarget }) => onText(currentTarget.value)}
        />
        {chosen.length > 0 && (
          <ul className={classes.chosen} aria-label={t('posts.compose.images')}>
            {chosen.map(({ url, upload }, at) =>
              upload ? (
                <li key={upload.key}>
                  <UploadTile
                    upload={upload}
                    number={at + 1}
                    onRetry={() => retry(upload)}
                    onRemove={() => forget(upload.key)}
                  />
                </li>
              ) : (
                <li key={url}>
                  <PostImage url={url} width={TILE} alt={t('posts.compose.image', { number: at + 1 })} />
                  <RemoveButton number={at + 1} onRemove={() => remove(url)} />
                </li>
              ),
            )}
          </ul>
        )}
        {uploads.map(
          ({ key, problem }) =>
            problem && (
              <Text key={key} size="sm" c="red" role="alert">
                {problem}
              </Text>
            ),
        )}
        <Group justify="space-between" gap="sm">
          <div>
            <input
              ref={input}
              id={id}
              type="file"
              multiple
              hidden
              accept={acceptedFor('post').types.join()}
              aria-label={t('posts.compose.addImages')}
              onChange={({ currentTarget }) => {
                add([...(currentTarget.files ?? [])])
                currentTarget.value = ''
              }}
            />
            <Button
              variant="subtle"
              leftSection={<IconPhotoPlus size={18} />}
              disabled={chosen.length >= MOST_IMAGES}
              title={t('posts.compose.imageHint', { max: MOST_IMAGES })}
              onClick={() => input.current?.click()}
            >
              {t('posts.compose.addImages')}
            </Button>
          </div>
          {children}
        </Group>
      </Stack>
    </div>
  )
}

interface UploadTileProps {
  upload: Upload
  number: number
  onRetry: () => void
  onRemove: () => void
}

function UploadTile({ upload, number, onRetry, onRemove }: UploadTileProps) {
  const { t } = useTranslation()
  const preview = useObjectUrl(upload.file)
  return (
    <>
      {preview && <img src={preview} alt={t('posts.compose.image', { number })} className={classes.image} />}
      {upload.problem === null ? (
        <Progress
          className={classes.uploading}
          value={upload.progress * 100}
          aria-label={t('posts.compose.image', { number })}
        />
      ) : (
        <>
          <span className={classes.failed}>
            <ActionIcon
              size={44}
              radius="xl"
              variant="default"
              aria-label={t('posts.compose.retryImage', { number })}
              onClick={onRetry}
            >
              <IconReload size={20} />
            </ActionIcon>
          </span>
          <RemoveButton number={number} onRemove={onRemove} />
        </>
      )}
    </>
  )
}

/** Takes an image out of the post. It has a ground of its own, because the image may be dark or light. */
function RemoveButton({ number, onRemove }: { number: number; onRemove: () => void }) {
  const { t } = useTranslation()
  return (
    <ActionIcon
      className={classes.remove}
      size={32}
      radius="xl"
      variant="default"
      aria-label={t('posts.compose.removeImage', { number })}
      onClick={onRemove}
    >
      <IconX size={18} />
    </ActionIcon>
  )
}
