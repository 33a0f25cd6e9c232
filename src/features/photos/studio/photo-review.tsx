import type { ReactNode } from 'react'
import { useTranslation } from '@/client/texts/use-translation'
import type { DocumentType } from '@/domain/data/document-types'
import type { PhotoAdvice } from '@/domain/photos/photo-quality'
import { useAdviceTexts } from '@/features/photos/studio/advice-texts'
import type { PhotoAnalysis } from '@/features/photos/studio/analyse-photo'
import { CroppedPicture, WholePicture } from '@/features/photos/studio/cropped-picture'
import { focusOnMount, StageActions } from '@/features/photos/studio/studio-dialog'
import { Button, type ButtonProps } from '@/ui/button'
import { classNames } from '@/ui/class-names'
import { CheckBadgeIcon } from '@/ui/icons'
import { EditIcon } from '@/ui/later-icons'
import { Notice } from '@/ui/notice'

interface PhotoReviewProps {
  type: DocumentType
  analysis: PhotoAnalysis
  /** The driver's first name; empty if unknown. */
  firstName: string
  /** Button to take or choose another photo. */
  renderRetry: (variant: ButtonProps['variant']) => ReactNode
  isBusy: boolean
  hasFailed: boolean
  onAdjust: () => void
  onUse: () => void
}

/** The photo just taken, cropped: the customer accepts it, takes another or adjusts the crop. */
export function PhotoReview({
  type,
  analysis,
  firstName,
  renderRetry,
  isBusy,
  hasFailed,
  onAdjust,
  onUse,
}: PhotoReviewProps) {
  const { t } = useTranslation('studio')
  const hasAdvice = analysis.advice.length > 0
  // Over a picture that has the room.
  const isOverlaid = type === 'profile' && !hasAdvice
  const controls = (
    <>
      <WholePicture
        photo={analysis}
        label={t('review.original')}
        className={isOverlaid ? 'absolute start-3 bottom-3 shadow-lifted' : '-ms-[3px]'}
      />
      <Button
        variant="ghost"
        icon={<EditIcon />}
        className={isOverlaid ? 'absolute end-3 bottom-3 shadow-lifted' : undefined}
        onClick={onAdjust}
      >
        {t('review.adjust')}
      </Button>
    </>
  )
  return (
    <>
      <div className="grid grow grid-cols-2 content-start gap-5 tall:max-lg:grid-cols-[minmax(0,1fr)] lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] lg:gap-10">
        <div className={hasAdvice ? 'tall:max-lg:flex tall:max-lg:gap-4' : undefined}>
          <CroppedPicture photo={analysis} label={t('preview')} isLow={hasAdvice}>
            {isOverlaid && controls}
          </CroppedPicture>
          {!isOverlaid && (
            <div
              className={classNames(
                'flex items-center justify-between gap-3 pt-3',
                hasAdvice && 'tall:max-lg:flex-col tall:max-lg:pt-0',
              )}
            >
              {controls}
            </div>
          )}
        </div>
        <div
          ref={focusOnMount}
          tabIndex={-1}
          className="grid content-start gap-3 tall:max-lg:justify-items-center"
        >
          {hasAdvice ? (
            <AdviceNotices advice={analysis.advice} />
          ) : (
            <>
              <Verdict type={type} firstName={firstName} strengths={analysis.strengths} />
              <Checks strengths={analysis.strengths} />
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
}

/** Praise where the checks are sure; otherwise what the customer should look at. */
function Verdict({ type, firstName, strengths }: VerdictProps) {
  const { t } = useTranslation('studio')
  const isFaceClear = strengths.includes('face')
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

/** What was checked and is surely good. */
function Checks({ strengths }: Pick<PhotoAnalysis, 'strengths'>) {
  const { t } = useTranslation('studio')
  const texts = {
    corners: t('review.corners'),
    light: t('review.light'),
    sharp: t('review.sharp'),
    face: t('review.face'),
  }
  return (
    <ul className="grid gap-2 empty:hidden">
      {strengths.map(strength => (
        <li key={strength} className="flex gap-3 *:first:mt-0.5">
          <CheckBadgeIcon />
          <span className="min-w-0">{texts[strength]}</span>
        </li>
      ))}
    </ul>
  )
}

/** Possible problems of the photo and what helps. The customer decides. */
function AdviceNotices({ advice }: { advice: PhotoAdvice[] }) {
  const texts = useAdviceTexts()
  return advice.map(adviceKey => (
    <Notice key={adviceKey} tone="advice" title={texts[adviceKey].title}>
      {texts[adviceKey].text}
    </Notice>
  ))
}
