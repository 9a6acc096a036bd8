import { act } from '@testing-library/react'
import { io } from 'socket.io-client'
import { vi } from 'vitest'

class FakeSocket {
  connected = true
  io: { opts: { transports?: string[] } } = { opts: {} }
  emitted: unknown[][] = []
  handlers = new Map<string, ((...args: unknown[]) => void)[]>()
  connect = vi.fn()
  closed = vi.fn()
  close() {
    this.closed()
  }
  on(event: string, handler: (...args: unknown[]) => void) {
    this.handlers.set(event, [...(this.handlers.get(event) ?? []), handler])
  }
  emit(...args: unknown[]) {
    this.emitted.push(args)
  }
  async receive(event: string, ...args: unknown[]) {
    await act(async () => {
      for (const handler of this.handlers.get(event) ?? []) handler(...args)
    })
  }
}

/** Replaces every connection from now on. The test file itself has to mock `io` of socket.io-client. */
export function fakeSocket() {
  const socket = new FakeSocket()
  vi.mocked(io)
    .mockReset()
    .mockImplementation(() => socket as never)
  return socket
}
