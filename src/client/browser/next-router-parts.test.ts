import { createRequire } from 'node:module'
import { expect, it } from 'vitest'
import * as parts from '@/client/browser/next-router-parts'

const require = createRequire(import.meta.url)

it('the constants have the values of Next’s own', () => {
  const { safeRouteMatcher: _, ...constants } = parts
  expect(require('next/dist/lib/constants')).toMatchObject(constants)
})

it('a matched path has the parameters that Next’s own matcher finds', () => {
  const { safeRouteMatcher } = require('next/dist/shared/lib/router/utils/route-match-utils')
  const match = (path: string) => path === '/countries/es/' && { country: 'es' }
  for (const path of ['/countries/es/', '/'])
    expect(parts.safeRouteMatcher(match)(path)).toEqual(safeRouteMatcher(match)(path))
})
