import type { GetServerSidePropsContext, GetServerSidePropsResult } from 'next'
import type { WireCheckout } from '@/contract/checkout'
import { type Step, stepById } from '@/domain/checkout/steps'
import { launchParameters } from '@/domain/links/launch-params'
import { restOf } from '@/domain/links/passthrough-query'
import { isExpress, pageOf, stepsOn } from '@/domain/step-access'
import type { Backend } from '@/server/backend'
import { isSameOrigin } from '@/server/http/request'
import { Failure } from '@/server/infra/api-error'
import { begun, keepBegun } from '@/server/pages/begin-checkout'
import { type PageProps, propsOf } from '@/server/pages/page-props'
import { kept, type Pairs, redirect } from '@/server/pages/page-response'
import { takePayment } from '@/server/pages/payment-form'
import { fromReview, pageById } from '@/server/pages/route-customer'
import { postedIn, takeAnswers, takePost } from '@/server/pages/step-forms'
import { postsFiles, takePhotos } from '@/server/photos/photo-form-post'

type Props = GetServerSidePropsResult<PageProps>

/** What a page answers to its form, posted by a browser without scripts: the way on, or itself with what is wrong. */
export async function posted(
  open: Backend,
  context: GetServerSidePropsContext,
  id: Step['id'],
  before: WireCheckout,
  namespaces: string[],
): Promise<Props> {
  if (postsFiles(context.req) && (id === 'upload-photos' || id === 'info'))
    return postedPhotos(open, context, id, before, namespaces)
  if (id === 'payment' || id === 'express-payment')
    return postedPayment(open, context, id, before, namespaces)
  const { checkout, issues } = await takePost(open, id, before, await postedIn(open, context))
  if (!before.token) keepBegun(open, context, checkout.token)
  if (issues.length === 0) return redirect(afterPost(context, id, checkout), alongPost(context))
  context.res.statusCode = 422
  return { props: await propsOf(open, context, checkout, namespaces, { step: id, issues }) }
}

/** An order that costs nothing is placed without scripts; of any other, the page says that it needs them. */
async function postedPayment(
  open: Backend,
  context: GetServerSidePropsContext,
  step: 'payment' | 'express-payment',
  { token }: WireCheckout,
  namespaces: string[],
): Promise<Props> {
  const { to, checkout, issues } = await takePayment(open, token, await postedIn(open, context))
  if (to) return redirect(to, alongPost(context))
  context.res.statusCode = 422
  return { props: await propsOf(open, context, checkout, namespaces, { step, issues }) }
}

/** Photos sent by a form, one or some at a time, or the word that they come later; and what else is in the form. */
async function postedPhotos(
  open: Backend,
  context: GetServerSidePropsContext,
  step: 'upload-photos' | 'info',
  { token: known, state }: WireCheckout,
  namespaces: string[],
): Promise<Props> {
  if (!isSameOrigin(context.req)) throw new Failure('origin')
  const token = known || (await begun(open, context))
  const answers = (form: URLSearchParams) => takeAnswers(open, step, { token, before: state }, form)
  const page = step === 'info' ? { answers, next: stepsOn(step).last + 1 } : undefined
  const { checkout, issues, isDone } = await takePhotos(open, token, context.req, page)
  if (issues.length === 0 && isDone)
    return redirect(afterPost(context, step, checkout), alongPost(context))
  if (issues.length === 0)
    return redirect(
      pageById(step).route,
      alongPost(context),
      context.query.from === fromReview.from && fromReview,
    )
  context.res.statusCode = 422
  return { props: await propsOf(open, context, checkout, namespaces, { step, issues }) }
}

/** Who came from the review to change something goes back to it; it leads on to what has come to miss. */
const afterPost = (
  { query }: GetServerSidePropsContext,
  id: Step['id'],
  { state }: WireCheckout,
): string => {
  const isChange = query.from === 'review' && !isExpress(state)
  return isChange ? stepById('review').route : pageOf(stepsOn(id).last + 1, state).route
}

/** What of a form's address goes along to the next page, as the page's scripts keep it: what is not ours. */
const alongPost = (context: GetServerSidePropsContext): Pairs =>
  restOf(kept(context, []), launchParameters)
