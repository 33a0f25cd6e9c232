import Head from 'next/head'
import { type ReactNode, startTransition, useActionState, useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { type ApiClient, createApiClient } from '@/client/api/api-client'
import { ApiClientError } from '@/client/api/api-client-error'
import { useIsHydrated } from '@/client/browser/use-is-hydrated'
import {
  createHandoffStore,
  type HandoffPhotos,
  openHandoffPhotos,
} from '@/client/photos/handoff-upload-queue'
import { toHandoffOwner } from '@/client/photos/pending-photos-db'
import { useTranslation } from '@/client/texts/use-translation'
import { openPhotoLink } from '@/contract/operations'
import type { ApprovalImage } from '@/domain/checkout/checkout-state'
import { type OrderClosure, orderClosures } from '@/domain/checkout/order-closure'
import { NextPhotoButton } from '@/features/photos/next-photo-button'
import type { PhotoSource } from '@/features/photos/photo-source'
import { areAllSubmitted } from '@/features/photos/photo-status'
import { Photos } from '@/features/photos/photos'
import { type PhotosOfPage, usePhotos } from '@/features/photos/use-photos'
import { Banner } from '@/ui/banner'
import { Button } from '@/ui/button'
import { DocumentTitle } from '@/ui/document-title'
import { RetryIcon } from '@/ui/icons'
import { Notice } from '@/ui/notice'
import { PageLayout } from '@/ui/page-layout'
import { Spinner } from '@/ui/spinner'
import { barButtonClasses, StickyBar } from '@/ui/sticky-bar'
import { Logo, SkipLink, TopBar } from '@/ui/top-bar'

interface PhotoPass {
  images: ApprovalImage[]
  closure: OrderClosure | null
  expiresAt: string
}

interface HandoffPhotosProps {
  pass: PhotoPass | null
  apiKey: string
  language: string
  photoDays: PhotoSource['photoDays']
}

/** Photos of an order that is open on another device, for any holder of its code. */
export function HandoffPhotosView({ pass, apiKey, language, photoDays }: HandoffPhotosProps) {
  const [api] = useState(() => createApiClient(apiKey))
  const { linkStatus, retry } = useOpenHandoffLink(api, pass !== null)
  if (pass && linkStatus === 'none' && !pass.closure)
    return (
      <HandoffUploader
        key={pass.expiresAt}
        pass={pass}
        api={api}
        language={language}
        photoDays={photoDays}
      />
    )
  return (
    <HandoffLayout>
      {linkStatus === 'offline' ? (
        <OfflineNotice onRetry={retry} />
      ) : linkStatus === 'opening' || (!pass && linkStatus === 'none') ? (
        <OpeningIndicator />
      ) : (
        <EndedNotice reason={linkStatus === 'none' ? (pass?.closure ?? 'gone') : linkStatus} />
      )}
    </HandoffLayout>
  )
}

function OfflineNotice({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation('lent')
  return (
    <Notice
      tone="advice"
      role="alert"
      title={t('offline.title')}
      actions={
        <Button variant="secondary" icon={<RetryIcon />} onClick={onRetry}>
          {t('offline.again')}
        </Button>
      }
    >
      {t('offline.text')}
    </Notice>
  )
}

function OpeningIndicator() {
  const { t } = useTranslation('lent')
  return (
    <>
      <p className="flex items-center gap-2 text-ink-2 noscript:hidden">
        <Spinner />
        {t('opening')}
      </p>
      <noscript>
        <Notice tone="advice">{t('noscript')}</Notice>
      </noscript>
    </>
  )
}

/** Why photos cannot be changed here; announced, because it may replace the photos. */
function EndedNotice({ reason }: { reason: 'gone' | OrderClosure }) {
  const { t } = useTranslation(['lent', 'photos'])
  return (
    <Notice tone={reason === 'gone' ? 'advice' : 'info'} role="alert" title={t(`${reason}.title`)}>
      {t(`${reason}.text`)}
    </Notice>
  )
}

interface HandoffUploaderProps extends Omit<HandoffPhotosProps, 'apiKey'> {
  pass: PhotoPass
  api: ApiClient
}

function HandoffUploader({ pass, api, language, photoDays }: HandoffUploaderProps) {
  const { t } = useTranslation(['lent', 'photos'])
  const { expiresAt } = pass
  const [store] = useState(() => createHandoffStore(pass.images))
  const { images, uploads, ended } = useStore(store)
  const handoff = useRef<HandoffPhotos>(undefined)
  // Uploads that a reload interrupted are resumed.
  useEffect(() => {
    const openedHandoff = openHandoffPhotos(store, expiresAt, api)
    handoff.current = openedHandoff
    void openedHandoff.queue.resume()
    return () => openedHandoff.queue.close()
  }, [store, expiresAt, api])
  const photos = usePhotos({
    route: '/photos/',
    form: undefined,
    owner: toHandoffOwner(expiresAt),
    images,
    uploads,
    issues: [],
    driver: { firstName: '', fullName: '' },
    photoDays,
    add: async (type, photo) => handoff.current?.queue.add(type, photo),
    cancel: type => void handoff.current?.queue.cancel(type),
    retry: type => handoff.current?.queue.retry(type),
    remove: async ({ id }) => handoff.current?.remove(id) ?? false,
  })
  if (ended)
    return (
      <HandoffLayout>
        <EndedNotice reason={ended} />
      </HandoffLayout>
    )
  return (
    <HandoffLayout photos={photos}>
      <Photos photos={photos} hasBar>
        {areAllSubmitted({ images, uploads }) && (
          <Notice
            tone="ok"
            title={t(Object.keys(uploads).length > 0 ? 'photos:onWay.title' : 'all.title')}
          >
            {Object.keys(uploads).length === 0 && t('all.text')}
          </Notice>
        )}
        <ExpiryNotice expiresAt={expiresAt} language={language} />
      </Photos>
    </HandoffLayout>
  )
}

/** Expiry time in this device's time zone, which the server does not know. */
function ExpiryNotice({ expiresAt, language }: { expiresAt: string; language: string }) {
  const { t } = useTranslation(['lent', 'photos'])
  const isHydrated = useIsHydrated()
  const timeFormat = new Intl.DateTimeFormat(`${language}-u-nu-latn`, { timeStyle: 'short' })
  const time = timeFormat.format(new Date(expiresAt))
  return <p className="min-h-10 px-1 text-ink-2 text-sm">{isHydrated && t('until', { time })}</p>
}

type LinkStatus = 'none' | 'gone' | 'offline' | OrderClosure

/** Opens the code in the URL's hash and loads the unlocked page. */
function useOpenHandoffLink(api: ApiClient, hasPass: boolean) {
  const [{ status }, openCode, isOpening] = useActionState(
    async ({ code: previousCode }: { code: string }) => {
      const code = previousCode || takeCode()
      return { code, status: await openLink(code, api) }
    },
    { code: '', status: 'none' as LinkStatus },
  )
  const open = () => startTransition(openCode)
  useEffect(() => {
    if (!hasPass || location.hash.length > 1) startTransition(openCode)
  }, [hasPass, openCode])
  return { linkStatus: isOpening ? ('opening' as const) : status, retry: open }
}

/** Removes the code from the URL, which the router restores in `history.state`, too. */
function takeCode(): string {
  const code = location.hash.slice(1)
  const currentUrl = location.pathname + location.search
  if (code)
    history.replaceState({ ...history.state, url: currentUrl, as: currentUrl }, '', currentUrl)
  return code
}

async function openLink(code: string, api: ApiClient): Promise<LinkStatus> {
  if (!code) return 'gone'
  try {
    await api(openPhotoLink, { body: { code } })
    location.reload()
    // Open until the browser has loaded the page again.
    return new Promise(() => undefined)
  } catch (error) {
    if (!(error instanceof ApiClientError) || error.kind !== 'refused') return 'offline'
    return orderClosures.find(closure => closure === error.code) ?? 'gone'
  }
}

/** The page's heading, and the phone's bar while a photo is missing. */
function HandoffLayout({ photos, children }: { photos?: PhotosOfPage; children: ReactNode }) {
  const { t } = useTranslation('lent')
  return (
    <PageLayout
      title={t('title')}
      lead={t('lead')}
      stickyBar={
        photos?.wantedType && (
          <StickyBar
            label={t('title')}
            form={undefined}
            button={<NextPhotoButton photos={photos} className={barButtonClasses} />}
          />
        )
      }
    >
      {children}
    </PageLayout>
  )
}

interface HandoffFrameProps {
  /** No real money is taken: no real licence belongs here. */
  isSandbox: boolean
  children: ReactNode
}

/** Frame of the photo page on another device: no order and no navigation. */
export function HandoffFrame({ isSandbox, children }: HandoffFrameProps) {
  const { t } = useTranslation(['common', 'lent'])
  const fullTitle = `${t('lent:title')} – ${t('product')}`
  return (
    <DocumentTitle
      title={fullTitle}
      titleWithErrors={t('errors.titlePrefix', { title: fullTitle })}
    >
      <Head>
        <meta name="robots" content="noindex" />
      </Head>
      <SkipLink label={t('skip')} />
      {isSandbox && (
        <Banner tone="info" label={t('sandbox.label')}>
          {t('sandbox.text')}
        </Banner>
      )}
      <TopBar logo={<Logo name={t('logo')} />} />
      {children}
    </DocumentTitle>
  )
}
