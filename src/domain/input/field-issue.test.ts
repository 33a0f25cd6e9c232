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

  it('has one issue per field, in the order of the form, with the field’s path', () => {
    expect(toFieldIssues(form.safeParse({ email: 'a', car: {} }))).toEqual([
      { field: 'email', message: 'email.short' },
      { field: 'car.seats', message: 'seats.missing' },
    ])
  })
})
