import { createElement } from 'react'
import { expect, it } from 'vitest'
import { useMethodName } from '@/client/format/use-delivery-texts'
import { renderText } from '../support/render-html'

function Name({ code, name }: { code: string; name: string }) {
  const nameOf = useMethodName()
  return nameOf({ code, name })
}

it.each([
  ['en', 'post', 'Registered post', 'Registered mail'],
  ['ar', 'post', 'Registered post', 'بريد مسجّل'],
  ['ar', 'dhl', 'DHL Express', 'DHL Express'],
])('in %s the shipping method %s (%s) is called %s', (language, code, name, expected) => {
  expect(renderText(createElement(Name, { code, name }), { language })).toBe(expected)
})
