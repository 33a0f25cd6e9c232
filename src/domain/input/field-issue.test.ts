import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { toFieldIssues } from '@/domain/input/field-issue'

const form = z.object({
  email: z.string().check(z.minLength(5, 'email.short'), z.regex(/@/, 'email.shape')),
  car: z.object({ seats: z.number('seats.missing') }),
})

describe('the list of issues', () => {
  it('is empty for valid answers', () => {
    expect(toFieldIssues(form.safeParse({ email: 'a@b.c', car: { seats: 4 } }))).toEqual([])
  })

  it('has a code where the schema has no message of its own', () => {
    const schema = z.object({
      type: z.string(),
      choice: z.enum(['a', 'b']),
      length: z.string().check(z.maxLength(2)),
      shape: z.string().check(z.regex(/^a$/)),
    })
    expect(
      toFieldIssues(schema.safeParse({ type: 1, choice: 'c', length: 'abc', shape: 'b' })),
    ).toEqual([
      { field: 'type', message: 'value.type' },
      { field: 'choice', message: 'value.unknown' },
      { field: 'length', message: 'value.range' },
      { field: 'shape', message: 'value.shape' },
    ])
  })

  it('has one issue per field, in the order of the form, with the field’s path', () => {
    expect(toFieldIssues(form.safeParse({ email: 'a', car: {} }))).toEqual([
      { field: 'email', message: 'email.short' },
      { field: 'car.seats', message: 'seats.missing' },
    ])
  })
})
