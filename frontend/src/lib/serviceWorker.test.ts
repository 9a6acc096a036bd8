import { readFileSync } from 'node:fs'
import { beforeEach, expect, test } from 'vitest'

interface Shown {
  title: string
  body: string
  tag: string
  data: { link: string; ids: string[] }
}

type Listener = (event: { data: { json: () => unknown }; waitUntil: (done: Promise<void>) => void }) => void

let shown: (Shown & { close: () => void })[]
let push: Listener

/** Runs the service worker in a browser that keeps notifications by their tags. */
beforeEach(() => {
  shown = []
  const listeners: Record<string, Listener> = {}
  const remove = (tag: string) => {
    shown = shown.filter((one) => one.tag !== tag)
  }
  const self = {
    addEventListener: (name: string, listener: Listener) => {
      listeners[name] = listener
    },
    registration: {
      getNotifications: async () => [...shown],
      showNotification: async (title: string, options: Omit<Shown, 'title'>) => {
        await Promise.resolve()
        remove(options.tag)
        shown.push({ title, ...options, close: () => remove(options.tag) })
      },
    },
  }
  new Function('self', readFileSync('public/service-worker.js', 'utf8'))(self)
  push = listeners.push as Listener
})

/** Several messages arrive at the same moment. */
async function arrive(...ids: string[]) {
  const done: Promise<void>[] = []
  for (const id of ids) {
    const message = { id, title: `Tin ${id}`, content: `Nội dung ${id}`, link: `/tin/${id}` }
    push({ data: { json: () => message }, waitUntil: (promise) => done.push(promise) })
  }
  await Promise.all(done)
}

const titles = () => shown.map(({ title, data }) => [title, data.link])

test('one notification is itself, and told again it replaces itself', async () => {
  await arrive('1')
  await arrive('1')
  expect(titles()).toEqual([['Tin 1', '/tin/1']])
})

test('several that are still shown become one that says how many', async () => {
  await arrive('1', '2')
  expect(titles()).toEqual([['Tin 2 (+1)', '/notifications']])
  expect(shown[0]?.body).toBe('Nội dung 2')
  await arrive('3')
  await arrive('2')
  expect(titles()).toEqual([['Tin 2 (+2)', '/notifications']])
  // Closed by the person: the next begins anew.
  shown = []
  await arrive('4')
  expect(titles()).toEqual([['Tin 4', '/tin/4']])
})
