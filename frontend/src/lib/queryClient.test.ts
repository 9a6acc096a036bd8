import { readdirSync, readFileSync } from 'node:fs'
import { MutationObserver, QueryObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { ApiError, NO_ANSWER, shows, TIMED_OUT } from './apiError'
import { createQueryClient } from './queryClient'

const REFUSAL = () => new ApiError(400, { code: 5002, messages: ['No.'] })

/** Returns the number of calls of the general handler for a mutation with these handlers. */
async function shownInGeneral(options: {
  ownHandler?: (error: Error) => void
  callHandler?: (error: Error) => void
  isGone?: boolean
}) {
  const general = vi.fn()
  const client = createQueryClient(general)
  const observer = new MutationObserver<unknown>(client, {
    mutationFn: () => Promise.reject(REFUSAL()),
    onError: options.ownHandler,
  })
  const leave = observer.subscribe(() => undefined)
  const done = observer.mutate(undefined, { onError: options.callHandler }).catch(() => undefined)
  if (options.isGone) leave()
  await done
  return general.mock.calls.length
}

test('the error of a mutation is shown once, wherever its handler was given', async () => {
  const handler = shows(() => undefined)
  expect(await shownInGeneral({})).toBe(1)
  expect(await shownInGeneral({ ownHandler: handler })).toBe(0)
  expect(await shownInGeneral({ callHandler: handler })).toBe(0)
  expect(await shownInGeneral({ callHandler: () => undefined })).toBe(1)
})

test('the error of a form that was left before the answer came is not lost', async () => {
  expect(await shownInGeneral({ callHandler: shows(() => undefined), isGone: true })).toBe(1)
})

test.each([
  ['a dead connection is tried three times', NO_ANSWER, 3],
  ['a timeout is told at once', TIMED_OUT, 1],
  ['a refusal is told at once', 5002, 1],
])('%s', async (_, code, times) => {
  vi.useFakeTimers()
  const queryFn = vi.fn(() => Promise.reject(new ApiError(0, { code })))
  const client = createQueryClient(() => undefined)
  const observer = new QueryObserver(client, { queryKey: ['list'], queryFn })
  observer.subscribe(() => undefined)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(observer.getCurrentResult().isError).toBe(true)
  expect(queryFn).toHaveBeenCalledTimes(times)
})

// An `onError` that shows the error without saying so would have it shown twice.
test('every `onError` of a mutation remembers that it has shown the error', () => {
  const root = `${process.cwd()}/src/`
  const known = /onError: (showFormError\(|showCodeError\(|shows\(|toastError\b|markShown\b|wizard\.refuse\b)/
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (name) => /\.tsx?$/.test(name) && !name.includes('.test.'),
  )
  const found = files.flatMap((name) =>
    readFileSync(`${root}${name}`, 'utf8')
      .split('\n')
      .filter((line) => /\bonError(:|,|\()/.test(line))
      .map((line) => ({ name, line: line.trim() })),
  )
  expect(found.length).toBeGreaterThan(15)
  expect(found.filter(({ line }) => !known.test(line) && !line.startsWith('*'))).toEqual([])
})
