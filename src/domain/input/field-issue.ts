/** An invalid field; the message is a key of the `errors` texts. */
export interface FieldIssue {
  field: string
  message: string
  /** The invalid parts of a field that has several, if not all are invalid: `month`, `in`. */
  parts?: readonly string[] | undefined
}

/** Advice about a valid answer that may be a mistake. */
export interface FieldAdvice {
  field: string
  answer: string
  /** A better answer, or another answer that this one contradicts. */
  detail?: string
}

/** An invalid answer: the last part of its message's key, and the invalid parts of the field. */
export type AnswerIssue = Pick<FieldIssue, 'parts'> & { key: string }

/** The message of a schema's rule is a key of a text; a text with spaces is the schema library's. */
const isTextKey = (message: string): boolean => /^\w+(\.\w+)+$/.test(message)

/** Codes for rules without a message of their own: no form can break them. */
const codeByRule: Record<string, string> = {
  invalid_type: 'value.type',
  invalid_value: 'value.unknown',
  too_big: 'value.range',
  too_small: 'value.range',
}

/** Long enough for each field; of a longer name, as of an unknown key, the start is enough. */
const maxFieldLength = 100

/** The first issue of each field, in the order of the schema. */
export function toFieldIssues(result: ParseResult): FieldIssue[] {
  if (result.success) return []
  const messageByField = new Map<string, string>()
  for (const { path, message, code = '' } of result.error.issues) {
    const field = path.join('.').slice(0, maxFieldLength)
    const ownMessage = isTextKey(message) ? message : (codeByRule[code] ?? 'value.shape')
    if (!messageByField.has(field)) messageByField.set(field, ownMessage)
  }
  return [...messageByField].map(([field, message]) => ({ field, message }))
}

type ParseResult =
  | { success: true }
  | { success: false; error: { issues: { path: PropertyKey[]; message: string; code?: string }[] } }
