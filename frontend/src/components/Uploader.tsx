import { Button, Group, Image, Input, Progress, Stack, Text, VisuallyHidden } from '@mantine/core'
import { useId, useUncontrolled } from '@mantine/hooks'
import { IconPhotoUp, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '~/lib/apiError'
import { IMAGE_TYPES, MAX_IMAGE_BYTES, type UploadPurpose, uploadFile } from '~/lib/upload'
import { PrivateImage } from './PrivateImage'
import classes from './Uploader.module.css'

/** Purposes whose files the server shows only to those who may see them. */
const PRIVATE: ReadonlySet<UploadPurpose> = new Set(['businessLicense', 'membershipCertificate', 'proof'])

interface UploaderProps {
  label: string
  description?: React.ReactNode
  purpose: UploadPurpose
  /** The address of the image, as the API gives and takes it; null for none. */
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

/** One image: choose or drop, watch it upload, see it, replace it, remove it. */
export function Uploader(props: UploaderProps) {
  const { label, description, purpose, error, required, disabled, ratio = 1 } = props
  const { t } = useTranslation()
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

  const choose = (files: FileList | null) => {
    const file = files?.[0]
    if (file && !busy && !disabled) void upload(file)
  }

  return (
    <Input.Wrapper
      id={id}
      label={label}
      description={description ?? t('common.upload.hint')}
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
        {url && PRIVATE.has(purpose) && (
          <PrivateImage url={url} alt={t('common.upload.preview', { label })} />
        )}
        {url && !PRIVATE.has(purpose) && (
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
                id={id}
                type="file"
                accept={IMAGE_TYPES.join()}
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
              <span className={classes.button} aria-hidden>
                <IconPhotoUp size={16} />
                {t(url ? 'common.upload.replace' : 'common.upload.choose')}
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
                {t('common.upload.remove')}
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

function useUpload(purpose: UploadPurpose, onChange: (url: string | null) => void) {
  const { t } = useTranslation()
  const [progress, setProgress] = useState<number | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [outcome, setOutcome] = useState('')

  const upload = async (file: File) => {
    if (!IMAGE_TYPES.includes(file.type)) return setProblem(t('common.upload.wrongType'))
    if (file.size > MAX_IMAGE_BYTES) return setProblem(t('common.upload.tooLarge'))
    setProblem(null)
    setProgress(0)
    try {
      const { url } = await uploadFile(file, purpose, setProgress)
      onChange(url)
      setOutcome(t('common.upload.done'))
    } catch (error) {
      const messages = error instanceof ApiError ? error.messages : []
      setProblem(messages.join(' ') || t('common.toast.error'))
    } finally {
      setProgress(null)
    }
  }

  const clear = () => {
    setProblem(null)
    setOutcome(t('common.upload.removed'))
  }

  return { progress, problem, outcome, upload, clear }
}
