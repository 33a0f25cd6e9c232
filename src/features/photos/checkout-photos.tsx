import { useRouter } from 'next/router'
import type { FormEvent } from 'react'
import { useSubmitFormOnce } from '@/client/browser/use-submit-once'
import {
  useCheckout,
  useCheckoutState,
  useCheckoutStore,
} from '@/client/checkout/checkout-provider'
import { leaveStep } from '@/client/checkout/leave-step'
import { useSubmitStep } from '@/client/checkout/use-submit-step'
import { useUnsavedNotice } from '@/client/checkout/use-unsaved-notice'
import { optimisticState } from '@/client/store/checkout-store'
import { useTranslation } from '@/client/texts/use-translation'
import { findStep } from '@/domain/checkout/steps'
import { areAllSubmitted, areAllUploaded } from '@/features/photos/photo-status'
import { Photos } from '@/features/photos/photos'
import { photosFormId, useCheckoutPhotos } from '@/features/photos/use-checkout-photos'
import { Button, ButtonLink } from '@/ui/button'
import { BackIcon } from '@/ui/icons'
import { Notice } from '@/ui/notice'
import { UnsavedAlert } from '@/ui/unsaved-alert'

/** Step 2: the four photos a permit needs. They can be added later, even after the payment. */
export function CheckoutPhotos() {
  const source = useCheckoutPhotos()
  const isPaid = useCheckout(({ checkout }) => checkout.status !== 'processing')
  return (
    <>
      {/* First in the form: a submit button's own value overrides it. */}
      {!areAllUploaded(source.images) && (
        <input type="hidden" name="next" value="later" form={photosFormId} />
      )}
      {!isPaid && <SkipButton />}
      <Photos source={source}>{isPaid ? <BackToOrder /> : <ContinueForm />}</Photos>
    </>
  )
}

/** The button under the photos: secondary "add later" until all photos are given. */
export function usePhotosContinueButton(): { label: string; variant: 'secondary' | undefined } {
  const { t } = useTranslation('photos')
  return useIsComplete()
    ? { label: t('continue'), variant: undefined }
    : { label: t('addLater'), variant: 'secondary' }
}

/** Whether every photo is uploaded or uploading. */
function useIsComplete(): boolean {
  const { images } = useCheckoutState('approval_documents').approval_documents
  const uploads = useCheckout(({ uploads }) => uploads)
  return areAllSubmitted({ images, uploads })
}

/** Some links add a button above the photos that skips them. */
function SkipButton() {
  const { t } = useTranslation('photos')
  const { campaigns } = useCheckoutState('campaigns')
  const isComplete = useIsComplete()
  if (!campaigns.includes('skip_button') || isComplete) return null
  return (
    <Button type="submit" form={photosFormId} variant="secondary" wide>
      {t('addLater')}
    </Button>
  )
}

function ContinueForm() {
  const { t } = useTranslation(['photos', 'common'])
  const { submit, unsaved } = useContinueToShipping()
  const { label, variant } = usePhotosContinueButton()
  return (
    <form
      id={photosFormId}
      method="post"
      encType="multipart/form-data"
      className="grid gap-5"
      onSubmit={submit}
    >
      <ContinueNotice />
      {unsaved && <UnsavedAlert>{t(`common:errors.${unsaved}`)}</UnsavedAlert>}
      <Button type="submit" variant={variant} wide className="min-h-[54px] max-lg:hidden">
        {label}
      </Button>
    </form>
  )
}

/** Effect of continuing now. */
function ContinueNotice() {
  const { t } = useTranslation('photos')
  const { approval_documents, urgent } = useCheckoutState('approval_documents', 'urgent')
  const uploads = useCheckout(({ uploads }) => uploads)
  const { images } = approval_documents
  if (areAllSubmitted({ images, uploads })) {
    const textKey = areAllUploaded(images) && Object.keys(uploads).length === 0 ? 'all' : 'onWay'
    return (
      <Notice tone="ok" title={t(`${textKey}.title`)}>
        {t(`${textKey}.text`)}
      </Notice>
    )
  }
  return (
    <Notice title={t('later.title')}>
      <p>{t('later.text')}</p>
      {urgent.selected && <p>{t(urgent.is_chosen ? 'later.urgent' : 'later.urgentGoes')}</p>}
    </Notice>
  )
}

/** A paid order returns to the thank-you page. The form stays for browsers without scripts. */
function BackToOrder() {
  const { t } = useTranslation('photos')
  const isComplete = useIsComplete()
  return (
    <form id={photosFormId} method="post" encType="multipart/form-data" className="grid gap-5">
      {isComplete && <ContinueNotice />}
      <ButtonLink
        href={findStep('thank-you').route}
        variant={isComplete ? 'primary' : 'secondary'}
        wide
        icon={<BackIcon />}
      >
        {t('toOrder')}
      </ButtonLink>
    </form>
  )
}

/** Opens the next step, even with photos missing or uploading; shows a notice on failure. */
function useContinueToShipping() {
  const store = useCheckoutStore()
  const submitStep = useSubmitStep('upload-photos')
  const router = useRouter()
  const { submitOnce } = useSubmitFormOnce(photosFormId)
  const [unsaved, setUnsaved] = useUnsavedNotice(photosFormId)
  const continueToShipping = async () => {
    setUnsaved(false)
    const { images, add_later } = optimisticState(store.getState()).approval_documents
    const isComplete = add_later || areAllUploaded(images)
    // Edits opened from the review return to it; the server redirects if it is not open yet.
    const nextStepId = router.query['from'] === 'review' ? 'review' : 'shipping'
    await leaveStep({
      // The server grants the step: the next page opens only when all steps before it are complete.
      save: leave =>
        submitStep(leave, isComplete ? {} : { approval_documents: { add_later: true } }),
      leave: () => router.push(findStep(nextStepId).route),
      setUnsaved,
    })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void submitOnce(continueToShipping)
  }
  return { submit, unsaved }
}

/** The four photos within a larger form; missing ones can be added later. */
export function PhotosPart({ route, form }: { route: string; form: string }) {
  const { t } = useTranslation('photos')
  const source = useCheckoutPhotos({ route, form })
  return (
    <section aria-label={t('list.heading')} className="grid grid-cols-[minmax(0,1fr)] gap-5">
      {!areAllUploaded(source.images) && (
        <input type="hidden" name="next" value="later" form={form} />
      )}
      <Photos source={source}>
        <ContinueNotice />
      </Photos>
    </section>
  )
}

/** State change on Continue while photos are missing. */
export function useMissingPhotosChange() {
  const { images } = useCheckoutState('approval_documents').approval_documents
  return areAllUploaded(images) ? {} : { approval_documents: { add_later: true } }
}
