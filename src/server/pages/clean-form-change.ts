import { stateChange } from '@/contract/checkout'
import { mergeChange, type StateChange, withoutFields } from '@/domain/checkout/state-change'
import { isStorable } from '@/domain/input/storable'
import { unstorable } from '@/server/infra/validate-storable'

/** What of a form's answers a checkout can hold. */
interface Storable {
  change: StateChange
  /** The answers that are not stored as they were typed: `customer.place_of_birth`. */
  unfit: string[]
}

/**
 * The change as far as it can be stored. It passes the same schema as a call's: a text loses its characters
 * that cannot be saved and is cut where it is too long, anything else that does not fit is left out.
 */
export function storablePart(asked: StateChange): Storable {
  const unreadable = unstorable(asked).map(({ field }) => field)
  const readable = unreadable.reduce((change, field) => withText(change, field, readableIn), asked)
  const parsed = stateChange.safeParse(readable)
  if (parsed.success) return { change: parsed.data as StateChange, unfit: unreadable }
  const misfits = parsed.error.issues.map(misfitOf)
  const fitted = misfits.reduce(
    (change, { field, most }) =>
      most === undefined
        ? withoutFields(change, [field])
        : withText(change, field, text => readableIn(text.slice(0, most))),
    readable,
  )
  const change = stateChange.parse(fitted) as StateChange
  return { change, unfit: [...unreadable, ...misfits.map(({ field }) => field)] }
}

interface Misfit {
  field: string
  /** Characters that fit, where it is a text that may be cut. */
  most: number | undefined
}

/** A country's code: cut off, it may be another's. */
const codeLength = 2

function misfitOf({
  path,
  ...issue
}: {
  path: PropertyKey[]
  code?: string
  maximum?: unknown
}): Misfit {
  const most = issue.code === 'too_big' && path.length === 2 ? Number(issue.maximum) : undefined
  const field = path.slice(0, 2).join('.')
  return { field, most: most === codeLength ? undefined : most }
}

function withText(change: StateChange, field: string, mend: (text: string) => string): StateChange {
  const [key = '', name] = field.split('.')
  const value = (change as Record<string, unknown>)[key]
  if (typeof value === 'string') return { ...change, [key]: mend(value) }
  const text = (value as Record<string, unknown> | null)?.[name ?? '']
  if (typeof text !== 'string') return withoutFields(change, [field])
  return mergeChange(change, { [key]: { [name ?? '']: mend(text) } } as StateChange)
}

const readableIn = (text: string): string =>
  isStorable(text) ? text : text.replace(/\0|\p{Surrogate}/gu, '')
