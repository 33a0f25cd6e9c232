import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from '@/client/texts/use-translation'
import type { DocumentType } from '@/domain/data/document-types'
import { adviseOnCrop, type FaceAdvice } from '@/domain/photos/face-position'
import type { PhotoAdvice } from '@/domain/photos/photo-quality'
import { AdjustView } from '@/features/photos/studio/adjust-view'
import { useAdviceTexts, useCropAdvice } from '@/features/photos/studio/advice-texts'
import type { EditedPhoto, LateFace, PhotoAnalysis } from '@/features/photos/studio/analyse-photo'
import { CroppedPicture, WholePicture } from '@/features/photos/studio/cropped-picture'
import { focusOnMount, StageActions } from '@/features/photos/studio/studio-dialog'
import { Button, type ButtonProps } from '@/ui/button'
import { CheckBadgeIcon, WarningIcon } from '@/ui/icons'
import { EditIcon } from '@/ui/later-icons'
import { Notice } from '@/ui/notice'
import { Spinner } from '@/ui/spinner'

/** The photo that the customer accepts. */
export interface AcceptedPhoto extends Pick<PhotoAnalysis, 'picture' | 'crop'> {
  needsReview: boolean
}

interface PhotoReviewProps {
  type: DocumentType
  analysis: PhotoAnalysis
  /** The driver's first name; empty if unknown. */
  firstName: string
  /** Button to take or choose another photo. */
  renderRetry: (variant: ButtonProps['variant']) => ReactNode
  isAdjusting: boolean
  onAdjustingChange: (isAdjusting: boolean) => void
  isBusy: boolean
  hasFailed: boolean
  onUse: (photo: AcceptedPhoto) => void
}

/** The photo just taken, cropped: the customer accepts it, takes another or adjusts the crop. */
export function PhotoReview({
  analysis,
  isAdjusting,
  onAdjustingChange,
  onUse,
  ...props
}: PhotoReviewProps) {
  const lateFace = useLateFace(analysis)
  const [adjusted, setAdjusted] = useState<EditedPhoto>()
  const photo: EditedPhoto = adjusted ?? {
    picture: analysis.picture,
    crop: lateFace?.crop ?? analysis.crop,
    face: analysis.face ?? lateFace?.face ?? null,
  }
  const findFaceAdvice = ({ picture, crop, face }: EditedPhoto): FaceAdvice | null =>
    (face && adviseOnCrop(face, crop)) ??
    // The late advice belongs to the original photo, not to a rotated one.
    (picture === analysis.picture && !face ? (lateFace?.advice ?? null) : null)

  if (isAdjusting)
    return (
      <AdjustView
        type={props.type}
        photo={photo}
        findFaceAdvice={findFaceAdvice}
        onCancel={() => onAdjustingChange(false)}
        onDone={edited => {
          setAdjusted(edited)
          onAdjustingChange(false)
        }}
      />
    )
  const faceAdvice = findFaceAdvice(photo)
  return (
    <ReviewView
      {...props}
      analysis={analysis}
      lateAdvice={lateFace?.advice ? [lateFace.advice] : []}
      photo={photo}
      faceState={
        faceAdvice ?? (photo.face ? 'clear' : analysis.pendingFace && !lateFace ? 'checking' : null)
      }
      onAdjust={() => onAdjustingChange(true)}
      onUse={() =>
        onUse({
          picture: photo.picture,
          crop: photo.crop,
          needsReview: faceAdvice !== null || analysis.advice.length > 0,
        })
      }
    />
  )
}

type FaceState = FaceAdvice | 'clear' | 'checking' | null

interface ReviewViewProps
  extends Omit<PhotoReviewProps, 'isAdjusting' | 'onAdjustingChange' | 'onUse'> {
  photo: EditedPhoto
  /** Of the face check that ended later, below the other advice. */
  lateAdvice: PhotoAdvice[]
  faceState: FaceState
  onAdjust: () => void
  onUse: () => void
}

