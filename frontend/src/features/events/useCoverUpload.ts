import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toast } from '~/components/toast'
import { api, call } from '~/lib/api'
import { ApiError } from '~/lib/apiError'
import { IMAGE_TYPES, MAX_IMAGE_BYTES, uploadFile } from '~/lib/upload'
import { coversQuery } from './queries'

interface Problem {
  name: string
  message: string
}

/** Uploads images one after the other into the album and names those that failed. */
export function useCoverUpload() {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const [progress, setProgress] = useState<number | null>(null)
  const [problems, setProblems] = useState<Problem[]>([])

  const refusalOf = (file: File) => {
    if (!IMAGE_TYPES.includes(file.type)) return t('common.upload.wrongType')
    return file.size > MAX_IMAGE_BYTES ? t('common.upload.tooLarge') : null
  }

  const upload = async (files: File[]) => {
    if (files.length === 0) return
    const failed: Problem[] = []
    setProblems([])
    setProgress(0)
    for (const [at, file] of files.entries()) {
      const refusal = refusalOf(file)
      if (refusal) {
        failed.push({ name: file.name, message: refusal })
        continue
      }
      try {
        const { url } = await uploadFile(file, 'eventCover', (part) =>
          setProgress((at + part) / files.length),
        )
        await call(api.POST('/cover', { body: { fileId: url } }))
      } catch (error) {
        const messages = error instanceof ApiError ? error.messages : []
        failed.push({ name: file.name, message: messages.join(' ') || t('common.toast.error') })
      }
    }
    setProgress(null)
    setProblems(failed)
    const added = files.length - failed.length
    if (added > 0) {
      toast.success(t('events.album.added', { count: added }))
      await queryClient.invalidateQueries(coversQuery)
    }
  }

  return { upload, progress, problems }
}
