import { type Args, type Options, type Result, runCommand, UsageError } from '@/commands/command'
import { withDatabase } from '@/commands/with-database'
import type { Env } from '@/server/config/env'
import type { Db } from '@/server/db/open'

/** One action of a command, such as `add`, on the database or what else the command opens. */
export interface Action<Own extends Options, Target = { db: Db; env: Env }> {
  /** Its arguments and options as the usage shows them; it takes no others. */
  usage: string
  /** Whether it takes all options, of which the usage shows some. */
  takesAll?: boolean
  /** Whether an argument follows its name, such as an order's number. */
  hasArgument?: boolean
  /** Whether an option can stand for that argument. */
  isArgumentOptional?: boolean
  run: (target: Target, values: Args<Own>['values'], argument: string) => Promise<Result>
}

interface ActionCommand<Own extends Options, Target> {
  name: string
  purpose: string
  options: Own
  actions: Record<string, Action<Own, Target>>
  /** Opens what the actions work on. */
  open: (use: (target: Target) => Promise<Result>) => Promise<Result>
}

/** Opens the configured database for the actions of a command. */
export const openDatabase = (
  use: (target: { db: Db; env: Env }) => Promise<Result>,
): Promise<Result> => withDatabase(({ db }, env) => use({ db, env }))

/** Runs a command whose first argument is an action. */
export function runActions<const Own extends Options, Target>(
  command: ActionCommand<Own, Target>,
): Promise<void> {
  const { actions, open, ...rest } = command
  return runCommand({
    ...rest,
    forms: Object.entries(actions).map(([name, { usage }]) => `${name} ${usage}`.trim()),
    failure: 'a value was refused, or there is no database; nothing was written',
    run: ({ positionals: [name = '', ...others], values }) => {
      const action = Object.hasOwn(actions, name) ? actions[name] : undefined
      if (!action)
        throw new UsageError(`The first argument is one of ${Object.keys(actions).join(', ')}.`)
      if (!isCountRight(action, others.length))
        throw new UsageError(`The arguments are ${name} ${action.usage}`)
      const unused = Object.keys(values).find(option => !takes(action, option))
      if (unused) throw new UsageError(`${name} does not take --${unused}.`)
      return open(target => action.run(target, values, others[0] ?? ''))
    },
  })
}

const isCountRight = (
  {
    hasArgument = false,
    isArgumentOptional = false,
  }: Pick<Action<Options>, 'hasArgument' | 'isArgumentOptional'>,
  count: number,
): boolean => count === (hasArgument ? 1 : 0) || (isArgumentOptional && count === 0)

/** Every command takes `--json` and `--help`. */
const takes = (
  { usage, takesAll = false }: Pick<Action<Options>, 'usage' | 'takesAll'>,
  option: string,
): boolean => takesAll || ['json', 'help'].includes(option) || usage.includes(`--${option}`)
