import type { components } from '~/api/schema'
import { freshToken, KEY_HEADER, renewAfter } from './api'
import { API_BASE, ApiError, TIMEOUT } from './apiError'
import { language } from './language'
import { requestFailed } from './requestFailed'
import { keyOf, noteAnswer } from './requestKeys'
import { accessToken } from './tokens'

export type UploadPurpose = components['schemas']['UploadPurpose']
export type UploadedFile = components['schemas']['UploadedFile']

/** Bytes; the server refuses larger images. */
export const MAX_IMAGE_BYTES = 5 * 1024 * 1024
export const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif']

const IMAGE = { types: IMAGE_TYPES, bytes: MAX_IMAGE_BYTES }
const DOCUMENT = { types: ['application/pdf', 'image/jpeg', 'image/png'], bytes: 10 * 1024 * 1024 }

/** Papers: PDFs as well as photographs, shown only to authorised accounts. Everything else is an image. */
const DOCUMENTS: ReadonlySet<UploadPurpose> = new Set(['businessLicense', 'membershipCertificate', 'proof'])

export const isDocument = (purpose: UploadPurpose) => DOCUMENTS.has(purpose)

/** The files that the server accepts for a purpose: media types, and bytes at most. */
export const acceptedFor = (purpose: UploadPurpose) => (isDocument(purpose) ? DOCUMENT : IMAGE)

interface SendOptions {
  /** Gets a part of 1 while the file is under way. */
  onProgress?: (part: number) => void
  signal?: AbortSignal
  /** Milliseconds that the server may think after it has everything. */
  patience?: number
}

export async function uploadFile(
  file: File,
  purpose: UploadPurpose,
  onProgress: (part: number) => void,
  signal?: AbortSignal,
): Promise<UploadedFile> {
  const form = new FormData()
  form.append('purpose', purpose)
  form.append('file', file)
  const { data } = await sendForm<UploadedFile>('/upload', form, { onProgress, signal })
  return data
}

/** Sends a form by XMLHttpRequest, because only that tells how far it is. */
export async function sendForm<T>(
  path: string,
  form: FormData,
  options: SendOptions = {},
): Promise<{ data: T; messages: string[] }> {
  const offered = await freshToken()
  const content = contentOf(path, form)
  const key = keyOf(content)
  const answered = (status: number) => noteAnswer(content, status)
  const attempt = () => send<T>(path, form, key, answered, options)
  return attempt().catch(async (error: unknown) => {
    const expired = error instanceof ApiError && (error.code === 401 || error.code === 5018)
    if (expired && (await renewAfter(offered))) return attempt()
    throw error
  })
}

/** The content of a form, in which name, size and time stand for a file. */
const contentOf = (path: string, form: FormData) =>
  JSON.stringify([
    path,
    ...Array.from(form, ([name, value]) =>
      typeof value === 'string' ? [name, value] : [name, value.name, value.size, value.lastModified],
    ),
  ])

function send<T>(
  path: string,
  form: FormData,
  key: string,
  answered: (status: number) => void,
  { onProgress, signal, patience = TIMEOUT }: SendOptions,
): Promise<{ data: T; messages: string[] }> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', `${API_BASE}${path}`)
    request.responseType = 'json'
    request.setRequestHeader('Accept-Language', language())
    request.setRequestHeader(KEY_HEADER, key)
    const token = accessToken()
    if (token) request.setRequestHeader('Authorization', `Bearer ${token}`)

    // A slow phone may take longer than the timeout for a large file, so only a lack of progress counts.
    let idle: number | undefined
    const moved = (pause: number) => {
      clearTimeout(idle)
      idle = window.setTimeout(() => {
        reject(requestFailed(new DOMException('No progress', 'TimeoutError')))
        request.abort()
      }, pause)
    }
    moved(TIMEOUT)
    signal?.addEventListener('abort', () => request.abort())
    request.upload.onprogress = (event) => {
      moved(TIMEOUT)
      if (event.lengthComputable) onProgress?.(event.loaded / event.total)
    }
    request.upload.onload = () => moved(patience)
    request.onloadend = () => clearTimeout(idle)
    request.onload = () => {
      answered(request.status)
      const body: unknown = request.response
      if (request.status === 200 || request.status === 201) resolve(body as { data: T; messages: string[] })
      else reject(new ApiError(request.status, body))
    }
    request.onerror = () => reject(requestFailed(undefined))
    request.onabort = () => reject(new DOMException('Aborted', 'AbortError'))
    request.send(form)
  })
}
