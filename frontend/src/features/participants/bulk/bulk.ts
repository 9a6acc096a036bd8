/** One action on many participants, in calls of bounded size. Reports failures with reasons, and where it stopped. */
import type { components } from '~/api/schema'

type Schemas = components['schemas']
export type BulkAction = Schemas['BulkAction']
export type BulkChange = Schemas['BulkChange']
export type BulkFailure = Schemas['BulkFailure']

export interface Order {
  action: BulkAction
  ids: readonly string[]
  /** The ticket class to which `changeClass` moves the participants. */
  ticketId?: string
}

export interface Progress {
  done: number
  failed: BulkFailure[]
  /** Participants not processed yet: the action is running, was stopped, or a call failed. */
  rest: readonly string[]
}

/** People in one call: small enough that progress moves and the door does not wait, within the server's 500. */
export const CHUNK = 200

export const atStart = (ids: readonly string[]): Progress => ({ done: 0, failed: [], rest: ids })

/**
 * Continues from `progress` until all are done or `signal` aborts; a failed call throws, after the progress before it
 * was reported.
 */
export async function carryOut(
  progress: Progress,
  send: (ids: string[]) => Promise<Schemas['BulkResult']>,
  report: (progress: Progress) => void,
  signal: AbortSignal,
): Promise<void> {
  let { done, failed, rest } = progress
  while (rest.length > 0 && !signal.aborted) {
    const result = await send(rest.slice(0, CHUNK))
    done += result.done
    failed = [...failed, ...result.failed]
    rest = rest.slice(CHUNK)
    report({ done, failed, rest })
  }
}

/** Failures with the same reason together, the most frequent reason first. */
export function byReason(failed: readonly BulkFailure[]): [reason: string, people: BulkFailure[]][] {
  const groups = new Map<string, BulkFailure[]>()
  for (const failure of failed) {
    const group = groups.get(failure.reason)
    if (group) group.push(failure)
    else groups.set(failure.reason, [failure])
  }
  return [...groups].sort(([, a], [, b]) => b.length - a.length)
}
