import { type ParseArgsConfig, parseArgs } from 'node:util'

export type Options = Record<
  string,
  NonNullable<ParseArgsConfig['options']>[string] & {
    /** The value's name in the usage, for an option that has one. */
    value?: string
    description: string
  }
>

interface Command<Own extends Options> {
  /** Its script in package.json. */
  name: string
  /** One sentence for the usage. */
  purpose: string
  /** The arguments of every form, for a command that takes more than options. */
  forms?: readonly string[] | undefined
  options?: Own
  /** The meaning of exit code 1. */
  failure: string
  run: (args: Args<Own>) => Promise<Result>
}

/** The parsed arguments of a command with these options. */
export type Args<Own extends Options> = ReturnType<
  typeof parseArgs<{ options: Own & typeof sharedOptions; allowPositionals: true }>
>

/** The outcome of a command. */
export interface Result {
  /** For people, with a line break at the end. */
  text: string
  /** The same for programs. */
  json: unknown
  /** Whether a person has to act: exit code 1. */
  hasFailed?: boolean
}

/** Arguments that a command does not take. */
export class UsageError extends Error {}

const sharedOptions = {
  json: { type: 'boolean', description: 'prints the result as one JSON document' },
  help: { type: 'boolean', description: 'prints this text' },
} as const satisfies Options

/**
 * Runs an operator's command with this process's arguments and sets the exit code. Its result is
 * written to standard output; standard error has the reason of a failure.
 */
export async function runCommand<const Own extends Options>(command: Command<Own>): Promise<void> {
  const { stdout = '', stderr = '', exitCode } = await execute(command, process.argv.slice(2))
  process.stdout.write(stdout)
  process.stderr.write(stderr)
  process.exitCode = exitCode
}

/** What a command with these arguments prints, and its exit code. */
export async function execute<const Own extends Options>(command: Command<Own>, argv: string[]) {
  try {
    const args = parseArguments(command, argv)
    if (args.values.help) return { stdout: formatUsage(command), exitCode: 0 }
    const { text, json, hasFailed } = await command.run(args)
    const stdout = args.values.json ? `${JSON.stringify(json, undefined, 2)}\n` : text
    return { stdout, exitCode: hasFailed ? 1 : 0 }
  } catch (error) {
    const reason = `${describeError(error)}\n`
    return error instanceof UsageError
      ? { stderr: `${reason}\n${formatUsage(command)}`, exitCode: 2 }
      : { stderr: reason, exitCode: 1 }
  }
}

function parseArguments<Own extends Options>({ options, forms }: Command<Own>, args: string[]) {
  try {
    return parseArgs({
      args,
      options: { ...options, ...sharedOptions },
      allowPositionals: forms !== undefined,
    }) as Args<Own> & { values: { help?: boolean; json?: boolean } }
  } catch (error) {
    // Node's message continues with advice that does not apply here.
    throw new UsageError(`${(error as Error).message.split(/\.\s|\.?\n/)[0]}.`)
  }
}

/** The error and its causes: a failed query does not say that there was no connection. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const message = error.message || (error as NodeJS.ErrnoException).code || error.name
  return error.cause ? `${message}\n${describeError(error.cause)}` : message
}

function formatUsage(command: Omit<Command<Options>, 'run'>): string {
  const { name, purpose, forms = ['[options]'], options, failure } = command
  const lines = Object.entries<Options[string]>({ ...options, ...sharedOptions }).map(
    ([option, { value, description }]) => [`--${option}${value ? ` ${value}` : ''}`, description],
  )
  const width = Math.max(...lines.map(([option = '']) => option.length))
  return `${purpose}

Usage:
${forms.map(form => `  npm run ${name} -- ${form}\n`).join('')}
Options:
${lines.map(([option = '', description]) => `  ${option.padEnd(width)}  ${description}\n`).join('')}
Exit codes:
  0  done
  1  ${failure}
  2  wrong arguments
`
}
