/** Cameras, without React. */

/** Why there is no picture; each reason has a text with advice. */
export type CameraProblem = 'insecure' | 'denied' | 'missing' | 'busy' | 'reader' | 'failed'

export async function openCamera(deviceId: string | null): Promise<MediaStream> {
  if (!navigator.mediaDevices) throw new DOMException('Only over https', 'SecurityError')
  const which = deviceId ? { deviceId: { exact: deviceId } } : { facingMode: 'environment' }
  return navigator.mediaDevices.getUserMedia({
    video: { ...which, width: { ideal: 1280 }, height: { ideal: 720 } },
    audio: false,
  })
}

/** Browsers give the names only after the camera was permitted. */
export async function listCameras(): Promise<MediaDeviceInfo[]> {
  const devices = await navigator.mediaDevices.enumerateDevices().catch(() => [])
  return devices.filter(({ kind }) => kind === 'videoinput')
}

const PROBLEMS: Record<string, CameraProblem> = {
  SecurityError: 'insecure',
  NotAllowedError: 'denied',
  NotFoundError: 'missing',
  OverconstrainedError: 'missing',
  NotReadableError: 'busy',
  AbortError: 'busy',
  NotSupportedError: 'reader',
}

export const problemOf = (error: unknown): CameraProblem =>
  (error instanceof DOMException && PROBLEMS[error.name]) || 'failed'
