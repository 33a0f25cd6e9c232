import type { IncomingMessage } from 'node:http'
import { stateChange, type WireCheckout } from '@/contract/checkout'
import type { StateChange } from '@/domain/changes'
import type { CheckoutState } from '@/domain/checkout'
import { destinationsIn } from '@/domain/destinations'
import { driverChange, driverFormOf } from '@/domain/driver-form'
import { chosenPlan, isPrinted, postedForm, shippingChange, shippingFormOf } from '@/domain/forms'
import { type FieldIssue, issuesOf as issuesIn } from '@/domain/issues'
import { launchPart, type Query } from '@/domain/launch'
import { plansOf } from '@/domain/plans'
import { type Step, type StepId, stepById } from '@/domain/steps'
import type { Backend } from '@/server/backend'
import { create, edit } from '@/server/checkouts'
import * as customers from '@/server/customers'
import { Failure } from '@/server/failures'
import { addressOf, type Header, headerOf, isSameOrigin, rawBody } from '@/server/http'
import * as addresses from '@/server/shipping'

/** What became of a form that the browser posted by itself. */
export interface Posted {
  checkout: WireCheckout
  /** Empty when the step is done. */
  issues: FieldIssue[]
}

interface PostedForm {
  form: URLSearchParams
  header: Header
  /** The network address it comes from. */
  address: string
  /** What the address of its page says of how the customer came. */
  launch: Record<string, string>
}

const bodyLimit = 65_536

/** Reads a natively posted form; other sites and bodies that are no form are refused. */
export async function formIn(request: IncomingMessage): Promise<URLSearchParams> {
  if (!isSameOrigin(request)) throw new Failure('origin')
  if (!request.headers['content-type']?.startsWith('application/x-www-form-urlencoded'))
    throw new Failure('media_type')
  return new URLSearchParams((await rawBody(request, bodyLimit)).toString())
}

/** A step's form with what came along with it. */
export const postedIn = async (
  { env }: Backend,
  { req, query }: { req: IncomingMessage; query: Query },
): Promise<PostedForm> => ({
  form: await formIn(req),
  header: headerOf(req),
  address: addressOf(req, env.trustedProxies),
  launch: launchPart(query),
})

/** Saves what a step's form says, right or wrong, and goes on to the next step when it is right. */
export async function takePost(
  backend: Backend,
  id: StepId,
  before: WireCheckout,
  { form, launch, ...from }: PostedForm,
): Promise<Posted> {
  const token = before.token || (await create(backend, { body: { launch }, ...from })).token
  const issues = await (takers[id]?.(backend, token, before.state, form) ?? [])
  const step = stepById(id)
  const checkout = await edit(backend, token, () =>
    issues.length === 0 ? { step: step.number + 1 } : {},
  )
  return { checkout, issues }
}

type Taker = (
  backend: Backend,
  token: string,
  before: CheckoutState,
  form: URLSearchParams,
) => Promise<FieldIssue[]>

const takers: Partial<Record<Step['id'], Taker>> = {
  'driver-details': async (backend, token, before, form) => {
    const answers = postedForm(driverFormOf(before), form)
    await keep(backend, token, {
      ...driverChange(answers),
      acknowledgements: [
        ...before.acknowledgements.filter(id => !id.startsWith('not_accepted:')),
        ...form.getAll('acknowledgements'),
      ],
    })
    return [
      ...destinationsIn(answers.destinations).issues,
      ...(await issuesOf(() =>
        customers.create(backend, { query: { checkout: token }, body: {} }),
      )),
    ]
  },
  'upload-photos': async (backend, token) => {
    await edit(backend, token, () => ({ approval_documents: { add_later: true } }))
    return []
  },
  shipping: async (backend, token, before, form) => {
    const answers = postedForm(shippingFormOf(before), form)
    const selectedLicense = chosenPlan(answers)
    const plans = plansOf(before.productList, isPrinted(answers) ? 'physical' : 'digital')
    if (!plans.some(({ id }) => id === selectedLicense))
      return [{ field: 'selectedLicense', message: 'selectedLicense.missing' }]
    const method = answers.shipping_method
    const { state } = await keep(backend, token, {
      selectedLicense,
      ...(selectedLicense !== before.selectedLicense && { planChanged: true }),
      ...(isPrinted(answers) && shippingChange(answers)),
      ...(method && { selectedShippingMethod: { code: method, price: 0 } }),
    })
    if (!isPrinted(answers)) return []
    const issues = await issuesOf(() => addresses.create(backend, { body: { checkout: token } }))
    const isUndeliverable = issues.length === 0 && !state.selectedShippingMethod
    return isUndeliverable
      ? [{ field: 'country', message: 'shipping_country.undeliverable' }]
      : issues
  },
  review: async (backend, token, _before, form) => {
    const selected = form.get('urgent') === 'yes'
    await edit(backend, token, () => ({ urgent: { selected, is_skip: !selected } }))
    return []
  },
}

/** Saves what a form says. It passes the same schema as a call's: what that refuses, no checkout can hold. */
async function keep(backend: Backend, token: string, change: StateChange): Promise<WireCheckout> {
  const parsed = stateChange.safeParse(change)
  if (!parsed.success) throw new Failure('unprocessable', { issues: issuesIn(parsed) })
  return edit(backend, token, () => parsed.data as StateChange)
}

/** What a command finds wrong with the answers. */
async function issuesOf(command: () => Promise<unknown>): Promise<FieldIssue[]> {
  try {
    await command()
    return []
  } catch (error) {
    if (error instanceof Failure && error.particulars.issues) return error.particulars.issues
    throw error
  }
}
