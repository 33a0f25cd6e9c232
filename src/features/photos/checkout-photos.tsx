import { useRouter } from 'next/router'
import { useTranslation } from 'next-i18next/pages'
import { type FormEvent, useRef, useState } from 'react'
import { useCheckout, useCheckoutStore, useSync } from '@/client/checkout/checkout-provider'
import { useUnsaved } from '@/client/checkout/use-unsaved-notice'
import { visibleState } from '@/client/store/checkout-store'
import { stepById } from '@/domain/checkout/steps'
import { areAllGiven, areAllThere } from '@/features/photos/photo-status'
import { Photos } from '@/features/photos/photos'
import { photosFormId, useCheckoutDesk } from '@/features/photos/use-checkout-photos'
import { Button, ButtonLink } from '@/ui/button'
import { BackIcon } from '@/ui/icons'
import { Notice } from '@/ui/notice'
import { Unsaved } from '@/ui/unsaved'

/** Step 2: the four photos a permit needs. They may also come later, and after the order is paid. */
export function CheckoutPhotos() {
  const desk = useCheckoutDesk()
  const isPaid = useCheckout(({ checkout }) => checkout.status === 'paid')
  return (
    <>
      {/* Before everything else of the form: a button's own word counts more. */}
      {!areAllThere(desk.images) && (
        <input type="hidden" name="next" value="later" form={photosFormId} />
      )}
      {!isPaid && <Skip />}
      <Photos desk={desk}>{isPaid ? <BackToOrder /> : <WayOn />}</Photos>
    </>
  )
}

/** The button under the photos: they come later, unless all were given. Later is not louder than the photos. */
export function useWayOn(): { label: string; look: 'secondary' | undefined } {
  const { t } = useTranslation('photos')
  const { images } = useCheckout(visibleState).approval_documents
  const uploads = useCheckout(({ uploads }) => uploads)
  return areAllGiven({ images, uploads })
    ? { label: t('continue'), look: undefined }
    : { label: t('addLater'), look: 'secondary' }
}

/** Some links bring a way past the photos that is seen before them. */
function Skip() {
  const { t } = useTranslation('photos')
  const { campaigns, approval_documents } = useCheckout(visibleState)
  const uploads = useCheckout(({ uploads }) => uploads)
  const isGiven = areAllGiven({ images: approval_documents.images, uploads })
  if (!campaigns.includes('skip_button') || isGiven) return null
  return (
    <Button type="submit" form={photosFormId} look="secondary" wide>
      {t('addLater')}
    </Button>
  )
}

function WayOn() {
  const { t } = useTranslation(['photos', 'common'])
  const { goOn, isBusy, unsaved } = useGoOn()
  const { label, look } = useWayOn()
  return (
    <form
      id={photosFormId}
      method="post"
      encType="multipart/form-data"
      className="grid gap-5"
      onSubmit={goOn}
    >
      <Outlook />
      {unsaved && <Unsaved>{t(`common:errors.${unsaved}`)}</Unsaved>}
      <Button type="submit" busy={isBusy} look={look} wide className="min-h-[54px] max-lg:hidden">
        {label}
      </Button>
    </form>
  )
}

/** What going on now means. */
export function Outlook() {
  const { t } = useTranslation('photos')
  const { approval_documents, urgent } = useCheckout(visibleState)
  const uploads = useCheckout(({ uploads }) => uploads)
  const { images } = approval_documents
  if (areAllGiven({ images, uploads })) {
    const all = areAllThere(images) && Object.keys(uploads).length === 0 ? 'all' : 'onWay'
    return (
      <Notice tone="ok" title={t(`${all}.title`)}>
        {t(`${all}.text`)}
      </Notice>
    )
  }
  return (
    <Notice title={t('later.title')}>
      <p>{t('later.text')}</p>
      {urgent.selected && <p>{t('later.urgent')}</p>}
    </Notice>
  )
}

/** A paid order waits at its end. The form stays, for browsers without scripts. */
function BackToOrder() {
  const { t } = useTranslation('photos')
  const { images } = useCheckout(visibleState).approval_documents
  const uploads = useCheckout(({ uploads }) => uploads)
  const isWhole = areAllGiven({ images, uploads })
  return (
    <form id={photosFormId} method="post" encType="multipart/form-data" className="grid gap-5">
      {isWhole && <Outlook />}
      <ButtonLink
        href={stepById('thank-you').route}
        look={isWhole ? 'primary' : 'secondary'}
        wide
        icon={<BackIcon />}
      >
        {t('toOrder')}
      </ButtonLink>
    </form>
  )
}

/** Opens the next step, with photos that are missing or on their way still to come; says so when it cannot. */
function useGoOn() {
  const store = useCheckoutStore()
  const sync = useSync()
  const router = useRouter()
  const [isBusy, setBusy] = useState(false)
  const [unsaved, setUnsaved] = useUnsaved(photosFormId)
  const busy = useRef(false)
  const goOn = async (event: FormEvent) => {
    event.preventDefault()
    if (busy.current) return
    busy.current = true
    setBusy(true)
    setUnsaved(false)
    const { images } = visibleState(store.getState()).approval_documents
    // The server grants the step: the next page opens only when everything before it is there.
    sync.change({
      ...(!areAllThere(images) && { approval_documents: { add_later: true } }),
      step: 3,
    })
    const isSaved = await sync.flush()
    // Who came from the review goes back to it: the server sends them on where that is not yet open.
    const next = router.query.from === 'review' ? 'review' : 'shipping'
    if (isSaved) await router.push(stepById(next).route)
    busy.current = false
    setBusy(false)
    setUnsaved(!isSaved)
  }
  return { goOn, isBusy, unsaved }
}
