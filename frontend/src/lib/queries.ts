import { queryOptions } from '@tanstack/react-query'
import { API_BASE, api } from './api'
import { ApiError } from './apiError'

const FOLDER = `${API_BASE}/upload/`

/** The content of a file at an address that the API gave, fetched with the caller's login. */
export const fileQuery = (url: string) =>
  queryOptions({
    queryKey: ['file', url],
    queryFn: async ({ signal }) => {
      const id = url.slice(url.lastIndexOf(FOLDER) + FOLDER.length)
      const { data, error, response } = await api.GET('/upload/{id}', {
        params: { path: { id } },
        parseAs: 'blob',
        signal,
      })
      if (data instanceof Blob) return data
      throw new ApiError(response.status, error)
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
