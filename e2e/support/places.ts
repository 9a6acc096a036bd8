import { fileURLToPath } from 'node:url'

/** Where the parts of a run are found; the ports are chosen so that a development server can stay up beside them. */
export const serverPort = 18_080
export const smtpPort = 18_025
export const mailPort = 18_026
export const serverUrl = `http://127.0.0.1:${serverPort}`
export const mailUrl = `http://127.0.0.1:${mailPort}`
export const artifacts = fileURLToPath(new URL('../.artifacts', import.meta.url))
export const dataFolder = `${artifacts}/data`
export const admin = { email: 'admin@hoi.example', password: 'mot-hai-ba-bon' }
