import type { GetServerSidePropsContext, GetServerSidePropsResult } from 'next'
import type { WireCheckout } from '@/contract/checkout'
import { findStep, type Step } from '@/domain/checkout/steps'
import type { FieldIssue } from '@/domain/input/field-issue'
import { launchParameters } from '@/domain/links/launch-params'
import { pickPassthroughParams } from '@/domain/links/passthrough-query'
import { findStepPage, isExpress, resolveStepRange } from '@/domain/step-access'
import type { Backend } from '@/server/backend'
import { getCheckout, updateCheckout } from '@/server/checkout/checkout-service'
import { isSameOrigin } from '@/server/http/request'
import { ApiError, type ApiErrorCode } from '@/server/infra/api-error'
import { beginCheckout, setCheckoutCookies } from '@/server/pages/current-checkout'
import { buildPageProps, type PageProps } from '@/server/pages/page-props'
import { omitQueryParams, type QueryPairs, redirect } from '@/server/pages/page-response'
import { findPage, fromReviewParams } from '@/server/pages/route-customer'
import {
  readStepForm,
  type StepFormRequest,
  saveAnswers,
  submitStepForm,
} from '@/server/pages/step-forms'
import { listAskedIssues } from '@/server/pages/unasked-questions'
import { payCheckout } from '@/server/payments/charge'
import { isMultipartRequest, submitPhotos } from '@/server/photos/photo-form-post'

type Props = GetServerSidePropsResult<PageProps>

/**
 * Answers a step's form posted without scripts: a redirect to the next page, or the page with the
 * issues (422).
 */
export async function handleFormPost(
  backend: Backend,
  context: GetServerSidePropsContext,
  id: Step['id'],
  previous: WireCheckout,
  namespaces: string[],
): Promise<Props> {
  if (isMultipartRequest(context.req) && (id === 'upload-photos' || id === 'info'))
    return handlePhotosPost(backend, context, id, previous, namespaces)
  if (id === 'payment' || id === 'express-payment')
    return handlePaymentPost(backend, context, id, previous, namespaces)
  const request = await readStepForm(backend, context)
  const { checkout, issues } = await submitStepForm(backend, id, previous, request)
  if (!previous.token) setCheckoutCookies(backend, context, checkout.token)
  if (issues.length === 0)
    return redirect(findNextRoute(context, id, checkout), listForwardedParams(context))
  const askedIssues = listAskedIssues(id, issues, request.form)
  if (askedIssues.length === 0) return redirectToPage(context, id)
  return showIssues(backend, context, checkout, namespaces, { step: id, issues: askedIssues })
}

/** The page again, with what was stored: it asks the next questions. */
const redirectToPage = (context: GetServerSidePropsContext, id: Step['id']) =>
  redirect(
    findPage(id).route,
    listForwardedParams(context),
    context.query['from'] === fromReviewParams.from && fromReviewParams,
  )

/** Places an order that costs nothing; for any other the page shows that it needs scripts. */
async function handlePaymentPost(
  backend: Backend,
  context: GetServerSidePropsContext,
  step: 'payment' | 'express-payment',
  { token }: WireCheckout,
  namespaces: string[],
): Promise<Props> {
  const { to, checkout, issues } = await submitPaymentForm(
    backend,
    token,
    await readStepForm(backend, context),
  )
  if (to) return redirect(to, listForwardedParams(context))
  return showIssues(backend, context, checkout, namespaces, { step, issues })
}

/**
 * Stores the photos of a form, or the choice to add them later, and the other answers of the form.
 */
async function handlePhotosPost(
  backend: Backend,
  context: GetServerSidePropsContext,
  step: 'upload-photos' | 'info',
  { token: existingToken, state }: WireCheckout,
  namespaces: string[],
): Promise<Props> {
  if (!isSameOrigin(context.req, backend.env.trustedProxies)) throw new ApiError('origin')
  const token = existingToken || (await beginCheckout(backend, context))
  let answers = new URLSearchParams()
  const submitAnswers = (form: URLSearchParams) => {
    answers = form
    return saveAnswers(backend, step, { token, previous: state }, form)
  }
  const page =
    step === 'info' ? { answers: submitAnswers, next: resolveStepRange(step).last + 1 } : undefined
  const { checkout, issues, isDone } = await submitPhotos(backend, token, context.req, page)
  if (issues.length === 0 && isDone)
    return redirect(findNextRoute(context, step, checkout), listForwardedParams(context))
  const askedIssues = listAskedIssues(step, issues, answers)
  if (askedIssues.length === 0) return redirectToPage(context, step)
  return showIssues(backend, context, checkout, namespaces, { step, issues: askedIssues })
}

/** The page again, with the issues of its form. */
async function showIssues(...page: Parameters<typeof buildPageProps>): Promise<Props> {
  const [, { res }] = page
  res.statusCode = 422
  return { props: await buildPageProps(...page) }
}

/** Edits opened from the review return to it; the review redirects to anything now incomplete. */
const findNextRoute = (
  { query }: GetServerSidePropsContext,
  id: Step['id'],
  { state }: WireCheckout,
): string => {
  const isChange = query['from'] === 'review' && !isExpress(state)
  return isChange
    ? findStep('review').route
    : findStepPage(resolveStepRange(id).last + 1, state).route
}

/**
 * The parameters of the form's address that continue to the next page: those that are not launch
 * parameters, as in the client.
 */
const listForwardedParams = (context: GetServerSidePropsContext): QueryPairs =>
  pickPassthroughParams(omitQueryParams(context, []), launchParameters)

/** The result of a natively posted payment form. */
interface PaymentFormResult {
  /** The next page; without it the payment page is shown again. */
  to?: '/thank-you/' | '/finish-payment/'
  checkout: WireCheckout
  issues: FieldIssue[]
}

/**
 * Submits the payment page's form. An order that costs nothing is placed if that price was shown
 * and the terms are accepted; any other needs the provider's script, and nothing is charged. Throws
 * errors that the page has no text for.
 */
async function submitPaymentForm(
  backend: Backend,
  token: string,
  { form, address }: StepFormRequest,
): Promise<PaymentFormResult> {
  const selected = form.has('terms')
  const checkout = await updateCheckout(backend, token, () => ({
    terms: { selected, error: false },
  }))
  if (form.get('expected_total') !== '0') return { checkout, issues: [buildIssue('scripts')] }
  if (!selected) return { checkout, issues: [{ field: 'terms', message: 'terms.missing' }] }
  const body = { token, payment_method: null, expected_total: 0 }
  try {
    const { status } = await payCheckout(backend, { body, address })
    return { to: status === 'success' ? '/thank-you/' : '/finish-payment/', checkout, issues: [] }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (pendingCodes.includes(error.code)) return { to: '/finish-payment/', checkout, issues: [] }
    if (!reportedCodes.includes(error.code)) throw error
    const freshCheckout = await getCheckout(backend, { params: { token } })
    return { checkout: freshCheckout, issues: [buildIssue(error.code)] }
  }
}

/** Another payment is in progress: the finish page waits for its result. */
const pendingCodes: ApiErrorCode[] = ['payment_in_progress', 'needs_check']

/** Errors that the payment page has a text for. */
const reportedCodes: ApiErrorCode[] = ['quote_changed', 'incomplete', 'rate_limited', 'unavailable']

const buildIssue = (reason: string): FieldIssue => ({
  field: 'payment_method',
  message: `payment_method.${reason}`,
})
