import { PNG } from 'pngjs'
import { linkIn, mailTo } from './mail.ts'
import { admin, serverUrl } from './places.ts'

// Preparation for tests that are about one screen: their data is made through the API, as any client could.

interface Envelope<T> {
  code: number
  data: T
  messages: string[]
}

export interface Person {
  email: string
  password: string
  token: string
}

async function call<T>(method: string, path: string, body: unknown, token?: string): Promise<T> {
  const form = body instanceof FormData
  const answer = await fetch(`${serverUrl}/api${path}`, {
    method,
    headers: {
      'accept-language': 'vi',
      ...(form ? {} : { 'content-type': 'application/json' }),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    body: form ? body : body === undefined ? undefined : JSON.stringify(body),
  })
  const envelope = (await answer.json()) as Envelope<T>
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${envelope.messages.join(' ')}`)
  return envelope.data
}

export async function logIn(email: string, password: string): Promise<Person> {
  const { token } = await call<{ token: { accessToken: string } }>('POST', '/auth/login', { email, password })
  return { email, password, token: token.accessToken }
}

export const logInAsAdmin = () => logIn(admin.email, admin.password)

/** An organiser whose address is verified; `eventLimit` is how many events their plan allows, −1 any number. */
export async function makeOrganiser(fullName: string, email: string, eventLimit = -1): Promise<Person> {
  const password = 'mat-khau-rieng-toi'
  const body = { fullName, email, phone: '0912345678', company: 'Công ty Sao Mai', password }
  const { id } = await call<{ id: string }>('POST', '/auth/register', body)
  const link = linkIn(await mailTo(email, /./), '/verify-email/')
  await call('POST', `/auth${new URL(link).pathname}`, undefined)
  await call('PUT', `/users/${id}`, { eventLimit }, (await logInAsAdmin()).token)
  return logIn(email, password)
}

export const get = <T>(path: string, by?: Person) => call<T>('GET', path, undefined, by?.token)
export const post = <T>(path: string, body: unknown, by?: Person) => call<T>('POST', path, body, by?.token)
export const put = <T>(path: string, body: unknown, by?: Person) => call<T>('PUT', path, body, by?.token)
export const remove = <T>(path: string, body: unknown, by?: Person) => call<T>('DELETE', path, body, by?.token)

/** A plain picture, as a file. */
export function picture(width = 64, height = 64, [red, green, blue]: [number, number, number] = [14, 124, 102]): Buffer {
  const png = new PNG({ width, height })
  for (let at = 0; at < png.data.length; at += 4) png.data.set([red, green, blue, 255], at)
  return PNG.sync.write(png)
}

export async function upload(by: Person, purpose: string): Promise<string> {
  const form = new FormData()
  form.append('purpose', purpose)
  form.append('file', new Blob([new Uint8Array(picture())], { type: 'image/png' }), 'picture.png')
  return (await call<{ url: string }>('POST', '/upload', form, by.token)).url
}

export interface MadeEvent {
  id: string
  title: string
  tickets: { id: string; name: string }[]
}

const hours = (count: number) => new Date(Date.now() + count * 3_600_000).toISOString()

/** An event that is open now; `change` replaces parts of it. */
export async function makeEvent(by: Person, change: Record<string, unknown> = {}): Promise<MadeEvent> {
  return post<MadeEvent>(
    '/event',
    {
      title: 'Đêm nhạc mùa thu',
      description: '<p>Một đêm nhạc bên hồ.</p>',
      totalParticipants: 100,
      openRegistrationDate: hours(-1),
      closeRegistrationDate: hours(24),
      eventStartDate: hours(48),
      venueAddress: 'Nhà hát Lớn, Hà Nội',
      logo: await upload(by, 'eventLogo'),
      turnOffPayment: true,
      sendEmailAfterRegister: false,
      eventForm: { scheme: [] },
      tickets: [],
      ...change,
    },
    by,
  )
}
