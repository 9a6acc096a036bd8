/** Cameras and QR codes, without React. Uses the browser's own QR reader where there is one. */

/** Why there is no picture; each reason has a text that says what to do. */
export type CameraProblem = 'insecure' | 'denied' | 'missing' | 'busy' | 'failed'

interface Reader {
  detect: (source: HTMLVideoElement) => Promise<{ rawValue: string }[]>
}

interface ReaderClass {
  new (options: { formats: string[] }): Reader
  getSupportedFormats: () => Promise<readonly string[]>
}

const QR = 'qr_code'

/** Chrome has it on Android and macOS only; elsewhere a decoder of about 10 KB is loaded. */
export async function openReader(): Promise<Reader> {
  const own = (window as { BarcodeDetector?: ReaderClass }).BarcodeDetector
  const formats: readonly string[] = (await own?.getSupportedFormats().catch(() => [])) ?? []
  if (own && formats.includes(QR)) return new own({ formats: [QR] })
  const { BarcodeDetector } = await import('qr/decode.js')
  return new BarcodeDetector({ formats: [QR] })
}

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
}

export const problemOf = (error: unknown): CameraProblem =>
  (error instanceof DOMException && PROBLEMS[error.name]) || 'failed'
