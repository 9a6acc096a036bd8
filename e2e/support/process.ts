import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'

interface ServerProcess {
  command: string
  args: string[]
  /** Answers with success as soon as the server is ready. */
  url: string
  /** The output of the process on standard error. */
  log: string
  env?: Record<string, string>
}

/** Milliseconds between two looks at a server that starts, and how many looks there are at most. */
const PAUSE = 25
const LOOKS = 1200

/** The server inherits no settings of the test run or of the user's shell. */
const inherited = () => Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('HOI_')))

const answers = (url: string) =>
  fetch(url).then(
    (answer) => answer.ok,
    () => false,
  )

const running = new Set<ChildProcess>()
process.once('exit', () => running.forEach((child) => child.kill('SIGKILL')))

/** Starts a server, waits until it answers, and returns how to stop it. */
export async function startProcess({ command, args, url, log, env = {} }: ServerProcess): Promise<() => Promise<void>> {
  if (await answers(url)) throw new Error(`${url} answers already: something else listens there`)
  mkdirSync(dirname(log), { recursive: true })
  const said = openSync(log, 'w')
  const child = spawn(command, args, { env: { ...inherited(), ...env }, stdio: ['ignore', 'ignore', said] })
  closeSync(said)
  running.add(child)
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('exit', (code, signal) => resolve(`exit ${code ?? signal}`))
  })
  let end: string | undefined
  void ended.then((how) => {
    end = how
    running.delete(child)
  })
  for (let look = 0; !(await answers(url)); look++) {
    if (end !== undefined || look === LOOKS) throw new Error(`${command} ${args[0]}: ${end ?? 'does not answer'}\n${readFileSync(log, 'utf8')}`)
    await new Promise((resolve) => setTimeout(resolve, PAUSE))
  }
  return async () => {
    // Its data is thrown away, so it need not finish anything.
    child.kill('SIGKILL')
    await ended
  }
}
