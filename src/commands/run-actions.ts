import { type Args, type Options, type Result, runCommand, UsageError } from '@/commands/command'
import { withDatabase } from '@/commands/with-database'
import type { Env } from '@/server/config/env'
import type { Db } from '@/server/db/open'

/** One action of a command, such as `add`. */
export interface Action<Own extends Options> {
  /** Its options as the usage shows them; it takes no others. */
  usage: string
  /** Whether it takes all options, of which the usage shows some. */
  takesAll?: boolean
  run: (db: Db, values: Args<Own>['values'], env: Env) => Promise<Result>
}

interface ActionCommand<Own extends Options> {
  name: string
  purpose: string
  options: Own
  actions: Record<string, Action<Own>>
}

/** Runs a command whose first argument is an action on the configured database. */
export function runActions<const Own extends Options>(command: ActionCommand<Own>): Promise<void> {
  const { actions, ...rest } = command
  return runCommand({
    ...rest,
    forms: Object.entries(actions).map(([name, { usage }]) => `${name} ${usage}`.trim()),
    failure: 'a value was refused, or there is no database; nothing was written',
    run: ({ positionals: [name = '', ...others], values }) => {
      const action = Object.hasOwn(actions, name) ? actions[name] : undefined
      if (!action || others.length > 0)
        throw new UsageError(`The first argument is one of ${Object.keys(actions).join(', ')}.`)
      const unused = Object.keys(values).find(option => !takes(action, option))
      if (unused) throw new UsageError(`${name} does not take --${unused}.`)
      return withDatabase(({ db }, env) => action.run(db, values, env))
    },
  })
}

/** Every command takes `--json` and `--help`. */
const takes = (
  { usage, takesAll = false }: Pick<Action<Options>, 'usage' | 'takesAll'>,
  option: string,
): boolean => takesAll || ['json', 'help'].includes(option) || usage.includes(`--${option}`)
