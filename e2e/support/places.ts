import { fileURLToPath } from 'node:url'

// Where the parts of a run are found. Workers run side by side, and each test of a worker starts servers of its own.

/** Tells suites apart that run at the same time. */
const suite = Number(process.env.HOI_E2E_SUITE ?? 0)
const worker = Number(process.env.TEST_PARALLEL_INDEX ?? 0)
/** Below the ports that the system gives to outgoing connections, and away from those of a development server. */
const firstPort = 18_000 + suite * 100 + worker * 10

export const serverPort = firstPort
export const smtpPort = firstPort + 1
export const mailPort = firstPort + 2
export const serverUrl = `http://127.0.0.1:${serverPort}`
export const mailUrl = `http://127.0.0.1:${mailPort}`
export const artifacts = fileURLToPath(new URL(`../.artifacts/${suite}`, import.meta.url))
/** The video that the browser's camera plays, see `camera.ts`. */
export const cameraFile = `${artifacts}/camera-${worker}.y4m`
export const admin = { email: 'admin@hoi.example', password: 'mot-hai-ba-bon' }
