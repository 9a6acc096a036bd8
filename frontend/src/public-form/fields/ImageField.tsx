import { useState } from 'react'
import { useHeldSubmit } from '~/lib/heldSubmit'
import { type Answer, ownKeyHeader, sendFile } from '../api'
import type { UploadedFile } from '../contract'
import { Icon } from '../parts/Icon'
import { useTranslation } from '../translation'
import { descriptionOf, Field } from './Field'
import type { Fault } from './faults'
import classes from './form.module.css'
import { asDataUrl, shrink } from './picture'
import { fieldId } from './validation'

interface ImageFieldProps {
  eventId: string
  /** The key of the registration being changed; absent for a new one. */
  ownKey?: string
  /** Returns the headers that open an event for members to this visitor. */
  access?: (() => Promise<Record<string, string>>) | undefined
  field: string
  label: string
  /** The uploaded image's address; only the organiser can open it. */
  url: string | undefined
  preview: string | undefined
  onChange: (url: string, preview?: string) => void
  isOptional: boolean
  image?: string | null
  fault: Fault | undefined
  isPreview: boolean
}

const TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif']
/** Bytes; the server takes no larger images. */
const LARGEST = 5 * 1024 * 1024
/** Pixels a side: plenty to read a document by. Photos from a phone are reduced to it. */
const PHOTO = 2400
const THUMBNAIL = 240

/** One image: choose it, watch it upload, see it, replace it, remove it. */
export function ImageField({
  eventId,
  ownKey,
  access,
  url,
  preview,
  onChange,
  isPreview,
  ...frame
}: ImageFieldProps) {
  const { t, language } = useTranslation()
  const [progress, setProgress] = useState<number | null>(null)
  const [problem, setProblem] = useState<Fault>()
  const [waiting, setWaiting] = useState<File>()
  const { field, label } = frame
  const fault = problem ?? frame.fault
  const isBusy = progress !== null
  const input = useHeldSubmit({ isUploading: isBusy, hasFailed: problem !== undefined })
  const hint = t('image.hint')

  const upload = async (file: File) => {
    if (!TYPES.includes(file.type)) return setProblem({ key: 'image.wrongType' })
    setProblem(undefined)
    setProgress(0)
    const image = file.size > LARGEST ? await shrink(file, PHOTO) : file
    if (!image || image.size > LARGEST) {
      setProgress(null)
      return setProblem({ key: 'image.tooLarge' })
    }
    const path = `/event/${encodeURIComponent(eventId)}/${ownKey ? 'registration/' : ''}upload`
    const answer: Answer<UploadedFile> = await sendFile(path, image, file.name, {
      language,
      headers: ownKey ? ownKeyHeader(ownKey) : ((await access?.()) ?? {}),
      onProgress: setProgress,
    })
    if (answer.ok) {
      const thumbnail = await shrink(image, THUMBNAIL)
      onChange(answer.data.url, thumbnail ? await asDataUrl(thumbnail) : undefined)
    } else {
      const text = answer.refusal.messages.join(' ')
      setProblem(text ? { text } : { key: 'image.failed' })
    }
    setWaiting(answer.ok ? undefined : file)
    setProgress(null)
  }

  const remove = () => {
    setProblem(undefined)
    onChange('')
  }

  return (
    <Field {...frame} hint={hint} fault={fault}>
      <div className={classes.image} data-invalid={fault ? true : undefined}>
        {url && preview && <img src={preview} alt={t('image.preview', { label })} />}
        {url && !preview && <p>{t('image.uploaded')}</p>}
        {/* The label around the input is the button: browsers draw file inputs in their own language. */}
        <label className={classes.chooser} data-disabled={isBusy || isPreview || undefined}>
          <input
            ref={input}
            id={fieldId(field)}
            type="file"
            accept={TYPES.join()}
            aria-label={label}
            aria-invalid={fault ? true : undefined}
            aria-describedby={descriptionOf(field, hint, fault)}
            disabled={isBusy || isPreview}
            onChange={(event) => {
              const file = event.currentTarget.files?.[0]
              event.currentTarget.value = ''
              if (file) void upload(file)
            }}
          />
          <Icon name="image" />
          {t(url ? 'image.replace' : 'image.choose')}
        </label>
        {waiting && !isBusy && (
          <button type="button" className={classes.quiet} onClick={() => void upload(waiting)}>
            {t('image.retry')}
          </button>
        )}
        {url && !isBusy && (
          <button type="button" className={classes.quiet} onClick={remove}>
            <Icon name="trash" />
            {t('image.remove')}
          </button>
        )}
        {isBusy && <progress value={progress} aria-label={t('image.uploading')} />}
        <span role="status" className="hidden">
          {isBusy ? t('image.uploading') : url ? t('image.uploaded') : ''}
        </span>
      </div>
    </Field>
  )
}
