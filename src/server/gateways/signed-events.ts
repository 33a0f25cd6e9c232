import * as z from 'zod'

/** An id that can be stored: PostgreSQL has no NUL in texts. */
export const eventId = z.string().regex(/^[^\0]{1,300}$/)

/** The JSON of a body; null when it is none. */
export function parseJson(rawBody: Buffer): unknown {
  try {
    return JSON.parse(rawBody.toString())
  } catch {
    return null
  }
}
