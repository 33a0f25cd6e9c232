import type { FormHash, FormValue } from '@/sandbox/parse-form'
import { invalidRequest } from '@/sandbox/stripe/api-error'

/** Parses one value; `name` is the full parameter name, for the error. Throws StripeError. */
export type Reader<T> = (value: FormValue, name: string) => T
export type Shape = Record<string, Reader<unknown>>
export type Parameters<S extends Shape> = { [K in keyof S]?: ReturnType<S[K]> }

/** Parses request parameters. Unknown names are refused, as in the real API. */
export function readParameters<S extends Shape>(form: FormHash, shape: S): Parameters<S> {
  return readHash(form, shape, '')
}

function readHash<S extends Shape>(form: FormHash, shape: S, prefix: string): Parameters<S> {
  const found: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(form)) {
    const name = prefix === '' ? key : `${prefix}[${key}]`
    const reader = Object.hasOwn(shape, key) ? shape[key] : undefined
    if (!reader) throw unknownParameter(name)
    found[key] = reader(value, name)
  }
  return found as Parameters<S>
}

function unknownParameter(name: string) {
  return invalidRequest(`Received unknown parameter: ${name}`, {
    code: 'parameter_unknown',
    param: name,
  })
}

/** Throws StripeError 400 for a parameter that was not sent. */
export function requireParameter<T>(value: T | undefined, param: string): T {
  if (value !== undefined) return value
  throw invalidRequest(`Missing required param: ${param}.`, { code: 'parameter_missing', param })
}

export const text: Reader<string> = (value, param) => {
  if (typeof value !== 'string') throw invalidRequest('Invalid string', { param })
  return value
}

/** Text; an empty value clears it (null). */
export const clearableText: Reader<string | null> = (value, param) => text(value, param) || null

export const integer: Reader<number> = (value, param) => {
  const digits = text(value, param)
  if (!/^-?\d{1,15}$/.test(digits)) {
    throw invalidRequest(`Invalid integer: ${digits}`, { code: 'parameter_invalid_integer', param })
  }
  return Number(digits)
}

export const flag: Reader<boolean> = (value, param) => {
  if (value !== 'true' && value !== 'false')
    throw invalidRequest(`Invalid boolean: ${value}`, { param })
  return value === 'true'
}

export function oneOf<T extends string>(...allowed: T[]): Reader<T> {
  return (value, param) => {
    const found = allowed.find(choice => choice === value)
    if (found) return found
    throw invalidRequest(`Invalid ${param}: must be one of ${allowed.join(', ')}`, { param })
  }
}

export function listOf<T>(reader: Reader<T>): Reader<T[]> {
  return (value, name) => {
    if (value === '') return []
    if (typeof value === 'string') throw invalidRequest('Invalid array', { param: name })
    return Object.entries(value).map(([key, item]) => reader(item, `${name}[${key}]`))
  }
}

export function hashOf<S extends Shape>(shape: S): Reader<Parameters<S>> {
  return (value, name) => {
    if (value === '') return {}
    if (typeof value === 'string') throw invalidRequest('Invalid object', { param: name })
    return readHash(value, shape, name)
  }
}

export type Metadata = Record<string, string>

// Stripe's limits: 50 keys of 40 characters with values of 500.

/** An empty value instead of a hash removes all metadata: null. */
export const metadata: Reader<Metadata | null> = (value, param) => {
  if (value === '') return null
  if (typeof value === 'string') throw invalidRequest('Invalid metadata', { param })
  const entries = Object.entries(value).map(([key, item]) => [key, text(item, `${param}[${key}]`)])
  const isTooLong = entries.some(([key = '', item = '']) => key.length > 40 || item.length > 500)
  if (entries.length > 50 || isTooLong) throw invalidRequest('Metadata is too large', { param })
  return Object.fromEntries(entries) as Metadata
}

/** Updated metadata: given keys are set, empty ones removed, the others stay. */
export function mergeMetadata(current: Metadata, changes?: Metadata | null): Metadata {
  if (changes === null) return {}
  const entries = Object.entries({ ...current, ...changes }).filter(([, value]) => value !== '')
  return Object.fromEntries(entries)
}
