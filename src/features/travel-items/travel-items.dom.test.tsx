import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { findAddressFormat } from '@/domain/address/address-formats'
import { TravelWallet } from '@/features/travel-items/travel-items'
import { findRadio, renderPlanStep } from '../../../tests/support/plan-step'
import { renderPart } from '../../../tests/support/render-part'
import { completeCheckout } from '../../../tests/support/sample-checkout'
import { translateEnglish as translate } from '../../../tests/support/texts'

const buildItem = (item_id: number, code: string, price: number) => ({
  item_id,
  code,
  name: translate(`travel:items.${code}.name`),
  price,
  is_active: true,
})
const travelItemsData = [
  buildItem(1, 'travel-wallet', 19),
  buildItem(2, 'phone-mount', 15),
  buildItem(3, 'power-adapter', 22),
  buildItem(4, 'safety-vest', 12),
]

/** An extra by its code, in this part of the page. */
function findExtra(container: HTMLElement, code: string) {
  const name = translate(`travel:items.${code}.name`)
  const getButton = (key: string) =>
    within(container).getByRole('button', { name: translate(key, { name }) })
  return {
    name,
    add: () => getButton('travel:addLabel'),
    more: () => getButton('travel:more'),
    less: () => getButton('travel:less'),
    quantity: () =>
      within(container).getByRole<HTMLInputElement>('textbox', {
        name: translate('travel:quantity', { name }),
      }),
  }
}

/** The plan step of a shop with four extras. */
function openExtras(cart: { item_id: number; quantity: number }[] = []) {
  const plan = renderPlanStep({
    address: findAddressFormat('us'),
    state: { travelItemsData, travelItemsInCart: cart },
  })
  const section = screen.getByRole('region', { name: translate('travel:heading') })
  return {
    ...plan,
    section,
    extra: (code: string) => findExtra(section, code),
    announces: (text: string) =>
      waitFor(() => expect(within(section).getAllByRole('status').at(-1)?.textContent).toBe(text)),
    isSaved: (cart: object[]) =>
      waitFor(() => expect(plan.api.checkout().state.travelItemsInCart).toEqual(cart)),
    /** Replaces the value of a field, like a customer. */
    retype: async (field: HTMLInputElement, text: string) => {
      await plan.user.click(field)
      field.select()
      await plan.user.paste(text)
    },
  }
}

