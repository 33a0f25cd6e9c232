import type { ReactNode } from 'react'
import type { Picture } from '@/client/photos/image-editing'
import { useTranslation } from '@/client/texts/use-translation'
import type { PhotoAdvice } from '@/domain/photos/photo-quality'
import { focusOnMount, StageActions } from '@/features/photos/studio/studio-dialog'
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

/** Texts of the advice on a photo. */
export function useAdviceTexts(): Record<PhotoAdvice, { title: string; text: string }> {
  const { t } = useTranslation('studio')
  return {
    same: { title: t('advice.same.title'), text: t('advice.same.text') },
    small: { title: t('advice.small.title'), text: t('advice.small.text') },
    dark: { title: t('advice.dark.title'), text: t('advice.dark.text') },
    bright: { title: t('advice.bright.title'), text: t('advice.bright.text') },
    flat: { title: t('advice.flat.title'), text: t('advice.flat.text') },
    blurred: { title: t('advice.blurred.title'), text: t('advice.blurred.text') },
    veryBlurred: { title: t('advice.veryBlurred.title'), text: t('advice.veryBlurred.text') },
    glare: { title: t('advice.glare.title'), text: t('advice.glare.text') },
    blank: { title: t('advice.blank.title'), text: t('advice.blank.text') },
    inky: { title: t('advice.inky.title'), text: t('advice.inky.text') },
    noFace: { title: t('advice.noFace.title'), text: t('advice.noFace.text') },
    severalFaces: { title: t('advice.severalFaces.title'), text: t('advice.severalFaces.text') },
    smallFace: { title: t('advice.smallFace.title'), text: t('advice.smallFace.text') },
    largeFace: { title: t('advice.largeFace.title'), text: t('advice.largeFace.text') },
    edgeFace: { title: t('advice.edgeFace.title'), text: t('advice.edgeFace.text') },
  }
}
