import { useEffect } from 'react'

/** Keeps the screen on while this is mounted, where the browser can. A lock ends with every change of tab. */
export function useWakeLock() {
  useEffect(() => {
    if (!('wakeLock' in navigator)) return
    let lock: WakeLockSentinel | undefined
    let gone = false
    const ask = async () => {
      if (document.visibilityState !== 'visible' || (lock && !lock.released)) return
      // May be refused, for example on a nearly empty battery; the screen works without it.
      const given = await navigator.wakeLock.request('screen').catch(() => undefined)
      if (gone) void given?.release()
      else lock = given
    }
    void ask()
    document.addEventListener('visibilitychange', ask)
    return () => {
      gone = true
      document.removeEventListener('visibilitychange', ask)
      void lock?.release()
    }
  }, [])
}
