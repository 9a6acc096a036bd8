import type { components } from '~/api/schema'
import { API_BASE, freshToken, refreshOnce, TIMEOUT } from './api'
import { ApiError, requestFailed } from './apiError'
import { language } from './language'
import { accessToken } from './tokens'

export type UploadPurpose = components['schemas']['UploadPurpose']
export type UploadedFile = components['schemas']['UploadedFile']

/** Bytes; the server refuses larger images (model §1). */
export const MAX_IMAGE_BYTES = 5 * 1024 * 1024
export const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif']

/** Uploads by XMLHttpRequest, because only that tells how far it is. `onProgress` gets a part of 1. */
export async function uploadFile(
  file: File,
  purpose: UploadPurpose,
  onProgress: (part: number) => void,
  signal?: AbortSignal,
): Promise<UploadedFile> {
  await freshToken()
  const attempt = () => send(file, purpose, onProgress, signal)
  return attempt().catch(async (error: unknown) => {
    const expired = error instanceof ApiError && (error.code === 401 || error.code === 5018)
    if (expired && (await refreshOnce())) return attempt()
    throw error
  })
}

function send(
  file: File,
  purpose: UploadPurpose,
  onProgress: (part: number) => void,
  signal: AbortSignal | undefined,
): Promise<UploadedFile> {
  const form = new FormData()
  form.append('purpose', purpose)
  form.append('file', file)
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', `${API_BASE}/upload`)
    request.responseType = 'json'
    request.setRequestHeader('Accept-Language', language())
    const token = accessToken()
    if (token) request.setRequestHeader('Authorization', `Bearer ${token}`)

    // A slow phone may take longer than the timeout for a large image; what counts is that nothing moves any more.
    let idle: number | undefined
    const moved = () => {
      clearTimeout(idle)
      idle = window.setTimeout(() => {
        reject(requestFailed(new DOMException('No progress', 'TimeoutError')))
        request.abort()
      }, TIMEOUT)
    }
    moved()
    signal?.addEventListener('abort', () => request.abort())
    request.upload.onprogress = (event) => {
      moved()
      if (event.lengthComputable) onProgress(event.loaded / event.total)
    }
    request.onloadend = () => clearTimeout(idle)
    request.onload = () => {
      const body: unknown = request.response
      if (request.status === 200 || request.status === 201) resolve((body as { data: UploadedFile }).data)
      else reject(new ApiError(request.status, body))
    }
    request.onerror = () => reject(requestFailed(undefined))
    request.onabort = () => reject(new DOMException('Aborted', 'AbortError'))
    request.send(form)
  })
}
