import type { IncomingMessage } from 'node:http'
import type { WireCheckout } from '@/contract/checkout'
import { listParcelIssues } from '@/domain/address/address-formats'
import {
  isPrinted,
  parsePostedForm,
  readPlanId,
  type ShippingForm,
  toParcelChange,
  toPhoneChange,
  toShippingForm,
} from '@/domain/address/shipping-form'
import { findPlan, listPlans } from '@/domain/catalog/plans'
import type { CheckoutState } from '@/domain/checkout/checkout-state'
import { resolveAddressee } from '@/domain/checkout/residence'
import {
  applyChange,
  isSame,
  type StateChange,
  withoutFields,
} from '@/domain/checkout/state-change'
import type { Step } from '@/domain/checkout/steps'
import {
  isAcknowledgementId,
  maxDestinations,
  parseDestinations,
} from '@/domain/destinations/destinations'
import {
  type Acknowledgement,
  listAcknowledgementIssues,
} from '@/domain/destinations/permit-verdict'
import { toDriverChange, toDriverForm } from '@/domain/driver/driver-form'
import { listDriverIssues } from '@/domain/driver/driver-rules'
import { isPrintable, nameFields, validateName } from '@/domain/driver/name-rules'
import { stripInvisible } from '@/domain/input/clean-input'
import type { FieldIssue } from '@/domain/input/field-issue'
import { pickLaunchParams, type Query } from '@/domain/links/launch-params'
import { resolveStepRange } from '@/domain/step-access'
import type { Backend } from '@/server/backend'
import { getCheckout, updateCheckout } from '@/server/checkout/checkout-service'
import * as driverService from '@/server/checkout/driver-service'
import { validatePhone } from '@/server/checkout/normalise-phone'
import { createShippingAddress } from '@/server/checkout/shipping-service'
import { findPhoneIssues } from '@/server/checkout/submit-step'
import {
  createHeaderReader,
  type HeaderReader,
  isSameOrigin,
  readRawBody,
  resolveClientAddress,
} from '@/server/http/request'
import { ApiError, readIssues } from '@/server/infra/api-error'
import { toIsoDate } from '@/server/infra/clock'
import { startOrResumeCheckout } from '@/server/links/create-checkout'
import { cleanFormChange } from '@/server/pages/clean-form-change'

/** The result of a natively posted form. */
export interface StepFormResult {
  checkout: WireCheckout
  /** Empty when the step is complete. */
  issues: FieldIssue[]
}

export interface StepFormRequest {
  form: URLSearchParams
  header: HeaderReader
  /** The client IP. */
  address: string
  /** The launch parameters of the page's address. */
  launch: Record<string, string>
}

const maxBodyBytes = 65_536

/**
 * Characters per value. No control allows more, so a longer value still fails its length rule after
 * the cut.
 */
const maxValueLength = 1_000

/**
 * Reads a natively posted form. Throws `origin` for another site, `media_type` for another body,
 * `too_large` above 65,536 bytes.
 */
export async function readForm(
  { trustedProxies }: Backend['env'],
  request: IncomingMessage,
): Promise<URLSearchParams> {
  if (!isSameOrigin(request, trustedProxies)) throw new ApiError('origin')
  if (!request.headers['content-type']?.startsWith('application/x-www-form-urlencoded'))
    throw new ApiError('media_type')
  return new URLSearchParams((await readRawBody(request, maxBodyBytes)).toString())
}

/** A step's form with its headers, client IP and launch parameters. Throws like `readForm`. */
export const readStepForm = async (
  { env }: Backend,
  { req, query }: { req: IncomingMessage; query: Query },
): Promise<StepFormRequest> => ({
  form: await readForm(env, req),
  header: createHeaderReader(req),
  address: resolveClientAddress(req, env.trustedProxies),
  launch: pickLaunchParams(query),
})

/** Saves a step's answers, valid or not, and advances to the next step if there are no issues. */
export async function submitStepForm(
  backend: Backend,
  id: Step['id'],
  previous: WireCheckout,
  { form, launch, ...requestInfo }: StepFormRequest,
): Promise<StepFormResult> {
  const token =
    previous.token ||
    (await startOrResumeCheckout(backend, { body: { launch }, ...requestInfo })).token
  const issues = await saveAnswers(backend, id, { token, previous: previous.state }, form)
  const checkout = await updateCheckout(backend, token, () =>
    issues.length === 0 ? { step: resolveStepRange(id).last + 1 } : {},
  )
  return { checkout, issues }
}

/** Saves a page's answers and returns their issues, one per field. */
export const saveAnswers = async (
  backend: Backend,
  id: Step['id'],
  { token, previous }: { token: string; previous: CheckoutState },
  form: URLSearchParams,
): Promise<FieldIssue[]> => {
  const values = [...form].map(([name, value]) => [name, value.slice(0, maxValueLength)])
  const issues = await formHandlers[id]?.(backend, token, previous, new URLSearchParams(values))
  return dedupeByField(issues ?? [])
}

