import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect } from '@playwright/test'
import type * as client from '../../frontend/node_modules/socket.io-client/build/esm/index.js'
import { makeEvent, makeOrganiser, type Person, post } from '../support/api.ts'
import type { Lang } from '../support/browser.ts'
import { serverUrl } from '../support/places.ts'
import { test } from '../support/test.ts'

// Clients that are no browser: the official client of Socket.IO with a bearer, by each of its ways.

const { io } = createRequire(new URL('../../frontend/package.json', import.meta.url))('socket.io-client') as typeof client

const textsOf = (lang: Lang) =>
  JSON.parse(readFileSync(new URL(`../../platform/locales/${lang}.json`, import.meta.url), 'utf8')) as {
    notification: { event: { full: { title: string; content: string } } }
  }

const open = (transport: 'polling' | 'websocket', bearer: string) =>
  io(`${serverUrl}/notification`, {
    path: '/socket.io',
    transports: [transport],
    extraHeaders: { authorization: `Bearer ${bearer}` },
    forceNew: true,
    reconnection: false,
  })

const once = (socket: client.Socket, event: string) => new Promise<unknown>((heard) => socket.once(event, heard))

/** Connects and says the language. */
async function listen(transport: 'polling' | 'websocket', lang: Lang, person: Person) {
  const socket = open(transport, person.token)
  const refused = once(socket, 'connect_error').then((error) => {
    throw error
  })
  await Promise.race([once(socket, 'connect'), refused])
  socket.emit('whoAmI', lang)
  return socket
}

for (const transport of ['polling', 'websocket'] as const) {
  test(`the official client hears notifications by ${transport}`, async () => {
    const owner = await makeOrganiser('Trần Thị Hoa', 'hoa@hoi.example')
    const stranger = open(transport, 'nonsense')
    expect(await once(stranger, 'connect_error')).toHaveProperty('message', 'INVALID_ACCESS_TOKEN')
    stranger.close()

    const sockets = await Promise.all((['vi', 'en'] as const).map((lang) => listen(transport, lang, owner)))
    const heard = sockets.map((socket) => once(socket, 'notification'))
    const event = await makeEvent(owner, { title: 'Bàn tròn', totalParticipants: 1 })
    const guest = { fullName: 'Phạm Thị Đào', email: 'dao@khach.example', phone: '0912345678', company: 'Công ty Hai', consent: true }
    await post(`/event/${event.id}/register`, guest)
    for (const [at, lang] of (['vi', 'en'] as const).entries()) {
      const { title, content } = textsOf(lang).notification.event.full
      expect(await heard[at]).toMatchObject({ title, content: content.replace('{event}', 'Bàn tròn') })
    }

    const ended = sockets.map((socket) => once(socket, 'disconnect'))
    await post('/auth/logout', {}, owner)
    expect(await Promise.all(ended)).toEqual(['io server disconnect', 'io server disconnect'])
  })
}
