import { generate } from 'lean-qr'
import { toSvgPath } from 'lean-qr/extras/svg'
import { useCallback, useEffect, useRef, useState } from 'react'
import { ApiClientError } from '@/client/api/api-client-error'
import { useTranslation } from '@/client/texts/use-translation'
import { type DocumentType, documentTypes } from '@/domain/data/document-types'
import type { Handoff } from '@/features/photos/photo-source'
import { StateMark } from '@/features/photos/state-mark'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { CheckIcon, RetryIcon } from '@/ui/icons'
import { CopyIcon } from '@/ui/later-icons'
import { LiveRegion } from '@/ui/live-region'
import { Spinner } from '@/ui/spinner'

export interface PhoneDialogProps {
  handoff: Handoff
  /** The photo that is open here; the phone starts with it. */
  type: DocumentType
  uploadedTypes: DocumentType[]
  onClose: () => void
}

/** QR code that opens the photos of this order on a phone, and the photos received from it. */
export function PhoneDialog({ handoff, type: openType, uploadedTypes, onClose }: PhoneDialogProps) {
  const { t } = useTranslation(['hand-off', 'photos'])
  const { code, createLink } = useHandoffLink(handoff, openType)
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('title')}
      closeLabel={t('close')}
      footer={<Button onClick={onClose}>{t('done')}</Button>}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <div className="grid justify-items-center gap-3 text-center">
          <div className="grid size-60 place-items-center rounded-card border border-line bg-white">
            {code.state === 'shown' && <QrCode url={code.url} />}
            {code.state === 'making' && (
              <p className="flex gap-2 text-ink-2">
                <Spinner />
                {t('making')}
              </p>
            )}
            {(code.state === 'expired' || code.state === 'failed') && (
              <div className="grid justify-items-center gap-3 p-4">
                <p role="alert">{t(code.state)}</p>
                <Button variant="secondary" icon={<RetryIcon />} onClick={createLink}>
                  {t('again')}
                </Button>
              </div>
            )}
            {code.state === 'often' && (
              <p role="alert" className="p-4">
                {t('often')}
              </p>
            )}
          </div>
          <p className="font-semibold">{t('scan')}</p>
          <p className="text-ink-2 text-sm">{t('text')}</p>
        </div>
        <ul className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,12rem),1fr))] gap-x-6 gap-y-2 rounded-card bg-paper px-4 py-3">
          {documentTypes.map(type => (
            <li key={type} className="flex items-center justify-between gap-3">
              {t(`photos:${type}.short`)}
              <StateMark state={uploadedTypes.includes(type) ? 'added' : 'none'} />
            </li>
          ))}
        </ul>
        {code.state === 'shown' && <UrlField url={code.url} />}
      </div>
    </Dialog>
  )
}

/** QR codes need four empty modules around them, so that cameras find the edges. */
const quietZoneModules = 4

function QrCode({ url }: { url: string }) {
  const { t } = useTranslation('hand-off')
  const code = generate(url)
  const size = code.size + 2 * quietZoneModules
  return (
    <svg
      viewBox={`${-quietZoneModules} ${-quietZoneModules} ${size} ${size}`}
      role="img"
      aria-label={t('picture')}
      className="size-full"
      shapeRendering="crispEdges"
    >
      <path d={toSvgPath(code)} className="fill-black" />
    </svg>
  )
}

function UrlField({ url }: { url: string }) {
  const { t } = useTranslation('hand-off')
  const [isCopied, setCopied] = useState(false)
  const copy = () =>
    navigator.clipboard?.writeText(url).then(
      () => setCopied(true),
      () => undefined,
    )
  return (
    <div className="grid gap-2 text-sm">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="text-ink-2">{t('address')}</p>
        <Button variant="ghost" icon={isCopied ? <CheckIcon /> : <CopyIcon />} onClick={copy}>
          {isCopied ? t('copied') : t('copy')}
        </Button>
      </div>
      <a href={url} dir="ltr" className="wrap-anywhere text-start">
        {url}
      </a>
      <LiveRegion>{isCopied && t('copied')}</LiveRegion>
    </div>
  )
}

type HandoffLinkState =
  | { state: 'making' | 'failed' | 'often' | 'expired' }
  | { state: 'shown'; url: string; expiresAt: string }

/** A new code each time the dialog opens: a code works once, so an earlier one may be used up. */
function useHandoffLink(handoff: Handoff, type: DocumentType) {
  const [code, setCode] = useState<HandoffLinkState>({ state: 'making' })
  const isRequested = useRef(false)
  const createLink = useCallback(async () => {
    setCode({ state: 'making' })
    try {
      setCode({ state: 'shown', ...(await handoff.createUrl(type)) })
    } catch (error) {
      const isRateLimited = error instanceof ApiClientError && error.code === 'rate_limited'
      setCode({ state: isRateLimited ? 'often' : 'failed' })
    }
  }, [handoff, type])
  useEffect(() => {
    if (isRequested.current) return
    isRequested.current = true
    void createLink()
  }, [createLink])
  const expiresAt = code.state === 'shown' ? code.expiresAt : undefined
  useEffect(() => {
    if (!expiresAt) return undefined
    const remainingMs = Date.parse(expiresAt) - Date.now()
    const timer = setTimeout(() => setCode({ state: 'expired' }), remainingMs)
    return () => clearTimeout(timer)
  }, [expiresAt])
  return { code, createLink: () => void createLink() }
}
