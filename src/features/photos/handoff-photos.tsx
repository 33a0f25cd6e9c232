import { useTranslation } from 'next-i18next/pages'
import { useEffect, useRef, useState } from 'react'
import { type ApiClient, ApiClientError, createApiClient } from '@/client/api/api-client'
import { createHandoffPhotos, type HandoffPhotos } from '@/client/photos/handoff-upload-queue'
import { toHandoffOwner } from '@/client/photos/pending-photos-db'
import { openPhotoLink } from '@/contract/operations'
import type { ApprovalImage } from '@/domain/checkout/checkout-state'
import type { PhotoSource } from '@/features/photos/photo-source'
import { areAllSubmitted } from '@/features/photos/photo-status'
import { Photos } from '@/features/photos/photos'
import { Button } from '@/ui/button'
import { RetryIcon } from '@/ui/icons'
import { Notice } from '@/ui/notice'
import { Spinner } from '@/ui/spinner'

interface PhotoPass {
  images: ApprovalImage[]
  isClosed: boolean
  expiresAt: string
}

export interface HandoffPhotosProps {
  pass: PhotoPass | null
  apiKey: string
  language: string
  photoDays: PhotoSource['photoDays']
}

/** Photos of an order that is open on another device, for any holder of its code. */
export function HandoffPhotosView({ pass, apiKey, language, photoDays }: HandoffPhotosProps) {
  const { t } = useTranslation(['lent', 'photos'])
  const [api] = useState(() => createApiClient(apiKey))
  const { linkStatus, retry } = useOpenHandoffLink(api, pass !== null)
  if (linkStatus === 'gone')
    return (
      <Notice tone="advice" role="alert" title={t('gone.title')}>
        {t('gone.text')}
      </Notice>
    )
  if (linkStatus === 'offline')
    return (
      <Notice
        tone="advice"
        role="alert"
        title={t('offline.title')}
        actions={
          <Button variant="secondary" icon={<RetryIcon />} onClick={retry}>
            {t('offline.again')}
          </Button>
        }
      >
        {t('offline.text')}
      </Notice>
    )
  if (!pass || linkStatus === 'opening')
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
  if (pass.isClosed)
    return (
      <Notice tone="info" title={t('closed.title')}>
        {t('closed.text')}
      </Notice>
    )
  return <HandoffUploader pass={pass} api={api} language={language} photoDays={photoDays} />
}

interface HandoffUploaderProps extends Omit<HandoffPhotosProps, 'apiKey'> {
  pass: PhotoPass
  api: ApiClient
}

function HandoffUploader({ pass, api, language, photoDays }: HandoffUploaderProps) {
  const { t } = useTranslation(['lent', 'photos'])
  const handoff = useHandoffPhotos(pass, api)
  const [{ images, uploads, isOver: isExpired }, setHandoffState] = useState({
    images: pass.images as readonly ApprovalImage[],
    uploads: {} as PhotoSource['uploads'],
    isOver: false,
  })
  useEffect(() => {
    if (!handoff) return undefined
    setHandoffState(handoff.store.getState())
    return handoff.store.subscribe(setHandoffState)
  }, [handoff])
  if (isExpired)
    return (
      <Notice tone="advice" role="alert" title={t('gone.title')}>
        {t('gone.text')}
      </Notice>
    )
  const source: PhotoSource = {
    route: '/photos/',
    form: undefined,
    owner: toHandoffOwner(pass.expiresAt),
    images,
    uploads,
    issues: [],
    driverName: '',
    photoDays,
    add: async (type, photo) => handoff?.queue.add(type, photo),
    cancel: type => void handoff?.queue.cancel(type),
    retry: type => handoff?.queue.retry(type),
    remove: async ({ id }) => handoff?.remove(id) ?? false,
  }
  return (
    <Photos source={source}>
      {areAllSubmitted({ images, uploads }) && (
        <Notice
          tone="ok"
          title={t(Object.keys(uploads).length > 0 ? 'photos:onWay.title' : 'all.title')}
        >
          {Object.keys(uploads).length === 0 && t('all.text')}
        </Notice>
      )}
      <ExpiryNotice expiresAt={pass.expiresAt} language={language} />
    </Photos>
  )
}

/** Upload queue of this page; resumes uploads that a reload interrupted. */
function useHandoffPhotos(pass: PhotoPass, api: ApiClient): HandoffPhotos | undefined {
  const [handoff, setHandoff] = useState<HandoffPhotos>()
  const { expiresAt } = pass
  // biome-ignore lint/correctness/useExhaustiveDependencies: another pass is another page
  useEffect(() => {
    const newHandoff = createHandoffPhotos(pass, api)
    setHandoff(newHandoff)
    void newHandoff.queue.resume()
    return () => newHandoff.queue.close()
  }, [expiresAt, api])
  return handoff
}

/** Expiry time in this device's time zone, which the server does not know. */
function ExpiryNotice({ expiresAt, language }: { expiresAt: string; language: string }) {
  const { t } = useTranslation(['lent', 'photos'])
  const [time, setTime] = useState('')
  useEffect(() => {
    const timeFormat = new Intl.DateTimeFormat(`${language}-u-nu-latn`, { timeStyle: 'short' })
    setTime(timeFormat.format(new Date(expiresAt)))
  }, [expiresAt, language])
  return <p className="min-h-10 px-1 text-ink-2 text-sm">{time && t('until', { time })}</p>
}

/** Opens the code in the URL's hash, removes it from the URL and loads the unlocked page. */
function useOpenHandoffLink(api: ApiClient, hasPass: boolean) {
  const [linkStatus, setLinkStatus] = useState<'none' | 'opening' | 'gone' | 'offline'>('none')
  const code = useRef('')
  const openCode = async () => {
    setLinkStatus('opening')
    try {
      await api(openPhotoLink, { body: { code: code.current } })
      location.reload()
    } catch (error) {
      const isRefused = error instanceof ApiClientError && error.kind === 'refused'
      setLinkStatus(isRefused ? 'gone' : 'offline')
    }
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: a code is opened once
  useEffect(() => {
    const hash = location.hash.slice(1)
    if (code.current) return
    if (!hash) {
      if (!hasPass) setLinkStatus('gone')
      return
    }
    code.current = hash
    // The router restores the URL in `history.state`, so it is replaced there, too.
    const currentUrl = location.pathname + location.search
    history.replaceState({ ...history.state, url: currentUrl, as: currentUrl }, '', currentUrl)
    void openCode()
  }, [])
  return { linkStatus, retry: () => void openCode() }
}
