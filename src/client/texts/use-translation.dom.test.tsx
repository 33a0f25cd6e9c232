import { cleanup, render, screen } from '@testing-library/react'
import { memo } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { TextsProvider, useTranslation } from '@/client/texts/use-translation'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const Notice = memo(() => {
  const { t } = useTranslation()
  return <p role="status">{`${t('labelled', { label: t('save.closed'), value: t('product') })}`}</p>
})

it('a text that the page came without is shown once it is loaded, and stays on the next page', async () => {
  const texts = { save: { closed: 'Closed' }, product: 'from the file' }
  const fetchMock = vi.fn(async (_url: string) => Response.json(texts))
  vi.stubGlobal('fetch', fetchMock)
  const renderTexts = (product: string) => (
    <TextsProvider language="en" texts={{ common: { labelled: '{{label}}: {{value}}', product } }}>
      <Notice />
    </TextsProvider>
  )
  const { rerender } = render(renderTexts('Permit'))
  expect(screen.getByRole('status').textContent).toBe(': Permit')
  await screen.findByText('Closed: from the file')
  rerender(renderTexts('Plan'))
  expect(screen.getByRole('status').textContent).toMatch(/^Closed: /)
  expect(fetchMock.mock.calls.map(([url]) => url)).toEqual(['/checkouts/locales/en/common.json'])
})
