import { useMutation, useQueryClient } from '@tanstack/react-query'
import { answer, api, call } from '~/lib/api'
import { shows } from '~/lib/apiError'
import { wakeSound } from '~/lib/audio'
import type { Winner } from './drawState'
import { type Draw, refreshDraw } from './queries'

/** Milliseconds between publishing the hash and drawing, so that every screen shows the hash first. */
const PROMISED = 1_500

interface Wish {
  prizeId: string | null
  word: string
}

/**
 * The owner's actions: fix the list, draw. The server's refusal stands beside them: a stage has no toasts. `after` is the
 * last draw that this device knows of: it never draws a second time because another device was faster.
 */
export function useDrawing(eventId: string, draw: Draw, after: number, onDrawn: (winner: Winner) => void) {
  const queryClient = useQueryClient()
  const params = { path: { eventId } }
  const lock = () =>
    answer(api.POST('/event/{eventId}/lucky-draw/rounds', { params: { ...params, query: { after } } }))
  const refresh = () => refreshDraw(queryClient, eventId)

  const locking = useMutation({
    mutationFn: lock,
    onError: shows(() => undefined),
    onSettled: refresh,
  })
  const drawing = useMutation({
    mutationFn: async ({ prizeId, word }: Wish) => {
      wakeSound()
      locking.reset()
      let roundId = draw.round?.id
      if (!roundId) {
        roundId = (await lock()).data.id
        void refresh()
        await new Promise((resolve) => setTimeout(resolve, PROMISED))
      }
      return call(api.POST('/event/{eventId}/lucky-draw/draw', { params, body: { prizeId, roundId, word } }))
    },
    onSuccess: onDrawn,
    onError: shows(() => undefined),
    onSettled: (_, error) => {
      if (error) void refresh()
    },
  })
  return { locking, drawing }
}
