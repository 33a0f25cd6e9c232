import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { toFieldIssues } from '@/domain/input/field-issue'

const form = z.object({
  email: z.string().check(z.minLength(5, 'email.short'), z.regex(/@/, 'email.shape')),
  car: z.object({ seats: z.number('seats.missing') }),
})

describe('what is wrong', () => {
  it('is nothing with answers that fit', () => {
    expect(toFieldIssues(form.safeParse({ email: 'a@b.c', car: { seats: 4 } }))).toEqual([])
  })

  it('is told once a field, in the order of the form, with the path of the field', () => {
    expect(toFieldIssues(form.safeParse({ email: 'a', car: {} }))).toEqual([
      { field: 'email', message: 'email.short' },
      { field: 'car.seats', message: 'seats.missing' },
    ])
  })
})
