import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useLayoutEffect, useReducer, useRef, useState } from 'react'
import type { Socket } from 'socket.io-client'
import { openUserSocket } from '~/lib/realtime'
import { NOTHING_DRAWN, nextState, type Winner } from './drawState'
import { NO_PRIZE } from './prizeChoice'
import { type Draw, drawQuery, refreshDraw } from './queries'
import { type Choice, type ToldRemote, useRemotes } from './remotes'

/** Milliseconds between two refetches of the participants: short for the organiser, long for the audience's phones. */
const OWN_PACE = 2_000
const PACE = 15_000

interface Part {
  /** The owner's view, also before it is open to everyone; none for the audience. */
  own: Draw | undefined
  /** This device is a remote of the big screen. */
  isRemote: boolean
  /** Called, always the same function, when a remote has chosen a prize. */
  onPick: (picked: string) => void
}

/** The draw as this screen shows it, kept live. */
export function useLiveDraw(eventId: string, { own, isRemote, onPick }: Part) {
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
  const follow = useCallback(
    ({ prizeId, dismissed }: Choice) => {
      onPick(prizeId ?? NO_PRIZE)
      if (dismissed) dispatch({ type: 'dismissed', id: dismissed })
    },
    [onPick],
  )
  const { isLed, hear } = useRemotes(follow)
  const listeners = { show, forget, refresh, hear }
  const socket = useDrawSocket(eventId, isRemote, own ? OWN_PACE : PACE, listeners)
  return { draw, data, state, dispatch, show, forget, isLed, ...socket }
}

interface Listeners {
  show: (winner: Winner) => void
  forget: (id: string) => void
  refresh: () => void
  hear: (remote: ToldRemote) => void
}

/** The code with which the server refuses a remote when there are as many as may be. */
const FULL = 'RESOURCE_EXCEEDED'

/** The room of the event, with its promises, winners, changes and remotes. */
function useDrawSocket(
  eventId: string,
  wantsRemote: boolean,
  pace: number,
  { show, forget, refresh, hear }: Listeners,
) {
  // False once the connection is known to be lost.
  const [isLive, setLive] = useState(true)
  const [isFull, setFull] = useState(false)
  const isRemote = wantsRemote && !isFull
  useEffect(() => {
    if (!wantsRemote) setFull(false)
  }, [wantsRemote])
  const open = useRef<Socket | null>(null)
  const choice = useRef<Choice | null>(null)
  /** Tells the big screen what this remote has chosen, now and after each new connection. */
  const tell = useCallback((next: Choice) => {
    choice.current = next
    if (open.current?.connected) open.current.emit('remote', next)
  }, [])
  useEffect(() => {
    const socket = openUserSocket('/checkin', isRemote ? { eventId, remote: true } : { eventId })
    if (isRemote) open.current = socket
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
      setLive(true)
      if (isRemote && choice.current) socket.emit('remote', choice.current)
      refresh()
    })
    socket.on('disconnect', (reason) => {
      setLive(false)
      // The server closed the connection, for example because the event was cancelled; the next answer tells why.
      if (reason === 'io server disconnect') refresh()
    })
    socket.on('connect_error', ({ message }: Error) => {
      setLive(false)
      // It goes on as a screen: it draws, and the big screen keeps its controls.
      if (isRemote && message === FULL) setFull(true)
    })
    socket.on('counters', refreshSoon)
    socket.on('drawOpened', refresh)
    socket.on('drawChanged', refresh)
    socket.on('drawn', show)
    socket.on('drawVoided', ({ id }: { id: string }) => {
      forget(id)
      refresh()
    })
    socket.on('drawRemote', hear)
    return () => {
      clearTimeout(waiting)
      open.current = null
      socket.close()
    }
  }, [eventId, isRemote, pace, show, forget, refresh, hear])
  return { isLive, isFull: wantsRemote && isFull, tell }
}
