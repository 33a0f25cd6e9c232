import { useRouter } from 'next/router'
import { type FormEvent, type RefObject, useEffect, useRef } from 'react'
import { useSubmitFormOnce } from '@/client/browser/use-submit-once'
import {
  useCheckout,
  useCheckoutState,
  useCheckoutStore,
} from '@/client/checkout/checkout-provider'
import { leaveStep } from '@/client/checkout/leave-step'
import { useFormSections } from '@/client/checkout/use-form-sections'
import { useContinueLabel, useIsEdit } from '@/client/checkout/use-is-edit'
import { useSubmitStep } from '@/client/checkout/use-submit-step'
import { useUnsavedNotice } from '@/client/checkout/use-unsaved-notice'
import { optimisticState } from '@/client/store/checkout-store'
import { useTranslation } from '@/client/texts/use-translation'
import { findStep } from '@/domain/checkout/steps'
import { documentTypes } from '@/domain/data/document-types'
import { findDoubtfulPhotoTypes } from '@/domain/photos/photo-files'
import { NextPhotoButton } from '@/features/photos/next-photo-button'
import { areAllSubmitted, areAllUploaded, countPhotos } from '@/features/photos/photo-status'
import { Photos } from '@/features/photos/photos'
import { photosFormId, useCheckoutPhotos } from '@/features/photos/use-checkout-photos'
import { type PhotosOfPage, usePhotos } from '@/features/photos/use-photos'
import { Button, ButtonLink } from '@/ui/button'
import { FormSection } from '@/ui/form-section'
import { BackIcon } from '@/ui/icons'
import { Notice } from '@/ui/notice'
import { barButtonClasses } from '@/ui/sticky-bar'
import { UnsavedAlert } from '@/ui/unsaved-alert'

/** The photos of step 2, before and after the payment. */
export const useStepPhotos = () => usePhotos(useCheckoutPhotos())

/** Step 2: the four photos a permit needs. They can be added later, even after the payment. */
export function CheckoutPhotos({ photos }: { photos: PhotosOfPage }) {
  const isPaid = useCheckout(({ checkout }) => checkout.status !== 'processing')
  return (
    <>
      {/* First in the form: a submit button's own value overrides it. */}
      {!areAllUploaded(photos.source.images) && (
        <input type="hidden" name="next" value="later" form={photosFormId} />
      )}
      {!isPaid && <SkipButton photos={photos} />}
      <Photos photos={photos} hasBar>
        {isPaid ? <BackToOrder photos={photos} /> : <ContinueForm photos={photos} />}
      </Photos>
    </>
  )
}

/** The phone bar's button: the next photo, then Continue. */
export function usePhotosAction(photos: PhotosOfPage) {
  const { t } = useTranslation('photos')
  return {
    form: photosFormId,
    label: useContinueLabel(t('continue')),
    button: photos.wantedType && <NextPhotoButton photos={photos} className={barButtonClasses} />,
  }
}

/** Some links add a button above the photos that skips them. */
function SkipButton({ photos }: { photos: PhotosOfPage }) {
  const { t } = useTranslation('photos')
  const { campaigns } = useCheckoutState('campaigns')
  if (!campaigns.includes('skip_button') || areAllSubmitted(photos.source)) return null
  return (
    <Button type="submit" form={photosFormId} variant="secondary" wide>
      {t('addLater')}
    </Button>
  )
}

function ContinueForm({ photos: { source } }: { photos: PhotosOfPage }) {
  const { t } = useTranslation(['photos', 'common'])
  const { submit, unsaved } = useContinueToShipping()
  const continueLabel = useContinueLabel(t('continue'))
  const isComplete = areAllSubmitted(source)
  const form = useRef<HTMLFormElement>(null)
  useFocusButtonOnce(form, isComplete)
  return (
    <form
      ref={form}
      id={photosFormId}
      method="post"
      encType="multipart/form-data"
      className="grid gap-5"
      onSubmit={submit}
    >
      {isComplete && <CompleteNotice source={source} />}
      {unsaved && <UnsavedAlert>{t(`common:errors.${unsaved}`)}</UnsavedAlert>}
      {isComplete ? (
        <Button type="submit" className="max-lg:hidden">
          {continueLabel}
        </Button>
      ) : (
        <div className="-mt-2 grid justify-items-center gap-1">
          <Button type="submit" variant="link" wide={false} className="my-0 px-6 font-semibold">
            {t('addLater')}
          </Button>
          <LaterNote />
        </div>
      )}
    </form>
  )
}

/**
 * The focus goes from the row of the last photo to Continue. On phones the button is hidden, and the
 * focus stays.
 */
