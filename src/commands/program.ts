import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** The repository's folder: every program runs there. */
export const root = join(import.meta.dirname, '../..')

const endWithParent = pathToFileURL(join(import.meta.dirname, 'end-with-parent.mjs')).href
const graceMs = 10_000

/** A Node program of this product, in a process group of its own. */
export interface Program {
  name: string
  pid: number
  /** Resolves with a description of the reason once the process has ended. */
  exited: Promise<string>
  hasExited: () => boolean
  exitCode: () => number | null
  /** Sends SIGTERM, and SIGKILL after 10 s. */
  stop: () => Promise<void>
  /** Sends SIGKILL, which simulates a power cut. */
  forceKill: () => Promise<void>
}

interface ProgramOptions {
  name: string
  /** The arguments after `node`. */
  args: string[]
  env?: Record<string, string | undefined>
  output: Output
}

/** A program's output: to our own, or appended to a file. */
export type Output = 'stdout' | 'stderr' | { file: string }

/** Starts a program that ends with this process, however this process ends. */
export function startProgram({ name, args, env, output }: ProgramOptions): Program {
  const descriptor = openOutput(output)
  const child = spawn(process.execPath, ['--import', endWithParent, ...args], {
    cwd: root,
    env: { ...process.env, ...env, STARTED_BY: String(process.pid) },
    // A group of its own: Ctrl-C reaches only this process, and stopping reaches the children too.
    detached: true,
    stdio: ['pipe', descriptor, output === 'stdout' ? 2 : descriptor],
  })
  if (descriptor > 2) closeSync(descriptor)
  return wrapProcess(name, child)
}

/** The end of a log file, to show why a program ended. */
export function readLastLines(file: string, count = 20): string {
  return readFileSync(file, 'utf8').trimEnd().split('\n').slice(-count).join('\n')
}

function openOutput(output: Output): number {
  if (output === 'stdout') return 1
  if (output === 'stderr') return 2
  mkdirSync(dirname(output.file), { recursive: true })
  return openSync(output.file, 'a')
}

function wrapProcess(name: string, child: ChildProcess): Program {
  const { pid } = child
  if (pid === undefined) throw new Error(`${name} could not be started`)
  let isExited = false
  const exited = new Promise<string>(resolve => {
    child.once('exit', (code, signal) => {
      isExited = true
      resolve(signal ? `ended by ${signal}` : `exited with code ${code}`)
    })
  })
  const signalGroup = (signal: NodeJS.Signals) => {
    if (!isExited) process.kill(-pid, signal)
  }
  const forceKill = async () => {
    signalGroup('SIGKILL')
    await exited
  }
  const stop = async () => {
    signalGroup('SIGTERM')
    const timer = setTimeout(() => signalGroup('SIGKILL'), graceMs)
    await exited
    clearTimeout(timer)
  }
  return {
    name,
    pid,
    exited,
    hasExited: () => isExited,
    exitCode: () => child.exitCode,
    stop,
    forceKill,
  }
}
