import { Input, Text } from '@mantine/core'
import { useId } from '@mantine/hooks'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './Uploader.module.css'

interface FileDropProps {
  label: string
  description: React.ReactNode
  /** File types that the file dialog suggests, such as `.csv,.xlsx`; others can be chosen as well. */
  accept: string
  onFile: (file: File) => void
  error?: React.ReactNode
  disabled?: boolean
}

/** One file of any kind: choose it, or drop it here. */
export function FileDrop({ label, description, accept, onFile, error, disabled }: FileDropProps) {
  const { t } = useTranslation()
  const id = useId()
  const [over, setOver] = useState(false)
  const choose = (files: FileList | null) => {
    const file = files?.[0]
    if (file && !disabled) onFile(file)
  }
  return (
    <Input.Wrapper id={id} label={label} description={description} error={error}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a convenience; the file input inside does the same. */}
      <div
        className={classes.zone}
        data-over={over || undefined}
        data-error={Boolean(error) || undefined}
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
        <label className={classes.choose}>
          <input
            id={id}
            type="file"
            accept={accept}
            className={classes.input}
            disabled={disabled}
            aria-describedby={`${id}-description ${id}-error`}
            aria-invalid={Boolean(error)}
            onChange={(event) => {
              choose(event.currentTarget.files)
              event.currentTarget.value = ''
            }}
          />
          <span className={classes.button}>
            <IconFileSpreadsheet size={16} />
            {t('common.file.choose')}
          </span>
        </label>
        <Text size="sm" c="dimmed" className={classes.drop}>
          {t('common.upload.drop')}
        </Text>
      </div>
    </Input.Wrapper>
  )
}
