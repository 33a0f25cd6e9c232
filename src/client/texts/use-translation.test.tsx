import i18next from 'i18next'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, it, vi } from 'vitest'
import { TextsProvider, useTranslation } from '@/client/texts/use-translation'

afterEach(() => vi.restoreAllMocks())

const Total = () => <>{useTranslation().t('summary.total')}</>

const renderIn = (language: string, total: string, children: ReactNode = <Total />): string =>
  renderToStaticMarkup(
    <TextsProvider language={language} texts={{ common: { summary: { total } } }}>
      {children}
    </TextsProvider>,
  )

it('pages in several languages are rendered at once, each in its own', () => {
  const markup = renderIn(
    'de',
    'Summe',
    <>
      <Total />, {renderIn('ar', 'المجموع')}, <Total />
    </>,
  )
  expect(markup).toBe('Summe, المجموع, Summe')
})

const seenTranslators = new Set<unknown>()
function Probe() {
  seenTranslators.add(useTranslation().t)
  seenTranslators.add(useTranslation(['common', 'plan']).t)
  return <Total />
}

it('a language has one instance and one `t` for all pages and components', () => {
  const first = renderIn('ja', '合計', <Probe />)
  const created = vi.spyOn(Object.getPrototypeOf(i18next), 'init')
  expect(renderIn('ja', '合計', [<Probe key={1} />, <Probe key={2} />])).toBe(first + first)
  expect(seenTranslators.size).toBe(1)
  expect(created).not.toHaveBeenCalled()
})

const Applied = () => <>{useTranslation('coupon').t('applied', { name: '<&' })}</>

it('values are escaped once, by React', () => {
  const markup = renderToStaticMarkup(
    <TextsProvider language="fr" texts={{ coupon: { applied: '{{name}} <b>' } }}>
      <Applied />
    </TextsProvider>,
  )
  expect(markup).toBe('&lt;&amp; &lt;b&gt;')
})

const Notes = () => {
  const { t } = useTranslation(['plan', 'photos', 'coupon'])
  const days = [1, 2].map(count => t('photos:privacy.days', { count }))
  const names = [t('address.city'), t('address.city', { context: 'suburb' })]
  return [...days, ...names, t('coupon:applied', { name: '$& {{count}}' })].join('; ')
}

it('the form of a text follows its count and context; a value is not read as a text', () => {
  const texts = {
    photos: { privacy: { days_one: 'a day', days_other: '{{count}} days' } },
    plan: { address: { city: 'City', city_suburb: 'Suburb' } },
    coupon: { applied: 'With {{name}}' },
  }
  const markup = renderToStaticMarkup(
    <TextsProvider language="en" texts={texts}>
      <Notes />
    </TextsProvider>,
  )
  expect(markup).toBe('a day; 2 days; City; Suburb; With $&amp; {{count}}')
})

it('a text that was changed in development shows on the next page', () => {
  expect(renderIn('es', 'Total')).toBe('Total')
  expect(renderIn('es', 'Suma')).toBe('Suma')
})

it('a component without texts around it is a bug', () => {
  expect(() => renderToStaticMarkup(<Total />)).toThrow('a text is shown outside its provider')
})
