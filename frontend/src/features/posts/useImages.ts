import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toast } from '~/components/toast'
import { ApiError } from '~/lib/apiError'
import { fileQuery } from '~/lib/queries'
import { randomKey } from '~/lib/randomKey'
import { acceptedFor, uploadFile } from '~/lib/upload'
import { MOST_IMAGES } from './bounds'

/** An image that is being uploaded, or whose upload failed. */
export interface Upload {
  key: string
  file: File
  /** The turn in which it was chosen, from 1. */
  turn: number
  /** The uploaded part, from 0 to 1. */
  progress: number
  /** Why the upload failed; null while it runs. */
  problem: string | null
}

/** An image of a post in the order of its choice: the address of an uploaded one, or its upload. */
export type ChosenImage = { url: string; upload: null } | { url: null; upload: Upload }

/**
 * Uploads images for a post. `onChange` gets the addresses of all uploaded images after each change, in the order in which
 * they were chosen, whichever upload ends first.
 */
export function useImages(images: readonly string[], onChange: (images: string[]) => void) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  // Several uploads may end between two renders, so the list is not read from the last render.
  const known = useRef(images)
  known.current = images
  // A post may have moved to another group since an upload began.
  const receive = useRef(onChange)
  receive.current = onChange
  // By their addresses; an image that was there before the choice has none and stays first.
  const turns = useRef(new Map<string, number>())
  const turnOf = (url: string) => turns.current.get(url) ?? 0
  const lastTurn = useRef(0)
  const set = (next: string[]) => {
    known.current = next
    receive.current(next)
  }
  const update = (key: string, change: Partial<Upload>) =>
    setUploads((all) => all.map((upload) => (upload.key === key ? { ...upload, ...change } : upload)))
  const forget = (key: string) => setUploads((all) => all.filter((upload) => upload.key !== key))

  const send = async ({ key, file, turn }: Upload) => {
    update(key, { progress: 0, problem: null })
    try {
      const { url } = await uploadFile(file, 'post', (progress) => update(key, { progress }))
      // The image is known already, so it is shown without fetching it.
      queryClient.setQueryData(fileQuery(url).queryKey, file)
      turns.current.set(url, turn)
      set([...known.current, url].sort((one, other) => turnOf(one) - turnOf(other)))
      forget(key)
    } catch (error) {
      const messages = error instanceof ApiError ? error.messages : []
      update(key, { problem: messages.join(' ') || t('posts.compose.uploadFailed') })
    }
  }

  const add = (files: Iterable<File>) => {
    const { types, bytes } = acceptedFor('post')
    const usable: File[] = []
    for (const file of files) {
      if (!types.includes(file.type)) toast.error(t('common.upload.wrongType'))
      else if (file.size > bytes) toast.error(t('common.upload.tooLarge'))
      else usable.push(file)
    }
    const room = Math.max(MOST_IMAGES - images.length - uploads.length, 0)
    if (usable.length > room)
      toast.error(t('posts.compose.tooMany', { count: MOST_IMAGES, number: MOST_IMAGES }))
    const added = usable.slice(0, room).map((file) => {
      lastTurn.current += 1
      return { key: randomKey(), file, turn: lastTurn.current, progress: 0, problem: null }
    })
    setUploads((all) => [...all, ...added])
    for (const upload of added) void send(upload)
  }

  const uploaded = images.map((url): [number, ChosenImage] => [turnOf(url), { url, upload: null }])
  const waiting = uploads.map((upload): [number, ChosenImage] => [upload.turn, { url: null, upload }])
  const inTurn = [...uploaded, ...waiting].sort(([one], [other]) => one - other)
  return {
    chosen: inTurn.map(([, image]) => image),
    uploads,
    isUploading: uploads.some(({ problem }) => problem === null),
    hasFailed: uploads.some(({ problem }) => problem !== null),
    add,
    retry: (upload: Upload) => void send(upload),
    forget,
    remove: (url: string) => set(known.current.filter((image) => image !== url)),
  }
}