type FormHandler = (
  backend: Backend,
  token: string,
  previous: CheckoutState,
  form: URLSearchParams,
) => Promise<FieldIssue[]>

const submitDriver: FormHandler = async (backend, token, previous, form) => {
  const answers = parsePostedForm(toDriverForm(previous), limitParts(form))
  const formChange = {
    ...toDriverChange(answers),
    acknowledgements: mergeAcknowledgements('not_accepted', previous, form),
  }
  const { issues } = await saveFormChange(
    backend,
    { token, previous, formChange },
    ({ customer, ...state }) =>
      listDriverIssues(customer, toIsoDate(backend.now()), { ...state, validatePhone }),
  )
  return [
    ...parseDestinations(answers.destinations).issues,
    ...issues,
    ...(await collectIssues(() =>
      driverService.createDriver(backend, { query: { checkout: token }, body: {} }),
    )),
  ]
}

/** Maximum length of each field of an answer that has several fields but one stored text. */
const partLengths = new Map([
  ['date_of_birth_day', 8],
  ['date_of_birth_month', 22],
  ['date_of_birth_year', 8],
  ['height_ft', 18],
  ['height_in', 18],
])

/** Cuts these fields, so that a long one does not displace the others. */
const limitParts = (form: URLSearchParams): URLSearchParams =>
  new URLSearchParams(
    [...form].map(([name, value]) => [name, value.slice(0, partLengths.get(name))]),
  )

const submitPlan: FormHandler = async (backend, token, previous, form) => {
  const answers = parsePostedForm(toShippingForm(previous), form)
  // The form of a country that has no field for it has no house number apart from the street.
  if (!form.has('street_number')) answers.street_number = ''
  const plan = readPlan(previous, answers)
  const catalog = await backend.catalog()
  const method = answers.shipping_method
  // A page may have been open since before a method was removed: the default one replaces it.
  const isMethodKnown = catalog.hasShippingMethod(method)
  const formChange = {
    ...plan.formChange,
    acknowledgements: mergeAcknowledgements('digital_refused', previous, form),
    ...(isPrinted(answers) && {
      ...toParcelChange(previous, answers),
      ...(form.has('phone') && toPhoneChange(previous, answers)),
      ...(form.has('trip_start') && { trip_start: answers.trip_start || null }),
    }),
    ...(isMethodKnown && { selectedShippingMethod: { code: method, price: 0 } }),
  }
  const { state, issues } = await saveFormChange(
    backend,
    { token, previous, formChange },
    typedState => [
      ...listParcelIssues(typedState, typedState.shipping),
      ...findPhoneIssues(typedState),
    ],
  )
  const formIssues = [...plan.issues, ...issues]
  const { table } = await backend.permits()
  const missingAcknowledgements = listAcknowledgementIssues(
    state,
    table,
    findPlan(state.productList, state.selectedLicense),
  )
  if (!isPrinted(answers)) return [...formIssues, ...missingAcknowledgements]
  const addressIssues = await collectIssues(() =>
    createShippingAddress(backend, { body: { checkout: token } }),
  )
  return [...formIssues, ...missingAcknowledgements, ...addressIssues]
}

/** The plan of a form; an issue for one that is not on offer. */
function readPlan(
  previous: CheckoutState,
  answers: ShippingForm,
): { formChange: StateChange; issues: FieldIssue[] } {
  const selectedLicense = readPlanId(answers)
  const plans = listPlans(previous.productList, isPrinted(answers) ? 'physical' : 'digital')
  if (!plans.some(({ id }) => id === selectedLicense))
    return {
      formChange: {},
      issues: [{ field: 'selectedLicense', message: 'selectedLicense.missing' }],
    }
  const isChanged = selectedLicense !== previous.selectedLicense
  return { formChange: { selectedLicense, ...(isChanged && { planChanged: true }) }, issues: [] }
}

const formHandlers: Partial<Record<Step['id'], FormHandler>> = {
  info: async (backend, token, previous, form) => {
    const driverFormIssues = await submitDriver(backend, token, previous, form)
    const { state } = await getCheckout(backend, { params: { token } })
    fillAddressee(state, form)
    if (form.has('urgent')) await submitUrgent(backend, token, form)
    return [...driverFormIssues, ...(await submitPlan(backend, token, state, form))]
  },
  'driver-details': submitDriver,
  'upload-photos': async (backend, token) => {
    await updateCheckout(backend, token, () => ({ approval_documents: { add_later: true } }))
    return []
  },
  shipping: submitPlan,
  review: async (backend, token, previous, form) => {
    await submitUrgent(backend, token, form)
    return submitLatinName(backend, token, previous, form)
  },
}

/**
 * The names of a form that asks for them in Latin letters. Empty ones, and those that a permit cannot
 * print, stay as they are.
 */