function useFocusButtonOnce(form: RefObject<HTMLFormElement | null>, isComplete: boolean): void {
  const wasComplete = useRef(isComplete)
  useEffect(() => {
    if (isComplete && !wasComplete.current)
      // After the dialog of the photo has returned the focus to its row.
      requestAnimationFrame(() => {
        if (document.activeElement?.matches('body, [id^=photo-]'))
          form.current?.querySelector('button')?.focus({ preventScroll: true })
      })
    wasComplete.current = isComplete
  }, [form, isComplete])
}

/** All photos are uploaded, or on their way. */
function CompleteNotice({ source: { images, uploads } }: Pick<PhotosOfPage, 'source'>) {
  const { t } = useTranslation('photos')
  const isDone = areAllUploaded(images) && Object.keys(uploads).length === 0
  const count = findDoubtfulPhotoTypes(images).length
  if (isDone && count > 0)
    return (
      <Notice tone="advice" title={t('there.retake', { count })}>
        {t('there.retakeText')}
      </Notice>
    )
  const textKey = isDone ? 'all' : 'onWay'
  return (
    <Notice tone="ok" title={t(`${textKey}.title`)}>
      {t(`${textKey}.text`)}
    </Notice>
  )
}

/** The effect of adding photos later. */
function LaterNote() {
  const { t } = useTranslation('photos')
  const { urgent } = useCheckoutState('urgent')
  const textKey = urgent.selected ? (urgent.is_chosen ? 'urgent' : 'urgentGoes') : 'text'
  return <p className="text-center text-ink-2 text-sm">{t(`later.${textKey}`)}</p>
}

/** A paid order returns to the thank-you page. The form stays for browsers without scripts. */
function BackToOrder({ photos: { source } }: { photos: PhotosOfPage }) {
  const { t } = useTranslation('photos')
  const isComplete = areAllSubmitted(source)
  return (
    <form id={photosFormId} method="post" encType="multipart/form-data" className="grid gap-5">
      {isComplete && <CompleteNotice source={source} />}
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
  const isEdit = useIsEdit()
  const { submitOnce } = useSubmitFormOnce(photosFormId)
  const [unsaved, setUnsaved] = useUnsavedNotice(photosFormId)
  const continueToShipping = async () => {
    setUnsaved(false)
    const { images, add_later } = optimisticState(store.getState()).approval_documents
    const isComplete = add_later || areAllUploaded(images)
    // Edits opened from the review return to it; the server redirects if it is not open yet.
    const nextStepId = isEdit ? 'review' : 'shipping'
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

const photoSections = ['photos'] as const

interface PhotosPartProps {
  route: string
  /** Id of the form element. */
  form: string
  /** Position among the form's sections. */
  number: number
}

/** The four photos within a larger form: a row until the customer adds them now. */
export function PhotosPart({ route, form, number }: PhotosPartProps) {
  const { t } = useTranslation('photos')
  const source = useCheckoutPhotos({ route, form })
  const isRequested = useRouter().query['doc'] !== undefined || source.issues.length > 0
  const { stateOf, openSection, open } = useFormSections(photoSections, () => ({
    open: isRequested ? photoSections : [],
    asked: isRequested ? photoSections : [],
  }))
  const photos = usePhotos(source, open.length > 0)
  const isComplete = areAllSubmitted(source)
  return (
    <FormSection
      id="photos"
      number={number}
      heading={t('section.heading')}
      state={isComplete && stateOf('photos') === 'later' ? 'answered' : stateOf('photos')}
      line={<PhotosLine source={source} />}
      action={t(isComplete ? 'there.change' : 'addNow')}
      onOpen={() => openSection('photos')}
    >
      {!areAllUploaded(source.images) && (
        <input type="hidden" name="next" value="later" form={form} />
      )}
      <Photos photos={photos} isInSection>
        {isComplete ? <CompleteNotice source={source} /> : <LaterNote />}
      </Photos>
    </FormSection>
  )
}

/** How many photos are in, or that they can be added later. */
function PhotosLine({ source }: Pick<PhotosOfPage, 'source'>) {
  const { t } = useTranslation('photos')
  const { added, pending } = countPhotos(source)
  if (added + pending > 0)
    return t('list.added', { added: added + pending, total: documentTypes.length })
  return t('section.line')
}

/** State change on Continue while photos are missing. */
export function useMissingPhotosChange() {
  const { images } = useCheckoutState('approval_documents').approval_documents
  return areAllUploaded(images) ? {} : { approval_documents: { add_later: true } }
}
