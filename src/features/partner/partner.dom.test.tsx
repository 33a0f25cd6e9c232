import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { type PartnerFailure, partnerFailures } from '@/domain/links/partner-offer'
import { Partner } from '@/features/partner/partner'
import { renderPart } from '../../../tests/support/render-part'
import router from '../../../tests/support/router'
import { completeCheckout } from '../../../tests/support/sample-checkout'
import { createTranslate } from '../../../tests/support/texts'

const failures = Object.keys(partnerFailures) as PartnerFailure[]
const translateEnglish = createTranslate('en')

beforeEach(() => {
  router.asPath = '/v2/driver-details/'
})

interface Scenario {
  partner?: string
  failure?: PartnerFailure
  language?: string
}

/** The partner notice of a step. */
const openStep = ({ partner, failure, language = 'en' }: Scenario) =>
  renderPart(<Partner />, {
    language,
    ...(failure && { partnerFailure: failure }),
    checkout: { state: { ...completeCheckout, partner: partner ?? null } },
  })

it('an order without a partner shows none', () => {
  openStep({})
  expect(document.body.textContent).toBe('')
})

it.each(['en', 'ar'])('a partner’s order shows the partner’s name (%s)', async language => {
  openStep({ partner: 'Northern Trails', language })
  const name = await screen.findByText('Northern Trails')
  expect(name.tagName).toBe('BDI')
  expect(name.closest('p')?.textContent).toContain(createTranslate(language)('partner.label'))
  expect(screen.queryByRole('status')).toBeNull()
})

it.each(failures.flatMap(failure => [['en', failure] as const, ['ar', failure] as const]))(
  'an invalid link shows the reason, and the order continues without the partner (%s, %s)',
  async (language, failure) => {
    const translate = createTranslate(language)
    openStep({ failure, language })
    const notice = await screen.findByRole('status')
    expect(notice.textContent).toContain(translate('partner.failed.title'))
    expect(notice.textContent).toContain(translate(`partner.failed.${failure}`))
    expect(screen.getByRole('link', { name: translate('partner.goOn') })).toBeDefined()
    expect(screen.queryByText(translate('partner.label'))).toBeNull()
  },
)

it.each(failures.filter(failure => failure !== 'moved'))(
  'an order keeps its partner when another link is invalid (%s)',
  async failure => {
    openStep({ partner: 'Northern Trails', failure })
    const notice = await screen.findByRole('status')
    expect(notice.textContent).toContain(translateEnglish('partner.kept.title'))
    expect(notice.textContent).toContain(
      translateEnglish('partner.kept.text', { partner: 'Northern Trails' }),
    )
    expect(notice.textContent).not.toContain(translateEnglish(`partner.failed.${failure}`))
    expect(screen.queryByRole('link', { name: translateEnglish('partner.goOn') })).toBeNull()
    expect(screen.getByRole('link', { name: translateEnglish('partner.kept.close') })).toBeDefined()
    expect(screen.getByText(translateEnglish('partner.label'))).toBeDefined()
  },
)

it('a partner who is back on the order needs no notice', async () => {
  openStep({ partner: 'Northern Trails', failure: 'moved' })
  await screen.findByText('Northern Trails')
  expect(screen.queryByRole('status')).toBeNull()
})

it.each([
  ['/v2/driver-details/?partner=token', '/v2/driver-details/'],
  ['/v2/review/?utm_source=mail&partner=plan#top', '/v2/review/?utm_source=mail'],
])(
  'dismissing the notice of a link removes its parameter from the URL: %s',
  async (initialPath, expectedPath) => {
    router.asPath = initialPath
    const replaceSpy = vi.spyOn(router, 'replace')
    const { user } = openStep({ failure: 'token' })
    const continueLink = await screen.findByRole('link', { name: translateEnglish('partner.goOn') })
    expect(continueLink.getAttribute('href')).toBe(`/checkouts${expectedPath}`)
    await user.click(continueLink)
    await waitFor(() => expect(replaceSpy).toHaveBeenCalledWith(expectedPath))
  },
)
