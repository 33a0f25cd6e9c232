import type { IncomingMessage } from 'node:http'
import type { WireCheckout } from '@/contract/checkout'
import { parcelIssues } from '@/domain/address/address-formats'
import {
  chosenPlan,
  courierPhone,
  isPrinted,
  parcelChange,
  postedForm,
  type ShippingForm,
  shippingFormOf,
} from '@/domain/address/shipping-form'
import { planById, plansOf } from '@/domain/catalog/plans'
import type { CheckoutState } from '@/domain/checkout/checkout-state'
import { applyChange, type StateChange, withoutFields } from '@/domain/checkout/state-change'
import type { Step } from '@/domain/checkout/steps'
import {
  acknowledgementId,
  destinationsIn,
  mostDestinations,
} from '@/domain/destinations/destinations'
import { type Acknowledgement, acknowledgementIssues } from '@/domain/destinations/permit-verdict'
import { driverChange, driverFormOf } from '@/domain/driver/driver-form'
import { driverIssues } from '@/domain/driver/driver-rules'
import type { FieldIssue } from '@/domain/input/field-issue'
import { launchPart, type Query } from '@/domain/links/launch-params'
import { stepsOn } from '@/domain/step-access'
import type { Backend } from '@/server/backend'
import { edit, read } from '@/server/checkout/checkout-service'
import * as customers from '@/server/checkout/driver-service'
import { phoneWrong } from '@/server/checkout/normalise-phone'
import * as addresses from '@/server/checkout/shipping-service'
import { addressOf, type Header, headerOf, isSameOrigin, rawBody } from '@/server/http/request'
import { Failure } from '@/server/infra/api-error'
import { todayOf } from '@/server/infra/clock'
import { create } from '@/server/links/create-checkout'
import { storablePart } from '@/server/pages/clean-form-change'

/** What became of a form that the browser posted by itself. */
export interface Posted {
  checkout: WireCheckout
  /** Empty when the step is done. */
  issues: FieldIssue[]
}

export interface PostedForm {
  form: URLSearchParams
  header: Header
  /** The network address it comes from. */
  address: string
  /** What the address of its page says of how the customer came. */
  launch: Record<string, string>
}

const bodyLimit = 65_536

/** No control holds more: what is longer is told to be too long, however long it is. */
const longestValue = 1_000

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
  id: Step['id'],
  before: WireCheckout,
  { form, launch, ...from }: PostedForm,
): Promise<Posted> {
  const token = before.token || (await create(backend, { body: { launch }, ...from })).token
  const issues = await takeAnswers(backend, id, { token, before: before.state }, form)
  const checkout = await edit(backend, token, () =>
    issues.length === 0 ? { step: stepsOn(id).last + 1 } : {},
  )
  return { checkout, issues }
}

/** Saves what a page's form says, and answers with what is wrong with it. */
export const takeAnswers = async (
  backend: Backend,
  id: Step['id'],
  { token, before }: { token: string; before: CheckoutState },
  form: URLSearchParams,
): Promise<FieldIssue[]> => {
  const values = [...form].map(([name, value]) => [name, value.slice(0, longestValue)])
  const issues = await takers[id]?.(backend, token, before, new URLSearchParams(values))
  return onePerField(issues ?? [])
}

type Taker = (
  backend: Backend,
  token: string,
  before: CheckoutState,
  form: URLSearchParams,
) => Promise<FieldIssue[]>

const takeDriver: Taker = async (backend, token, before, form) => {
  const answers = postedForm(driverFormOf(before), inShares(form))
  const said = {
    ...driverChange(answers),
    acknowledgements: understood('not_accepted', before, form),
  }
  const { issues } = await keep(backend, { token, before, said }, ({ customer, ...state }) =>
    driverIssues(customer, todayOf(backend.now()), { ...state, phoneWrong }),
  )
  return [
    ...destinationsIn(answers.destinations).issues,
    ...issues,
    ...(await issuesOf(() => customers.create(backend, { query: { checkout: token }, body: {} }))),
  ]
}

/** What of an answer in several fields fits into each, of all that is stored of it together. */
const shares = new Map([
  ['date_of_birth_day', 8],
  ['date_of_birth_month', 22],
  ['date_of_birth_year', 8],
  ['height_ft', 18],
  ['height_in', 18],
])

/** The form with as much in each of such fields as leaves the others what they hold. */
const inShares = (form: URLSearchParams): URLSearchParams =>
  new URLSearchParams([...form].map(([name, value]) => [name, value.slice(0, shares.get(name))]))

const takePlan: Taker = async (backend, token, before, form) => {
  const answers = postedForm(shippingFormOf(before), form)
  const plan = planSaid(before, answers)
  const method = answers.shipping_method
  const said = {
    ...plan.said,
    acknowledgements: understood('digital_refused', before, form),
    ...(isPrinted(answers) && {
      ...parcelChange(before, answers),
      ...(form.has('phone') && courierPhone(answers)),
    }),
    ...(method && { selectedShippingMethod: { code: method, price: 0 } }),
  }
  const { state, issues } = await keep(backend, { token, before, said }, typed => [
    ...parcelIssues(typed, typed.shipping),
    ...addresses.phoneIssues(typed),
  ])
  const wrong = [...plan.issues, ...issues]
  const { table } = await backend.permits()
  const unknowing = acknowledgementIssues(
    state,
    table,
    planById(state.productList, state.selectedLicense),
  )
  if (!isPrinted(answers)) return [...wrong, ...unknowing]
  const missing = await issuesOf(() => addresses.create(backend, { body: { checkout: token } }))
  const isUndeliverable = missing.length === 0 && !state.selectedShippingMethod
  return isUndeliverable
    ? [...wrong, { field: 'country', message: 'shipping_country.undeliverable' }]
    : [...wrong, ...unknowing, ...missing]
}

