import { useTranslation } from 'next-i18next/pages'
import { type ComponentType, type MouseEvent, type ReactNode, useEffect, useState } from 'react'
import { loadTexts } from '@/client/texts/load-namespace'
import { type DocumentType, documentTypes } from '@/domain/checkout/checkout-state'
import { useDroppedFiles } from '@/features/photos/dropped-files'
import { isSeen, useOpenDocument } from '@/features/photos/open-document'
import type { PhoneDialogProps } from '@/features/photos/phone-dialog'
import { PhotoList } from '@/features/photos/photo-list'
import { PhotoPanel } from '@/features/photos/photo-panel'
import type { PhotoDesk } from '@/features/photos/photo-source'
import { nextPhoto } from '@/features/photos/photo-status'
import { useStateNews } from '@/features/photos/use-photo-announcements'
import { type Job, usePhotoTool } from '@/features/photos/use-photo-tool'
import { lookClasses } from '@/ui/button'
import { classNames } from '@/ui/class-names'
import { BackIcon, ChevronEndIcon, LockIcon } from '@/ui/icons'
import { LiveRegion } from '@/ui/live-region'

interface PhotosProps {
  desk: PhotoDesk
  /** What stands under the photos: the way on. */
  children: ReactNode
}

/** The four photos: a list of them, and one at a time beside it; on a phone, in its place. */
export function Photos({ desk, children }: PhotosProps) {
  const { t } = useTranslation('photos')
  const { open, asked, heading, addressOf, turnTo } = useOpenDocument(desk)
  const tool = usePhotoTool(desk)
  const phone = usePhoneDialog(desk, open, () => tool.refuse(open, 'openFailed'))
  const facts = {
    images: desk.images,
    uploads: desk.uploads,
    checking: tool.tool?.job instanceof File ? tool.tool.type : undefined,
    refused: tool.refused,
  }
  /** On a phone its photo is shown first: what is hidden can show no tool. */
  const openTool = (job: Job) => {
    if (!isSeen(asked)) turnTo(open)
    void tool.open(open, job)
  }
  const isOver = useDroppedFiles(!tool.tool, openTool)
  useFaceCheckAhead(open === 'profile' && !facts.images.some(({ type }) => type === open), asked)
  const next = nextPhoto(open, facts)
  const news = useStateNews(facts)
  return (
    <>
      <LiveRegion>{news}</LiveRegion>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5 lg:grid-cols-[216px_minmax(0,1fr)]">
        <PhotoList
          facts={facts}
          open={open}
          isAsked={asked !== undefined}
          addressOf={addressOf}
          onOpen={turnTo}
        />
        <div className={classNames('grid gap-4', !asked && 'max-lg:hidden')}>
          <TurnLink href={addressOf()} className="lg:hidden" onTurn={() => turnTo()}>
            <BackIcon />
            {t('back')}
          </TurnLink>
          <PhotoPanel
            desk={desk}
            type={open}
            tool={tool}
            onOpen={openTool}
            heading={heading}
            isOver={isOver}
            onPhone={phone.open}
            next={
              next && (
                <TurnLink
                  href={addressOf(next)}
                  look="secondary"
                  className="w-full"
                  onTurn={() => turnTo(next)}
                >
                  {t('next', { title: t(`${next}.title`) })}
                  <ChevronEndIcon />
                </TurnLink>
              )
            }
          />
        </div>
      </div>
      <Privacy days={desk.photoDays} />
      {children}
      {phone.dialog}
    </>
  )
}

interface TurnLinkProps {
  href: string
  look?: 'link' | 'secondary'
  className?: string
  onTurn: () => void
  children: ReactNode
}

/** A way to another photo: a link of its own, followed without loading anything anew. */
function TurnLink({ href, look = 'link', className, onTurn, children }: TurnLinkProps) {
  const press = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    onTurn()
  }
  return (
    <a
      href={`/checkouts${href}`}
      onClick={press}
      className={classNames(lookClasses({ look, wide: false }, 'justify-self-start'), className)}
    >
      {children}
    </a>
  )
}

function Privacy({ days }: { days: PhotoDesk['photoDays'] }) {
  const { t } = useTranslation('photos')
  const lasting = (count: number) => t('privacy.days', { count })
  return (
    <p className="flex gap-2 px-1 text-ink-2 text-sm">
      <LockIcon className="mt-0.5 size-4" />
      <span className="min-w-0">
        {t('privacy.text', { paid: lasting(days.paid), abandoned: lasting(days.abandoned) })}
      </span>
    </p>
  )
}

/** A selfie that is about to be taken is checked at once: what checks it is made ready while there is time. */
function useFaceCheckAhead(isWanted: boolean, asked: DocumentType | undefined): void {
  useEffect(() => {
    if (!isWanted || !isSeen(asked)) return
    import('@/client/photos/face-detection').then(
      ({ prepareFaceCheck }) => prepareFaceCheck(),
      // The studio brings it too.
      () => undefined,
    )
  }, [isWanted, asked])
}

/** The code for a phone: its drawing and its dialog are loaded when they are asked for. */
function usePhoneDialog({ handOff, images }: PhotoDesk, type: DocumentType, refuse: () => void) {
  const { i18n } = useTranslation()
  const [Dialog, setDialog] = useState<ComponentType<PhoneDialogProps>>()
  if (!handOff) return { open: undefined, dialog: null }
  const show = async () => {
    try {
      const [{ PhoneDialog }] = await Promise.all([
        import('@/features/photos/phone-dialog'),
        loadTexts(i18n, 'hand-off'),
      ])
      setDialog(() => PhoneDialog)
      handOff.watch()
    } catch {
      refuse()
    }
  }
  return {
    open: () => void show(),
    dialog: Dialog && (
      <Dialog
        handOff={handOff}
        type={type}
        there={documentTypes.filter(type => images.some(image => image.type === type))}
        onClose={() => setDialog(undefined)}
      />
    ),
  }
}
