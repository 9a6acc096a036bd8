import { fileURLToPath } from 'node:url'

/** Where the parts of a run are found; the ports are chosen so that a development server can stay up beside them. */
export const serverPort = 18_080
export const smtpPort = 18_025
export const mailPort = 18_026
export const serverUrl = `http://127.0.0.1:${serverPort}`
export const mailUrl = `http://127.0.0.1:${mailPort}`
export const artifacts = fileURLToPath(new URL('../.artifacts', import.meta.url))
export const dataFolder = `${artifacts}/data`
/** A second server, with the landing page switched on. */
export const landingPort = 18_081
export const landingUrl = `http://127.0.0.1:${landingPort}`
/** The video that the browser's camera plays, see `camera.ts`. */
export const cameraFile = `${artifacts}/camera.y4m`
export const admin = { email: 'admin@hoi.example', password: 'mot-hai-ba-bon' }
