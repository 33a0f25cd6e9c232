import { expect, it } from 'vitest'
import { generateHexId, toHex } from '@/client/browser/hex'

it('bytes become two hex digits each', () => {
  expect(toHex(Uint8Array.of(0, 9, 16, 171, 255))).toBe('000910abff')
  expect(toHex(new Uint8Array())).toBe('')
})

it('an id is new each time', () => {
  const ids = [generateHexId(), generateHexId()]
  for (const id of ids) expect(id).toMatch(/^[\da-f]{32}$/)
  expect(ids[0]).not.toBe(ids[1])
})
