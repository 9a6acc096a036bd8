import { API_BASE, api } from './api'
import { ApiError } from './apiError'

const FOLDER = `${API_BASE}/upload/`

/** The content of a file at an address that the API gave, fetched with the caller's login. */
export async function fetchFile(url: string, signal?: AbortSignal): Promise<Blob> {
  const id = url.slice(url.lastIndexOf(FOLDER) + FOLDER.length)
  const { data, error, response } = await api.GET('/upload/{id}', {
    params: { path: { id } },
    parseAs: 'blob',
    signal,
  })
  if (data instanceof Blob) return data
  throw new ApiError(response.status, error)
}
