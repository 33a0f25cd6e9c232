import { useTranslation } from '@/client/texts/use-translation'
import type { FaceAdvice } from '@/domain/photos/face-position'
import type { PhotoAdvice } from '@/domain/photos/photo-quality'

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

/** What to do about the face in the crop. */
export function useCropAdvice(): Record<FaceAdvice, string> {
  const { t } = useTranslation(['studio', 'common'])
  const texts = useAdviceTexts()
  const joinSentences = ({ title, text }: { title: string; text: string }) =>
    t('common:sentences', { first: title, second: text })
  return {
    noFace: joinSentences(texts.noFace),
    severalFaces: joinSentences(texts.severalFaces),
    smallFace: t('adjust.smallFace'),
    largeFace: t('adjust.largeFace'),
    edgeFace: t('adjust.edgeFace'),
  }
}
