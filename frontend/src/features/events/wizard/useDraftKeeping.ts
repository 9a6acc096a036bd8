import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import * as bounds from '~/api/bounds'
import { CODE, isRefused } from '~/lib/apiError'
import { keepDraft, readDraft, refreshDrafts } from '../queries'
import type { DraftState } from './draftStore'
import { keptOf } from './localDraft'

interface Kept {
  id: string
  version: number
}

/** The most characters of a draft's title. */
const MAX_TITLE = bounds.DraftBody_title_maxLength

/** Keeps a new event as a draft on the server: one save after the other, so that none overtakes the one before. */
export function useDraftKeeping(initial: Kept | null, onKept: (id: string) => void) {
  const queryClient = useQueryClient()
  const kept = useRef(initial)
  const last = useRef<Promise<unknown>>(Promise.resolve())
  const [waiting, setWaiting] = useState(0)

  const write = async (state: DraftState, overwrites: boolean) => {
    const known = kept.current
    const data = await send(state, overwrites, known)
    kept.current = { id: data.id, version: data.version }
    if (data.id !== known?.id) onKept(data.id)
    void refreshDrafts(queryClient)
  }

  const keep = (state: DraftState, overwrites = false): Promise<void> => {
    setWaiting((count) => count + 1)
    const done = last.current
      .catch(() => undefined)
      .then(() => write(state, overwrites))
      .finally(() => setWaiting((count) => count - 1))
    last.current = done
    return done
  }

  return {
    keep,
    isKeeping: waiting > 0,
    /** The draft that the server keeps at this moment. */
    kept,
    /** Resolves when nothing is under way. */
    settled: () => last.current.catch(() => undefined),
  }
}

async function send(state: DraftState, overwrites: boolean, known: Kept | null) {
  const title = [...state.event.title].slice(0, MAX_TITLE).join('')
  const body = { title, content: { ...keptOf(state) } }
  if (!known) return keepDraft(null, body)
  try {
    const { id, version } = overwrites ? await readDraft(known.id) : known
    return await keepDraft({ id, version }, body)
  } catch (error) {
    // The draft was deleted elsewhere; the user still writes, so it is kept again.
    if (!isRefused(error, CODE.notFound)) throw error
    return keepDraft(null, body)
  }
}
