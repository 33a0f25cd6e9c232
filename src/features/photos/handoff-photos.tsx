import { useTranslation } from 'next-i18next/pages'
import { useEffect, useRef, useState } from 'react'
import { CallFailure, send } from '@/client/api/api-client'
import { type LentDesk, lentDesk } from '@/client/photos/handoff-upload-queue'
import { lentOwner } from '@/client/photos/pending-photos-db'
import { openPhotoLink } from '@/contract/operations'
import type { ApprovalImage } from '@/domain/checkout/checkout-state'
import type { PhotoDesk } from '@/features/photos/photo-source'
import { areAllGiven } from '@/features/photos/photo-status'
import { Photos } from '@/features/photos/photos'
import { Button } from '@/ui/button'
import { RetryIcon } from '@/ui/icons'
import { Notice } from '@/ui/notice'
import { Spinner } from '@/ui/spinner'

interface Pass {
  images: ApprovalImage[]
  isClosed: boolean
  expiresAt: string
}

export interface LentPhotosProps {
  pass: Pass | null
  apiKey: string
  language: string
  photoDays: PhotoDesk['photoDays']
}

/** The photos of an order that is open on another device, for whoever holds its code. */
export function LentPhotos({ pass, apiKey, language, photoDays }: LentPhotosProps) {
  const { t } = useTranslation(['lent', 'photos'])
  const { opening, again } = useCodeOfAddress(apiKey, pass !== null)
  if (opening === 'gone')
    return (
      <Notice tone="advice" role="alert" title={t('gone.title')}>
        {t('gone.text')}
      </Notice>
    )
  if (opening === 'offline')
    return (
      <Notice
        tone="advice"
        role="alert"
        title={t('offline.title')}
        actions={
          <Button look="secondary" icon={<RetryIcon />} onClick={again}>
            {t('offline.again')}
          </Button>
        }
      >
        {t('offline.text')}
      </Notice>
    )
  if (!pass || opening === 'opening')
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
  return <Desk pass={pass} apiKey={apiKey} language={language} photoDays={photoDays} />
}

function Desk({ pass, apiKey, language, photoDays }: LentPhotosProps & { pass: Pass }) {
  const { t } = useTranslation(['lent', 'photos'])
  const lent = useLentDesk(pass, apiKey)
  const [{ images, uploads, isOver }, setShown] = useState({
    images: pass.images as readonly ApprovalImage[],
    uploads: {} as PhotoDesk['uploads'],
    isOver: false,
  })
  useEffect(() => {
    if (!lent) return undefined
    setShown(lent.store.getState())
    return lent.store.subscribe(setShown)
  }, [lent])
  if (isOver)
    return (
      <Notice tone="advice" role="alert" title={t('gone.title')}>
        {t('gone.text')}
      </Notice>
    )
  const desk: PhotoDesk = {
    route: '/photos/',
    form: undefined,
    owner: lentOwner(pass.expiresAt),
    images,
    uploads,
    issues: [],
    driver: '',
    photoDays,
    add: async (type, photo) => lent?.queue.add(type, photo),
    cancel: type => void lent?.queue.cancel(type),
    retry: type => lent?.queue.retry(type),
    remove: async ({ id }) => lent?.remove(id) ?? false,
  }
  return (
    <Photos desk={desk}>
      {areAllGiven({ images, uploads }) && (
        <Notice
          tone="ok"
          title={t(Object.keys(uploads).length > 0 ? 'photos:onWay.title' : 'all.title')}
        >
          {Object.keys(uploads).length === 0 && t('all.text')}
        </Notice>
      )}
      <Until expiresAt={pass.expiresAt} language={language} />
    </Photos>
  )
}

/** The queue of this page; it goes on with what a reload has interrupted. */
function useLentDesk(pass: Pass, apiKey: string): LentDesk | undefined {
  const [desk, setDesk] = useState<LentDesk>()
  const { expiresAt } = pass
  // biome-ignore lint/correctness/useExhaustiveDependencies: another pass is another page
  useEffect(() => {
    const made = lentDesk(pass, apiKey)
    setDesk(made)
    void made.queue.resume()
    return () => made.queue.close()
  }, [expiresAt, apiKey])
  return desk
}

/** Until when, by the clock of this device: the server does not know its time zone. */
function Until({ expiresAt, language }: { expiresAt: string; language: string }) {
  const { t } = useTranslation(['lent', 'photos'])
  const [time, setTime] = useState('')
  useEffect(() => {
    const clock = new Intl.DateTimeFormat(`${language}-u-nu-latn`, { timeStyle: 'short' })
    setTime(clock.format(new Date(expiresAt)))
  }, [expiresAt, language])
  return <p className="min-h-10 px-1 text-ink-2 text-sm">{time && t('until', { time })}</p>
}

/** Opens the code that the address brings along, takes it out of the address, and loads the page it opens. */
function useCodeOfAddress(apiKey: string, hasPass: boolean) {
  const [opening, setOpening] = useState<'none' | 'opening' | 'gone' | 'offline'>('none')
  const code = useRef('')
  const open = async () => {
    setOpening('opening')
    try {
      await send(openPhotoLink, apiKey, { body: { code: code.current } })
      location.reload()
    } catch (error) {
      const isGone = error instanceof CallFailure && error.kind === 'refused'
      setOpening(isGone ? 'gone' : 'offline')
    }
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: a code is opened once
  useEffect(() => {
    const found = location.hash.slice(1)
    if (code.current) return
    if (!found) {
      if (!hasPass) setOpening('gone')
      return
    }
    code.current = found
    // The router goes back to what the entry's state says.
    const as = location.pathname + location.search
    history.replaceState({ ...history.state, url: as, as }, '', as)
    void open()
  }, [])
  return { opening, again: () => void open() }
}
