import { generate } from 'lean-qr'
import { toSvgPath } from 'lean-qr/extras/svg'
import { useTranslation } from 'next-i18next/pages'
import { useCallback, useEffect, useRef, useState } from 'react'
import { CallFailure } from '@/client/api/api-client'
import { type DocumentType, documentTypes } from '@/domain/checkout/checkout-state'
import type { HandOff } from '@/features/photos/photo-source'
import { StateMark } from '@/features/photos/state-mark'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { CheckIcon, CopyIcon, RetryIcon } from '@/ui/icons'
import { LiveRegion } from '@/ui/live-region'
import { Spinner } from '@/ui/spinner'

export interface PhoneDialogProps {
  handOff: HandOff
  /** The photo that is open here: the phone begins with it. */
  type: DocumentType
  /** The photos that have arrived. */
  there: DocumentType[]
  onClose: () => void
}

/** A code that opens the photos of this order on a phone, and what has come from there. */
export function PhoneDialog({ handOff, type: open, there, onClose }: PhoneDialogProps) {
  const { t } = useTranslation(['hand-off', 'photos'])
  const { code, make } = useCode(handOff, open)
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
            {code.state === 'shown' && <Code address={code.address} />}
            {code.state === 'making' && (
              <p className="flex gap-2 text-ink-2">
                <Spinner />
                {t('making')}
              </p>
            )}
            {(code.state === 'expired' || code.state === 'failed') && (
              <div className="grid justify-items-center gap-3 p-4">
                <p role="alert">{t(code.state)}</p>
                <Button look="secondary" icon={<RetryIcon />} onClick={make}>
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
        <ul className="grid gap-2 rounded-card bg-paper px-4 py-3">
          {documentTypes.map(type => (
            <li key={type} className="flex items-center justify-between gap-3">
              {t(`photos:${type}.short`)}
              <StateMark state={there.includes(type) ? 'added' : 'none'} />
            </li>
          ))}
        </ul>
        {code.state === 'shown' && <Address address={code.address} />}
      </div>
    </Dialog>
  )
}

/** Four empty modules around a code tell cameras where it ends. */
const margin = 4

function Code({ address }: { address: string }) {
  const { t } = useTranslation('hand-off')
  const code = generate(address)
  const size = code.size + 2 * margin
  return (
    <svg
      viewBox={`${-margin} ${-margin} ${size} ${size}`}
      role="img"
      aria-label={t('picture')}
      className="size-full"
      shapeRendering="crispEdges"
    >
      <path d={toSvgPath(code)} className="fill-black" />
    </svg>
  )
}

function Address({ address }: { address: string }) {
  const { t } = useTranslation('hand-off')
  const [isCopied, setCopied] = useState(false)
  const copy = () =>
    navigator.clipboard?.writeText(address).then(
      () => setCopied(true),
      () => undefined,
    )
  return (
    <div className="grid gap-2 text-sm">
      <p className="text-ink-2">{t('address')}</p>
      <a href={address} dir="ltr" className="wrap-anywhere text-start">
        {address}
      </a>
      <div>
        <Button look="ghost" icon={isCopied ? <CheckIcon /> : <CopyIcon />} onClick={copy}>
          {isCopied ? t('copied') : t('copy')}
        </Button>
      </div>
      <LiveRegion>{isCopied && t('copied')}</LiveRegion>
    </div>
  )
}

type Made =
  | { state: 'making' | 'failed' | 'often' | 'expired' }
  | { state: 'shown'; address: string; expiresAt: string }

/** A code for this look at the dialog: it opens once, so that an earlier one may be used up. */
function useCode(handOff: HandOff, type: DocumentType) {
  const [code, setCode] = useState<Made>({ state: 'making' })
  const isAsked = useRef(false)
  const make = useCallback(async () => {
    setCode({ state: 'making' })
    try {
      setCode({ state: 'shown', ...(await handOff.makeAddress(type)) })
    } catch (error) {
      const isOften = error instanceof CallFailure && error.code === 'rate_limited'
      setCode({ state: isOften ? 'often' : 'failed' })
    }
  }, [handOff, type])
  useEffect(() => {
    if (isAsked.current) return
    isAsked.current = true
    void make()
  }, [make])
  const expiresAt = code.state === 'shown' ? code.expiresAt : undefined
  useEffect(() => {
    if (!expiresAt) return undefined
    const leftMs = Date.parse(expiresAt) - Date.now()
    const timer = setTimeout(() => setCode({ state: 'expired' }), leftMs)
    return () => clearTimeout(timer)
  }, [expiresAt])
  return { code, make: () => void make() }
}
