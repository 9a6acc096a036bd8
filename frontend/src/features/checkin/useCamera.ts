import { useEffect, useRef, useState } from 'react'
import { type CameraProblem, listCameras, openCamera, problemOf } from './camera'
import { openReader } from './codeReader'

/** Milliseconds between two reads: fast enough for scanning, slow enough for a phone's battery. */
const PACE = 125

/** Shows a camera in `video` and reports every code it sees; a code that stays in view is reported repeatedly. */
export function useCamera(deviceId: string | null, onCode: (code: string) => void) {
  const video = useRef<HTMLVideoElement>(null)
  const latest = useRef(onCode)
  const [problem, setProblem] = useState<CameraProblem | null>(null)
  const [cameras, setCameras] = useState<MediaDeviceInfo[]>([])
  const [running, setRunning] = useState(false)
  const [track, setTrack] = useState<MediaStreamTrack | null>(null)

  useEffect(() => {
    latest.current = onCode
  })

  useEffect(() => {
    let stopped = false
    let stream: MediaStream | undefined
    let timer: number | undefined

    const fail = (error: unknown) => {
      if (stream) close(stream)
      if (!stopped) setProblem(problemOf(error))
    }
    const start = async () => {
      const opened = await openCamera(deviceId)
      stream = opened
      const picture = video.current
      if (stopped || !picture) return close(opened)
      picture.srcObject = opened
      for (const track of opened.getTracks()) track.onended = () => setProblem('missing')
      await picture.play()
      if (stopped) return
      setRunning(true)
      setTrack(opened.getTracks()[0] ?? null)
      setCameras(await listCameras())
      // The picture is there while the reader, which the screen loads, may still be on its way.
      const reader = await openReader()
      const look = async () => {
        const ready = picture.readyState >= picture.HAVE_CURRENT_DATA
        const found = ready ? await reader.read(picture) : []
        if (stopped) return
        for (const code of found) latest.current(code)
        timer = window.setTimeout(() => look().catch(fail), PACE)
      }
      await look()
    }

    setProblem(null)
    setRunning(false)
    setTrack(null)
    start().catch(fail)
    return () => {
      stopped = true
      clearTimeout(timer)
      if (stream) close(stream)
    }
  }, [deviceId])

  return { video, problem, cameras, running, track }
}

function close(stream: MediaStream) {
  for (const track of stream.getTracks()) track.stop()
}
