import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useLayoutEffect, useReducer, useRef, useState } from 'react'
import { openUserSocket } from '~/lib/realtime'
import { NOTHING_DRAWN, nextState, type Winner } from './drawState'
import { type Draw, drawQuery, refreshDraw } from './queries'

/** Milliseconds between two refetches of the participants: short for the organiser, long for the audience's phones. */
const OWN_PACE = 2_000
const PACE = 15_000

/** The draw as this screen shows it, kept live. `own` is the owner's view, also before it is open to everyone. */
export function useLiveDraw(eventId: string, own: Draw | undefined) {
  const queryClient = useQueryClient()
  const draw = useQuery(drawQuery(eventId))
  const [state, dispatch] = useReducer(nextState, NOTHING_DRAWN)
  const data = own ?? draw.data
  const pot = useRef<Draw | undefined>(undefined)
  pot.current = data ?? pot.current

  // Before the list is painted: a new winner must not be read in it ahead of the wheel.
  useLayoutEffect(() => {
    if (data) dispatch({ type: 'loaded', winners: data.winners, pot: data })
  }, [data])

  const refresh = useCallback(() => void refreshDraw(queryClient, eventId), [queryClient, eventId])

  const show = useCallback(
    (winner: Winner) => {
      if (pot.current) dispatch({ type: 'drawn', winner, pot: pot.current })
      refresh()
    },
    [refresh],
  )

  const forget = useCallback((id: string) => dispatch({ type: 'voided', id }), [])
  const isLive = useDrawSocket(eventId, own ? OWN_PACE : PACE, { show, forget, refresh })
  return { draw, data, state, dispatch, isLive, show }
}

interface Listeners {
  show: (winner: Winner) => void
  forget: (id: string) => void
  refresh: () => void
}

/** The room of the event, with its promises, winners and changes. False once the connection is known to be lost. */
function useDrawSocket(eventId: string, pace: number, { show, forget, refresh }: Listeners): boolean {
  const [connected, setConnected] = useState(true)
  useEffect(() => {
    const socket = openUserSocket('/checkin', { eventId })
    let waiting: ReturnType<typeof setTimeout> | undefined
    // Many check-ins cause one refetch, at a random moment, so that not all phones ask at once.
    const refreshSoon = () => {
      waiting ??= setTimeout(
        () => {
          waiting = undefined
          refresh()
        },
        pace * (0.5 + Math.random()),
      )
    }
    socket.on('connect', () => {
      setConnected(true)
      refresh()
    })
    socket.on('disconnect', (reason) => {
      setConnected(false)
      // The server closed the connection, for example because the event was cancelled; the next answer tells why.
      if (reason === 'io server disconnect') refresh()
    })
    socket.on('connect_error', () => setConnected(false))
    socket.on('counters', refreshSoon)
    socket.on('drawOpened', refresh)
    socket.on('drawChanged', refresh)
    socket.on('drawn', show)
    socket.on('drawVoided', ({ id }: { id: string }) => {
      forget(id)
      refresh()
    })
    return () => {
      clearTimeout(waiting)
      socket.close()
    }
  }, [eventId, pace, show, forget, refresh])
  return connected
}
