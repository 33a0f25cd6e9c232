import { useTranslation } from 'next-i18next/pages'
import type { ComponentType } from 'react'
import type { DocumentType } from '@/domain/checkout/checkout-state'
import { CheckBadgeIcon, ErrorBadgeIcon } from '@/ui/icons'
import type { IllustrationProps } from '@/ui/illustration'
import {
  BackBlurred,
  BackCovered,
  BackGood,
  FrontCut,
  FrontGlare,
  FrontGood,
  SelfieCovered,
  SelfieFar,
  SelfieGood,
  SignatureCrowded,
  SignatureGood,
  SignatureTiny,
} from '@/ui/photo-illustrations'
import { VisuallyHidden } from '@/ui/visually-hidden'

type Picture = ComponentType<IllustrationProps>

/** One that can be used, and two that cannot. */
const pictures: Record<DocumentType, { right: Picture; wrong: Picture; worse: Picture }> = {
  profile: { right: SelfieGood, wrong: SelfieCovered, worse: SelfieFar },
  license_front: { right: FrontGood, wrong: FrontCut, worse: FrontGlare },
  license_back: { right: BackGood, wrong: BackCovered, worse: BackBlurred },
  signature: { right: SignatureGood, wrong: SignatureCrowded, worse: SignatureTiny },
}

export const goodPicture = (type: DocumentType): Picture => pictures[type].right

const shown = ['right', 'wrong', 'worse'] as const

/** Drawn examples side by side. */
export function Examples({ type }: { type: DocumentType }) {
  const { t } = useTranslation('photos')
  return (
    <ul className="@container grid grid-cols-3 gap-2.5 sm:gap-3">
      {shown.map(name => {
        const Picture = pictures[type][name]
        const isGood = name === 'right'
        const Badge = isGood ? CheckBadgeIcon : ErrorBadgeIcon
        return (
          <li key={name} className="flex min-w-0 flex-col gap-1.5">
            <Picture />
            <p className="flex items-start gap-1.5 text-sm @max-[36rem]:flex-col @max-[36rem]:gap-1">
              <Badge className="size-4.5" />
              <span className="min-w-0">
                <VisuallyHidden>{t(isGood ? 'good' : 'bad')}</VisuallyHidden>
                {t(`${type}.${name}`)}
              </span>
            </p>
          </li>
        )
      })}
    </ul>
  )
}
