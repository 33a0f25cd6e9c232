import { beforeEach, describe, expect, it } from 'vitest'
import { readDraft, writeDraft } from '@/client/store/draft-storage'
import { stubStorage } from '../../../tests/support/browser-storage'

const token = 't'.repeat(43)
const change = { customer: { email: 'ana@example.com' } }

let entries: Map<string, string>
beforeEach(() => {
  entries = stubStorage()
})

/** Replaces the stored draft. */
function damageDraft(text: string): void {
  writeDraft(token, change)
  for (const key of entries.keys()) entries.set(key, text)
}

describe('a draft', () => {
  it('is read by its own checkout only', () => {
    writeDraft(token, change)
    expect(readDraft(token)).toEqual(change)
    expect(readDraft('u'.repeat(43))).toEqual({})
  })

  it.each(['', 'null', '"text"', '{}', '{"of":"tttttttt"}', '{"of":"tttttttt","change":null}'])(
    'that is damaged is ignored: %s',
    text => {
      damageDraft(text)
      expect(readDraft(token)).toEqual({})
    },
  )

  it.each(['"text"', '[]', '7'])('with a damaged change is ignored: %s', text => {
    damageDraft(`{"of":"tttttttt","change":${text}}`)
    expect(readDraft(token)).toEqual({})
  })
})
