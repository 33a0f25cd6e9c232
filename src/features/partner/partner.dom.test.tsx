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

/** What a step says of a partner. */
const openStep = ({ partner, failure, language = 'en' }: Scenario) =>
  renderPart(<Partner />, {
    language,
    ...(failure && { partnerFailure: failure }),
    checkout: { state: { ...completeCheckout, partner: partner ?? null } },
  })

it('whom no partner sends reads nothing of one', () => {
  openStep({})
  expect(document.body.textContent).toBe('')
})

it.each(['en', 'ar'])('a partner’s customer reads the partner’s name (%s)', async language => {
  openStep({ partner: 'Northern Trails', language })
  const name = await screen.findByText('Northern Trails')
  expect(name.tagName).toBe('BDI')
  expect(name.closest('p')?.textContent).toContain(createTranslate(language)('partner.label'))
  expect(screen.queryByRole('status')).toBeNull()
})

it.each(failures.flatMap(failure => [['en', failure] as const, ['ar', failure] as const]))(
  'a link that is not right says why, and the order goes on without the partner (%s, %s)',
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
  'an order stays with its partner where another link is not right (%s)',
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

it('a partner who has come back is no news', async () => {
  openStep({ partner: 'Northern Trails', failure: 'moved' })
  await screen.findByText('Northern Trails')
  expect(screen.queryByRole('status')).toBeNull()
})

it.each([
  ['/v2/driver-details/?partner=token', '/v2/driver-details/'],
  ['/v2/review/?utm_source=mail&partner=plan#top', '/v2/review/?utm_source=mail'],
])(
  'what was said of a link is put away with its part of the address: %s',
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
