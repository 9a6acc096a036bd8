/** Reads QR codes from the camera's picture with zxing, so that every browser reads the same. */

export interface CodeReader {
  /** The texts of all codes in the picture. */
  read: (picture: HTMLVideoElement) => Promise<string[]>
}

/** A question to the worker; without a frame, whether it can read. It answers with the texts, or null if it cannot. */
export interface Question {
  frame?: ImageBitmap
  answer: MessagePort
}

let opened: Promise<CodeReader> | undefined

/** Loads the reader once for the page, about 330 KB, so that it also works offline. Fails if it cannot be loaded. */
export function openReader(): Promise<CodeReader> {
  opened ??= start().catch(fail)
  return opened
}

/** The next caller gets another one. */
function fail(error: unknown): never {
  opened = undefined
  throw new DOMException(String(error), 'NotSupportedError')
}

async function start(): Promise<CodeReader> {
  const worker = new Worker(new URL('./codeReader.worker.ts', import.meta.url), { type: 'module' })
  const ask = (frame?: ImageBitmap) =>
    new Promise<string[]>((resolve, reject) => {
      const { port1, port2 } = new MessageChannel()
      worker.onerror = reject
      port1.onmessage = ({ data }: MessageEvent<string[] | null>) => {
        port1.close()
        if (data) return resolve(data)
        worker.terminate()
        reject(new Error('the worker cannot read codes'))
      }
      const question: Question = { answer: port2, ...(frame && { frame }) }
      worker.postMessage(question, frame ? [port2, frame] : [port2])
    })
  await ask()
  return {
    read: async (picture) => {
      // While cameras are switched, a frame may have no size yet.
      const frame = await createImageBitmap(picture).catch(() => undefined)
      return frame ? ask(frame).catch(fail) : []
    },
  }
}