/** The plan that a form chooses; one that is not offered is none. */
function planSaid(
  before: CheckoutState,
  answers: ShippingForm,
): { said: StateChange; issues: FieldIssue[] } {
  const selectedLicense = chosenPlan(answers)
  const plans = plansOf(before.productList, isPrinted(answers) ? 'physical' : 'digital')
  if (!plans.some(({ id }) => id === selectedLicense))
    return {
      said: {},
      issues: [{ field: 'selectedLicense', message: 'selectedLicense.missing' }],
    }
  const isChanged = selectedLicense !== before.selectedLicense
  return { said: { selectedLicense, ...(isChanged && { planChanged: true }) }, issues: [] }
}

const takers: Partial<Record<Step['id'], Taker>> = {
  info: async (backend, token, before, form) => {
    const driver = await takeDriver(backend, token, before, form)
    toTheDriver(form)
    const { state } = await read(backend, { params: { token } })
    if (form.has('urgent')) await takeUrgent(backend, token, form)
    return [...driver, ...(await takePlan(backend, token, state, form))]
  },
  'driver-details': takeDriver,
  'upload-photos': async (backend, token) => {
    await edit(backend, token, () => ({ approval_documents: { add_later: true } }))
    return []
  },
  shipping: takePlan,
  review: async (backend, token, _before, form) => {
    await takeUrgent(backend, token, form)
    return []
  },
}

async function takeUrgent(backend: Backend, token: string, form: URLSearchParams): Promise<void> {
  const selected = form.get('urgent') === 'yes'
  await edit(backend, token, () => ({ urgent: { selected, is_skip: !selected } }))
}

/** A parcel goes to the driver where nobody else is named: on one page with the driver, nothing is asked twice. */
function toTheDriver(form: URLSearchParams): void {
  for (const name of ['first_name', 'last_name'])
    form.set(`shipping_${name}`, form.get(`shipping_${name}`) || form.get(`license_${name}`) || '')
}

/** What was understood: a step's form says anew what it asks about, and nothing of the rest. */
const understood = (
  reason: Acknowledgement['reason'],
  { acknowledgements }: CheckoutState,
  form: URLSearchParams,
): string[] => [
  ...acknowledgements.filter(id => !id.startsWith(`${reason}:`)),
  ...form
    .getAll('acknowledgements')
    .filter(id => id.startsWith(`${reason}:`) && acknowledgementId.test(id))
    .slice(0, mostDestinations),
]

interface Saying {
  token: string
  before: CheckoutState
  said: StateChange
}

/**
 * Saves what a form says, as far as a checkout can hold it. What is wrong with the rest is found by `judge`
 * in the answers as they were typed.
 */
async function keep(
  backend: Backend,
  { token, before, said }: Saying,
  judge: (typed: CheckoutState) => FieldIssue[],
): Promise<{ state: CheckoutState; issues: FieldIssue[] }> {
  const { change, unfit } = storablePart(said)
  const { state, refused } = await editAsFar(backend, token, change)
  const found = unfit.length > 0 ? judge(applyChange(before, said)) : []
  const issues = unfit
    .filter(isOfForm)
    .map(controlOf)
    .map(
      field => found.find(issue => issue.field === field) ?? { field, message: 'text.unreadable' },
    )
  return { state, issues: [...refused, ...issues] }
}

/** Saves a change without what the order refuses of it, such as a pickup point that there is not. */
async function editAsFar(
  backend: Backend,
  token: string,
  change: StateChange,
): Promise<{ state: CheckoutState; refused: FieldIssue[] }> {
  try {
    return { state: (await edit(backend, token, () => change)).state, refused: [] }
  } catch (error) {
    const issues = issuesIn(error)
    const fields = issues.map(({ field }) => field.replace(/^state\./, ''))
    const { state } = await edit(backend, token, () => withoutFields(change, fields))
    return { state, refused: issues.map(issue => ({ ...issue, field: controlOf(issue.field) })) }
  }
}

/** Grouped answers alone stand in the form under a name of their own. */
const isOfForm = (field: string): boolean => /^(?:customer|shipping)\./.test(field)

/** Where the form shows an answer. */
const controlOf = (field: string): string => field.replace(/^.*\./, '').replace(/_typed$/, '')

/** The first issue of each field. */
const onePerField = (issues: FieldIssue[]): FieldIssue[] =>
  issues.filter(({ field }, at) => issues.findIndex(other => other.field === field) === at)

/** What a command finds wrong with the answers. */
async function issuesOf(command: () => Promise<unknown>): Promise<FieldIssue[]> {
  try {
    await command()
    return []
  } catch (error) {
    return issuesIn(error)
  }
}

/** The issues of a refusal; what brings none is not about the answers. */
function issuesIn(error: unknown): FieldIssue[] {
  const issues = error instanceof Failure ? error.particulars.issues : undefined
  if (!issues) throw error
  return issues
}
