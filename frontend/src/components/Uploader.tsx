import { Button, Group, Image, Input, Progress, Stack, Text, VisuallyHidden } from '@mantine/core'
import { useId, useUncontrolled } from '@mantine/hooks'
import { IconPhotoUp, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '~/lib/apiError'
import { useHeldSubmit } from '~/lib/heldSubmit'
import { acceptedFor, isDocument, type UploadPurpose, uploadFile } from '~/lib/upload'
import { PrivateImage } from './PrivateImage'
import classes from './Uploader.module.css'

interface UploaderProps {
  label: string
  description?: React.ReactNode
  purpose: UploadPurpose
  /** The address of the file, as the API gives and takes it; null for none. */
  value?: string | null
  defaultValue?: string | null
  onChange?: (url: string | null) => void
  error?: React.ReactNode
  required?: boolean
  disabled?: boolean
  /** Preview width divided by its height: 1 for logos and avatars, more for covers. */
  ratio?: number
  'data-path'?: string
}

/** One image, or one document where the purpose says so: choose or drop, watch it upload, see it, replace it, remove it. */
export function Uploader(props: UploaderProps) {
  const { label, description, purpose, error, required, disabled, ratio = 1 } = props
  const { t } = useTranslation()
  const word = useWords(purpose)
  const id = useId()
  const [url, setUrl] = useUncontrolled<string | null>({
    value: props.value,
    defaultValue: props.defaultValue,
    finalValue: null,
    onChange: props.onChange,
  })
  const { progress, problem, outcome, upload, clear } = useUpload(purpose, setUrl)
  const [over, setOver] = useState(false)
  const busy = progress !== null
  const input = useHeldSubmit({ isUploading: busy, hasFailed: problem !== null })

  const choose = (files: FileList | null) => {
    const file = files?.[0]
    if (file && !busy && !disabled) void upload(file)
  }

  return (
    <Input.Wrapper
      id={id}
      label={label}
      description={description ?? word('hint')}
      error={problem ?? error}
      withAsterisk={required}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a convenience; the file input inside does the same. */}
      <div
        className={classes.zone}
        data-over={over || undefined}
        data-error={Boolean(problem ?? error) || undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setOver(false)
          choose(event.dataTransfer.files)
        }}
      >
        {url && isDocument(purpose) && <PrivateImage url={url} alt={t('common.upload.preview', { label })} />}
        {url && !isDocument(purpose) && (
          <Image
            src={url}
            alt={t('common.upload.preview', { label })}
            className={classes.preview}
            style={{ aspectRatio: ratio }}
          />
        )}
        <Stack gap="xs" flex="1 1 200px" miw={0}>
          <Group gap="xs">
            <label className={classes.choose}>
              <input
                ref={input}
                id={id}
                type="file"
                accept={acceptedFor(purpose).types.join()}
                className={classes.input}
                data-path={props['data-path']}
                disabled={busy || disabled}
                aria-describedby={`${id}-description ${id}-error`}
                aria-invalid={Boolean(problem ?? error)}
                onChange={(event) => {
                  choose(event.currentTarget.files)
                  event.currentTarget.value = ''
                }}
              />
              <span className={classes.button}>
                <IconPhotoUp size={16} />
                {word(url ? 'replace' : 'choose')}
              </span>
            </label>
            {url && !busy && (
              <Button
                variant="subtle"
                color="red"
                leftSection={<IconTrash size={16} />}
                disabled={disabled}
                onClick={() => {
                  setUrl(null)
                  clear()
                }}
              >
                {word('remove')}
              </Button>
            )}
            {!url && !busy && (
              <Text size="sm" c="dimmed" className={classes.drop}>
                {t('common.upload.drop')}
              </Text>
            )}
          </Group>
          {busy && <Progress value={progress * 100} aria-label={label} />}
        </Stack>
        <VisuallyHidden role="status">
          {busy ? t('common.upload.uploading', { percent: Math.round(progress * 4) * 25 }) : outcome}
        </VisuallyHidden>
      </div>
    </Input.Wrapper>
  )
}

type Word = 'choose' | 'replace' | 'remove' | 'hint' | 'done' | 'removed' | 'wrongType' | 'tooLarge'

/** The texts for an image, or for a file where the purpose allows documents. */
function useWords(purpose: UploadPurpose) {
  const { t } = useTranslation()
  return (word: Word) =>
    isDocument(purpose) ? t(`common.upload.document.${word}`) : t(`common.upload.${word}`)
}

function useUpload(purpose: UploadPurpose, onChange: (url: string | null) => void) {
  const { t } = useTranslation()
  const word = useWords(purpose)
  const [progress, setProgress] = useState<number | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [outcome, setOutcome] = useState('')

  const upload = async (file: File) => {
    const { types, bytes } = acceptedFor(purpose)
    if (!types.includes(file.type)) return setProblem(word('wrongType'))
    if (file.size > bytes) return setProblem(word('tooLarge'))
    setProblem(null)
    setProgress(0)
    try {
      const { url } = await uploadFile(file, purpose, setProgress)
      onChange(url)
      setOutcome(word('done'))
    } catch (error) {
      const messages = error instanceof ApiError ? error.messages : []
      setProblem(messages.join(' ') || t('common.toast.error'))
    } finally {
      setProgress(null)
    }
  }

  const clear = () => {
    setProblem(null)
    setOutcome(word('removed'))
  }

  return { progress, problem, outcome, upload, clear }
}
