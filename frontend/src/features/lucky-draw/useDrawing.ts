import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast, toastError } from '~/components/toast'
import { answer, api, call } from '~/lib/api'
import { wakeSound } from '~/lib/audio'
import type { Winner } from './drawState'
import { type Draw, refreshDraw } from './queries'

/** Milliseconds between publishing the hash and drawing, so that every screen shows the hash first. */
const PROMISED = 1_500

interface Wish {
  prizeId: string | null
  word: string
}

/** The owner's actions: fix the list, draw. */
export function useDrawing(eventId: string, draw: Draw, onDrawn: (winner: Winner) => void) {
  const queryClient = useQueryClient()
  const params = { path: { eventId } }
  const lock = () => answer(api.POST('/event/{eventId}/lucky-draw/rounds', { params }))
  const refresh = () => refreshDraw(queryClient, eventId)

  const locking = useMutation({
    mutationFn: lock,
    onSuccess: ({ messages }) => toast.success(messages),
    onSettled: refresh,
  })
  const drawing = useMutation({
    mutationFn: async ({ prizeId, word }: Wish) => {
      wakeSound()
      let roundId = draw.round?.id
      if (!roundId) {
        roundId = (await lock()).data.id
        void refresh()
        await new Promise((resolve) => setTimeout(resolve, PROMISED))
      }
      return call(api.POST('/event/{eventId}/lucky-draw/draw', { params, body: { prizeId, roundId, word } }))
    },
    onSuccess: onDrawn,
    onError: toastError,
    onSettled: (_, error) => {
      if (error) void refresh()
    },
  })
  return { locking, drawing }
}