const submitLatinName: FormHandler = async (backend, token, previous, form) => {
  const names = nameFields
    .map(field => ({ field, name: stripInvisible(form.get(field) ?? '') }))
    .filter(({ name }) => name !== '')
    .map(({ field, name }) => ({ field, name, key: validateName(field, name) }))
  const printedNames = names.filter(({ field, name }) => isPrintable(field, name))
  const customer = Object.fromEntries(printedNames.map(({ field, name }) => [field, name]))
  const { issues } =
    printedNames.length > 0
      ? await saveFormChange(backend, { token, previous, formChange: { customer } }, () => [])
      : { issues: [] }
  const invalidNames = names.filter(({ key }) => key)
  return [
    ...issues,
    ...invalidNames.map(({ field, key }) => ({ field, message: `${field}.${key}` })),
  ]
}

async function submitUrgent(backend: Backend, token: string, form: URLSearchParams): Promise<void> {
  const selected = form.get('urgent') === 'yes'
  await updateCheckout(backend, token, () => ({ urgent: { selected, is_skip: !selected } }))
}

/** An empty addressee is the driver, whose name the express page asks for once. */
function fillAddressee(state: CheckoutState, form: URLSearchParams): void {
  const first_name = form.get('shipping_first_name') ?? ''
  const last_name = form.get('shipping_last_name') ?? ''
  const shipping = { ...state.shipping, first_name, last_name }
  const addressee = resolveAddressee({ ...state, shipping })
  form.set('shipping_first_name', addressee.first_name)
  form.set('shipping_last_name', addressee.last_name)
}

/** The acknowledgements with those of this reason replaced by the form's. */
const mergeAcknowledgements = (
  reason: Acknowledgement['reason'],
  { acknowledgements }: CheckoutState,
  form: URLSearchParams,
): string[] => [
  ...acknowledgements.filter(id => !id.startsWith(`${reason}:`)),
  ...form
    .getAll('acknowledgements')
    .filter(id => id.startsWith(`${reason}:`) && isAcknowledgementId(id))
    .slice(0, maxDestinations),
]

interface FormSubmission {
  token: string
  previous: CheckoutState
  formChange: StateChange
}

/**
 * Saves the storable part of a form. Fields that were not stored as typed get the issue that
 * `validate` finds in the typed values.
 */
async function saveFormChange(
  backend: Backend,
  { token, previous, formChange }: FormSubmission,
  validate: (typedState: CheckoutState) => FieldIssue[],
): Promise<{ state: CheckoutState; issues: FieldIssue[] }> {
  const { change, unfitFields } = cleanFormChange(formChange)
  const { state, refusedIssues } = await updateAcceptedFields(backend, token, change)
  const foundIssues = unfitFields.length > 0 ? validate(applyChange(previous, formChange)) : []
  const issues = unfitFields
    .filter(isGroupedField)
    .map(toControlName)
    .map(
      field =>
        foundIssues.find(issue => issue.field === field) ?? { field, message: 'text.unreadable' },
    )
  return { state, issues: [...refusedIssues, ...issues] }
}

/** Saves a change without the fields that the checkout refuses, such as an unknown pickup point. */
async function updateAcceptedFields(
  backend: Backend,
  token: string,
  change: StateChange,
): Promise<{ state: CheckoutState; refusedIssues: FieldIssue[] }> {
  try {
    return { state: (await updateCheckout(backend, token, () => change)).state, refusedIssues: [] }
  } catch (error) {
    const issues = readIssues(error)
    const fields = issues.map(({ field }) => field.replace(/^state\./, ''))
    const acceptedChange = withoutFields(change, fields)
    if (isSame(acceptedChange, change)) throw error
    // A state may fit the country that was refused, but not the stored one.
    const { state, refusedIssues } = await updateAcceptedFields(backend, token, acceptedChange)
    return { state, refusedIssues: [...issues.map(toControlIssue), ...refusedIssues] }
  }
}

/** An unknown calling code has no error of its own: its number then needs a plus and the code. */
const toControlIssue = ({ field, ...issue }: FieldIssue): FieldIssue =>
  field === 'state.dialCode'
    ? { field: 'phone', message: 'phone.country' }
    : { ...issue, field: toControlName(field) }

/** Only grouped answers have a form control of the same name. */
const isGroupedField = (field: string): boolean => /^(?:customer|shipping)\./.test(field)

/** The name of the answer's form control. */
const toControlName = (field: string): string => field.replace(/^.*\./, '').replace(/_typed$/, '')

/** The first issue of each field. */
const dedupeByField = (issues: FieldIssue[]): FieldIssue[] =>
  issues.filter(
    ({ field }, index) => issues.findIndex(candidate => candidate.field === field) === index,
  )

/** The issues of the `ApiError` that a command throws; empty if it succeeds. */
async function collectIssues(command: () => Promise<unknown>): Promise<FieldIssue[]> {
  try {
    await command()
    return []
  } catch (error) {
    return readIssues(error)
  }
}
