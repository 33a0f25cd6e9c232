import { useTranslation } from 'next-i18next/pages'
import type { ReactNode } from 'react'
import type { Picture } from '@/client/photos/image-editing'
import type { PhotoAdvice } from '@/domain/photos/photo-quality'
import { focusOnMount, StageActions } from '@/features/photos/studio/stage'
import { useAdviceTexts } from '@/features/photos/studio/use-advice-texts'
import { usePreview } from '@/features/photos/studio/use-preview'
import { Button } from '@/ui/button'
import { Notice } from '@/ui/notice'

interface AdviceViewProps {
  picture: Picture
  advice: PhotoAdvice[]
  /** Button to take or choose another photo. */
  retryAction: ReactNode
  onUse: () => void
}

/** Possible problems of the photo and what helps. The customer decides. */
export function AdviceView({ picture, advice, retryAction, onUse }: AdviceViewProps) {
  const { t } = useTranslation('studio')
  const texts = useAdviceTexts()
  const preview = usePreview(picture)
  return (
    <>
      <div ref={focusOnMount} tabIndex={-1} className="grid gap-3 pb-5">
        {advice.map(adviceKey => (
          <Notice key={adviceKey} tone="advice" title={texts[adviceKey].title}>
            {texts[adviceKey].text}
          </Notice>
        ))}
      </div>
      <div className="grid min-h-40 grow basis-64 place-items-center overflow-hidden rounded-card bg-paper [container-type:size]">
        {preview && (
          // biome-ignore lint/performance/noImgElement: drawn on this page a moment ago
          <img
            src={preview}
            alt={t('preview')}
            className="max-h-[100cqh] max-w-full object-contain"
          />
        )}
      </div>
      <StageActions>
        {retryAction}
        <Button variant="secondary" className="min-h-[54px]" onClick={onUse}>
          {t('useAnyway')}
        </Button>
      </StageActions>
    </>
  )
}
