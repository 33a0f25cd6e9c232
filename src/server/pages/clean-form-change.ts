import { wireChange } from '@/contract/checkout'
import { applyChange, type StateChange, withoutFields } from '@/domain/checkout/state-change'
import { isStorable, listUnstorableFields } from '@/domain/input/storable'

/** The part of a form's answers that a checkout can store. */
interface StorableChange {
  change: StateChange
  /** Fields that are not stored as they were typed: `customer.place_of_birth`. */
  unfitFields: string[]
}

/**
 * The storable part of a form's change, by the schema of the API call: unstorable characters are
 * removed, long texts are cut, other invalid values are omitted.
 */
export function cleanFormChange(formChange: StateChange): StorableChange {
  const unreadableFields = listUnstorableFields(formChange).map(({ field }) => field)
  const readableChange = unreadableFields.reduce(
    (change, field) => updateText(change, field, stripUnstorable),
    formChange,
  )
  const result = wireChange.safeParse(readableChange)
  if (result.success) return { change: result.data, unfitFields: unreadableFields }
  const misfits = result.error.issues.map(toMisfit)
  const fittedChange = misfits.reduce(
    (change, { field, maxLength }) =>
      maxLength === undefined
        ? withoutFields(change, [field])
        : updateText(change, field, text => stripUnstorable(text.slice(0, maxLength))),
    readableChange,
  )
  const change = wireChange.parse(fittedChange)
  return { change, unfitFields: [...unreadableFields, ...misfits.map(({ field }) => field)] }
}

interface Misfit {
  field: string
  /** Maximum number of characters; undefined for a value that cannot be cut. */
  maxLength: number | undefined
}

/** Length of a country code. It is not cut: the first two characters may be another country. */
const codeLength = 2

function toMisfit({
  path,
  ...issue
}: {
  path: PropertyKey[]
  code?: string
  maximum?: unknown
}): Misfit {
  const maxLength =
    issue.code === 'too_big' && path.length === 2 ? Number(issue.maximum) : undefined
  const field = path.slice(0, 2).join('.')
  return { field, maxLength: maxLength === codeLength ? undefined : maxLength }
}

function updateText(
  change: StateChange,
  field: string,
  transform: (text: string) => string,
): StateChange {
  const [key = '', name] = field.split('.')
  const value = (change as Record<string, unknown>)[key]
  if (typeof value === 'string') return { ...change, [key]: transform(value) }
  const text = (value as Record<string, unknown> | null)?.[name ?? '']
  if (typeof text !== 'string') return withoutFields(change, [field])
  return applyChange(change, { [key]: { [name ?? '']: transform(text) } } as StateChange)
}

const stripUnstorable = (text: string): string =>
  isStorable(text) ? text : text.replace(/\0|\p{Surrogate}/gu, '')
