import { queryOptions } from '@tanstack/react-query'
import { api } from './api'
import { API_BASE, ApiError } from './apiError'
import type { PictureWidth } from './pictureSizes'

const FOLDER = `${API_BASE}/upload/`

/** Whether a value is the address of an uploaded file. */
export const isUpload = (value: unknown) => typeof value === 'string' && value.startsWith(FOLDER)

/**
 * The content of a file at an address that the API gave, fetched with the caller's login; with a width the picture in it
 * as a version of this width.
 */
export const fileQuery = (url: string, width: PictureWidth | null = null) =>
  queryOptions({
    queryKey: ['file', url, width],
    queryFn: async ({ signal }) => {
      const id = url.slice(url.lastIndexOf(FOLDER) + FOLDER.length)
      const { data, error, response } =
        width === null
          ? await api.GET('/upload/{id}', { params: { path: { id } }, parseAs: 'blob', signal })
          : await api.GET('/upload/{id}/{width}', {
              params: { path: { id, width } },
              parseAs: 'blob',
              signal,
            })
      if (data instanceof Blob) return data
      throw new ApiError(response.status, error)
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
