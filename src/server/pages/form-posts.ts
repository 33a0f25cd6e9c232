import type { GetServerSidePropsContext, GetServerSidePropsResult } from 'next'
import type { WireCheckout } from '@/contract/checkout'
import { findStep, type Step } from '@/domain/checkout/steps'
import { launchParameters } from '@/domain/links/launch-params'
import { pickPassthroughParams } from '@/domain/links/passthrough-query'
import { findStepPage, isExpress, resolveStepRange } from '@/domain/step-access'
import type { Backend } from '@/server/backend'
import { isSameOrigin } from '@/server/http/request'
import { ApiError } from '@/server/infra/api-error'
import { beginCheckout, setCheckoutCookies } from '@/server/pages/begin-checkout'
import { buildPageProps, type PageProps } from '@/server/pages/page-props'
import { omitQueryParams, type QueryPairs, redirect } from '@/server/pages/page-response'
import { submitPaymentForm } from '@/server/pages/payment-form'
import { findPage, fromReviewParams } from '@/server/pages/route-customer'
import { readStepForm, saveAnswers, submitStepForm } from '@/server/pages/step-forms'
import { isMultipartRequest, submitPhotos } from '@/server/photos/photo-form-post'

type Props = GetServerSidePropsResult<PageProps>

/** What a page answers to its form, posted by a browser without scripts: the way on, or itself with what is wrong. */
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
  const { checkout, issues } = await submitStepForm(
    backend,
    id,
    previous,
    await readStepForm(backend, context),
  )
  if (!previous.token) setCheckoutCookies(backend, context, checkout.token)
  if (issues.length === 0)
    return redirect(findNextRoute(context, id, checkout), listForwardedParams(context))
  context.res.statusCode = 422
  return {
    props: await buildPageProps(backend, context, checkout, namespaces, { step: id, issues }),
  }
}

/** An order that costs nothing is placed without scripts; of any other, the page says that it needs them. */
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
  context.res.statusCode = 422
  return { props: await buildPageProps(backend, context, checkout, namespaces, { step, issues }) }
}

/** Photos sent by a form, one or some at a time, or the word that they come later; and what else is in the form. */
async function handlePhotosPost(
  backend: Backend,
  context: GetServerSidePropsContext,
  step: 'upload-photos' | 'info',
  { token: existingToken, state }: WireCheckout,
  namespaces: string[],
): Promise<Props> {
  if (!isSameOrigin(context.req)) throw new ApiError('origin')
  const token = existingToken || (await beginCheckout(backend, context))
  const submitAnswers = (form: URLSearchParams) =>
    saveAnswers(backend, step, { token, previous: state }, form)
  const page =
    step === 'info' ? { answers: submitAnswers, next: resolveStepRange(step).last + 1 } : undefined
  const { checkout, issues, isDone } = await submitPhotos(backend, token, context.req, page)
  if (issues.length === 0 && isDone)
    return redirect(findNextRoute(context, step, checkout), listForwardedParams(context))
  if (issues.length === 0)
    return redirect(
      findPage(step).route,
      listForwardedParams(context),
      context.query.from === fromReviewParams.from && fromReviewParams,
    )
  context.res.statusCode = 422
  return { props: await buildPageProps(backend, context, checkout, namespaces, { step, issues }) }
}

/** Who came from the review to change something goes back to it; it leads on to what has come to miss. */
const findNextRoute = (
  { query }: GetServerSidePropsContext,
  id: Step['id'],
  { state }: WireCheckout,
): string => {
  const isChange = query.from === 'review' && !isExpress(state)
  return isChange
    ? findStep('review').route
    : findStepPage(resolveStepRange(id).last + 1, state).route
}

/** What of a form's address goes along to the next page, as the page's scripts keep it: what is not ours. */
const listForwardedParams = (context: GetServerSidePropsContext): QueryPairs =>
  pickPassthroughParams(omitQueryParams(context, []), launchParameters)
