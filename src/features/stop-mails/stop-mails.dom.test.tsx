import { screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { StopMailsForm } from '@/features/stop-mails/stop-mails-form'
import { renderPart } from '../../../tests/support/render-part'
import router from '../../../tests/support/router'
import { translateEnglish as translate } from '../../../tests/support/texts'

beforeEach(() => {
  router.query = {}
})

it('the page of a mail’s link has one button, which posts the code without scripts', () => {
  router.query = { code: 'a-code' }
  renderPart(<StopMailsForm />)
  const button = screen.getByRole('button', { name: translate('stop-mails:stop') })
  const form = button.closest('form')
  expect([form?.method, form?.getAttribute('action')]).toEqual([
    'post',
    '/checkouts/api/stop-mails/',
  ])
  expect(Object.fromEntries(new FormData(form as HTMLFormElement))).toEqual({ code: 'a-code' })
})

it.each([
  [{ outcome: 'stopped' }, 'stopped.text'],
  [{ outcome: 'unknown' }, 'unknown'],
  [{}, 'unknown'],
])('after %j it says what happened', (query, key) => {
  router.query = query
  renderPart(<StopMailsForm />)
  expect(screen.getByRole('status').textContent).toContain(translate(`stop-mails:${key}`))
  expect(screen.queryByRole('button')).toBeNull()
})