describe('an extra', () => {
  it('is added, counted, announced and charged', async () => {
    const { user, extra, announces, isSaved, expectTotal, section } = openExtras()
    const mount = extra('phone-mount')
    await user.click(mount.add())
    expect(document.activeElement).toBe(mount.more())
    expect(mount.quantity().value).toBe('1')
    await announces('Phone mount: 1, $15')
    await user.click(mount.more())
    await announces('Phone mount: 2, $30')
    expect(section.textContent).toContain('2 × $15')
    await expectTotal('$143')
    await isSaved([{ item_id: 2, quantity: 2 }])
  })

  it('can be in the order at most ten times', async () => {
    const { user, extra, retype, isSaved } = openExtras([{ item_id: 2, quantity: 9 }])
    const mount = extra('phone-mount')
    expect(mount.more().getAttribute('aria-disabled')).toBeNull()
    await user.click(mount.more())
    expect(mount.quantity().value).toBe('10')
    expect(mount.more().getAttribute('aria-disabled')).toBe('true')
    await user.click(mount.more())
    expect(mount.quantity().value).toBe('10')
    await retype(mount.quantity(), '3')
    await retype(mount.quantity(), '250')
    expect(mount.quantity().value).toBe('10')
    await isSaved([{ item_id: 2, quantity: 10 }])
  })

  it.each([
    ['3', '3'],
    ['٤', '4'],
    ['７', '7'],
    ['two', '9'],
  ])('takes its quantity from the input: %s', async (typed, quantity) => {
    const { extra, retype, isSaved } = openExtras([{ item_id: 2, quantity: 9 }])
    const mount = extra('phone-mount')
    await retype(mount.quantity(), typed)
    expect(mount.quantity().value).toBe(quantity)
    await isSaved([{ item_id: 2, quantity: Number(quantity) }])
  })

  it.each([
    ['typing zero', async (plan: Plan) => plan.retype(plan.extra('phone-mount').quantity(), '0')],
    [
      'removing the last one',
      async (plan: Plan) => plan.user.click(plan.extra('phone-mount').less()),
    ],
  ])('is removed by %s, and Add gets the focus', async (_, removeItem) => {
    const plan = openExtras([{ item_id: 2, quantity: 1 }])
    await removeItem(plan)
    const { add, name } = plan.extra('phone-mount')
    expect(document.activeElement).toBe(add())
    await plan.announces(translate('travel:removed', { name }))
    await plan.isSaved([])
  })

  it('removed in the summary is removed in the list, without moving the focus', async () => {
    const { user, extra } = openExtras()
    const wallet = extra('travel-wallet')
    await user.click(wallet.add())
    const name = translate('summary.removeLabel', { name: wallet.name })
    await user.click(screen.getByRole('button', { name }))
    await waitFor(() => expect(wallet.add()).toBeTruthy())
    expect(document.activeElement).not.toBe(wallet.add())
  })

  it('of the longer list is visible initially while it is in the order', async () => {
    const { user, section, extra } = openExtras([{ item_id: 4, quantity: 1 }])
    const list = section.querySelector('details')
    expect(list?.open).toBe(true)
    expect(list?.contains(extra('safety-vest').quantity())).toBe(true)
    await user.click(extra('safety-vest').less())
    expect(list?.open).toBe(true)
    expect(document.activeElement).toBe(extra('safety-vest').add())
  })
})

type Plan = ReturnType<typeof openExtras>

it('a digital permit lists the extras it removes, and the printed one restores them', async () => {
  const chosenCart = [{ item_id: 1, quantity: 2 }]
  const { user, expectTotal, isSaved, extra } = openExtras(chosenCart)
  const items = translate('travel:several', { quantity: 2, name: extra('travel-wallet').name })
  await expectTotal('$151')
  await user.click(findRadio(translate('plan:format.digital.name')))
  await screen.findByText(translate('travel:out.title', { items, total: '$74' }))
  await isSaved([])
  await user.click(findRadio(translate('plan:format.physical.name')))
  await screen.findByText(translate('travel:back.title', { items, total: '$151' }))
  await isSaved(chosenCart)
  await expectTotal('$151')
})

describe('the travel wallet beside the order', () => {
  function openWallet() {
    const part = renderPart(
      <main id="main" tabIndex={-1}>
        <TravelWallet />
      </main>,
      {
        checkout: {
          state: {
            ...completeCheckout,
            travelItemsData,
            variants: { AB_17_TRAVEL_WALLET: 'VARIANT_1' },
          },
        },
      },
    )
    const card = screen.getByRole('region', { name: translate('travel:items.travel-wallet.name') })
    return { ...part, card, wallet: findExtra(card, 'travel-wallet') }
  }

  it('is added and removed, and keeps the focus', async () => {
    const { user, wallet, api } = openWallet()
    await user.click(wallet.add())
    expect(document.activeElement).toBe(wallet.more())
    await waitFor(() =>
      expect(api.checkout().state.travelItemsInCart).toEqual([{ item_id: 1, quantity: 1 }]),
    )
    await user.click(wallet.less())
    expect(document.activeElement).toBe(wallet.add())
    await waitFor(() => expect(api.checkout().state.travelItemsInCart).toEqual([]))
  })

  it('disappears when dismissed, and the focus moves to the main content', async () => {
    const { user, card } = openWallet()
    await user.click(within(card).getByRole('button', { name: translate('travel:noThanks') }))
    expect(card.isConnected).toBe(false)
    expect(document.activeElement?.id).toBe('main')
  })
})