function ReviewView({
  type,
  analysis,
  firstName,
  renderRetry,
  isBusy,
  hasFailed,
  photo,
  lateAdvice,
  faceState,
  onAdjust,
  onUse,
}: ReviewViewProps) {
  const { t } = useTranslation('studio')
  const hasAdvice = analysis.advice.length > 0
  const isProfile = type === 'profile'
  const adjustButton = (
    <Button
      variant="ghost"
      icon={<EditIcon />}
      className={isProfile ? 'absolute end-3 bottom-3 shadow-lifted' : undefined}
      onClick={onAdjust}
    >
      {t('review.adjust')}
    </Button>
  )
  const original = (
    <WholePicture
      photo={photo}
      label={t('review.original')}
      className={isProfile ? 'absolute start-3 bottom-3 shadow-lifted' : '-ms-[3px]'}
    />
  )
  return (
    <>
      <div className="grid grow grid-cols-2 content-start gap-5 tall:max-lg:grid-cols-[minmax(0,1fr)] lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] lg:gap-10">
        <div>
          <CroppedPicture photo={photo} label={t('preview')}>
            {isProfile && original}
            {isProfile && adjustButton}
          </CroppedPicture>
          {!isProfile && (
            <div className="flex items-center justify-between gap-3 pt-3">
              {original}
              {adjustButton}
            </div>
          )}
        </div>
        <div
          ref={focusOnMount}
          tabIndex={-1}
          className="grid content-start gap-4 tall:max-lg:justify-items-center"
        >
          {hasAdvice ? (
            <>
              <AdviceNotices advice={analysis.advice} />
              {/* Mounted before there is a late result, so that it is announced. */}
              <div role="status" className="empty:hidden">
                <AdviceNotices advice={lateAdvice} />
              </div>
            </>
          ) : (
            <>
              <Verdict
                type={type}
                firstName={firstName}
                strengths={analysis.strengths}
                isFaceClear={faceState === 'clear'}
              />
              <Checks strengths={analysis.strengths} faceState={faceState} />
            </>
          )}
        </div>
      </div>
      {hasFailed && (
        <Notice tone="error" role="alert" className="mt-4">
          {t('adjust.failed')}
        </Notice>
      )}
      <StageActions>
        {!hasAdvice && renderRetry('secondary')}
        <Button
          variant={hasAdvice ? 'secondary' : 'primary'}
          className="min-h-[54px]"
          busy={isBusy}
          onClick={onUse}
        >
          {isBusy ? t('saving') : hasAdvice ? t('useAnyway') : t('review.use')}
        </Button>
        {hasAdvice && renderRetry('primary')}
      </StageActions>
    </>
  )
}

interface VerdictProps extends Pick<PhotoReviewProps, 'type' | 'firstName'> {
  strengths: PhotoAnalysis['strengths']
  isFaceClear: boolean
}

/** Praise where the checks are sure; otherwise what the customer should look at. */
function Verdict({ type, firstName, strengths, isFaceClear }: VerdictProps) {
  const { t } = useTranslation('studio')
  const questions = {
    profile: isFaceClear ? t('review.ask') : t('review.askProfile'),
    license_front: t('review.askLicense'),
    license_back: t('review.askLicense'),
    signature: t('review.askSignature'),
  }
  const isGreat =
    strengths.includes('light') &&
    strengths.includes('sharp') &&
    (type === 'profile' ? isFaceClear : strengths.includes('corners'))
  const praise = firstName ? t('review.greatNamed', { name: firstName }) : t('review.great')
  return (
    <div className="tall:max-lg:text-center">
      <h3 className="font-bold text-xl lg:text-3xl">{isGreat ? praise : questions[type]}</h3>
      <p className="pt-1 text-ink-2">{t('review.cropped')}</p>
    </div>
  )
}

/** What was checked. A late result has the place of its indicator. */
function Checks({
  strengths,
  faceState,
}: Pick<PhotoAnalysis, 'strengths'> & { faceState: FaceState }) {
  const { t } = useTranslation('studio')
  const advice = useCropAdvice()
  return (
    <ul className="grid gap-2">
      {strengths.includes('corners') && (
        <Check icon={<CheckBadgeIcon />}>{t('review.corners')}</Check>
      )}
      {strengths.includes('light') && <Check icon={<CheckBadgeIcon />}>{t('review.light')}</Check>}
      {strengths.includes('sharp') && <Check icon={<CheckBadgeIcon />}>{t('review.sharp')}</Check>}
      {/* Mounted before there is a result, so that it is announced. */}
      <li>
        <div role="status">
          {faceState === 'checking' && (
            <Check as="span" icon={<Spinner className="size-5" />}>
              {t('review.checkingFace')}
            </Check>
          )}
          {faceState === 'clear' && (
            <Check as="span" icon={<CheckBadgeIcon />}>
              {t('review.face')}
            </Check>
          )}
          {faceState && faceState !== 'checking' && faceState !== 'clear' && (
            <Check as="span" icon={<WarningIcon />}>
              {advice[faceState]}
            </Check>
          )}
        </div>
      </li>
    </ul>
  )
}

interface CheckProps {
  as?: 'li' | 'span'
  icon: ReactNode
  children: ReactNode
}

const Check = ({ as: Element = 'li', icon, children }: CheckProps) => (
  <Element className="flex gap-3 *:first:mt-0.5">
    {icon}
    <span className="min-w-0">{children}</span>
  </Element>
)

/** Possible problems of the photo and what helps. The customer decides. */
function AdviceNotices({ advice }: { advice: PhotoAdvice[] }) {
  const texts = useAdviceTexts()
  return advice.map(adviceKey => (
    <Notice key={adviceKey} tone="advice" title={texts[adviceKey].title}>
      {texts[adviceKey].text}
    </Notice>
  ))
}

/** Result of a face check that ends while the customer already looks at the photo. */
function useLateFace({ pendingFace }: PhotoAnalysis): LateFace | undefined {
  const [lateFace, setLateFace] = useState<LateFace>()
  useEffect(() => {
    let isCancelled = false
    void pendingFace?.then(result => isCancelled || setLateFace(result))
    return () => {
      isCancelled = true
    }
  }, [pendingFace])
  return lateFace
}
