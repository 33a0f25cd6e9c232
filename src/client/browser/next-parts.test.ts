import { createRequire } from 'node:module'
import { expect, it } from 'vitest'
import * as parts from '@/client/browser/next-parts'

const require = createRequire(import.meta.url)

it('the constants have the values of Next’s own', () => {
  const constants = Object.entries(parts).filter(([name]) => /^[A-Z_]+$/.test(name))
  const ofNext = {
    ...require('next/dist/lib/constants'),
    ...require('next/dist/shared/lib/constants'),
  }
  expect(ofNext).toMatchObject(Object.fromEntries(constants))
})

it('a matched path has the parameters that Next’s own matcher finds', () => {
  const { safeRouteMatcher } = require('next/dist/shared/lib/router/utils/route-match-utils')
  const match = (path: string) => path === '/countries/es/' && { country: 'es' }
  for (const path of ['/countries/es/', '/'])
    expect(parts.safeRouteMatcher(match)(path)).toEqual(safeRouteMatcher(match)(path))
})
