import type { ComponentType } from 'react'
import { useTranslation } from '@/client/texts/use-translation'
import type { DocumentType } from '@/domain/data/document-types'
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

type Illustration = ComponentType<IllustrationProps>

/** One usable photo and two unusable ones. */
const illustrations: Record<
  DocumentType,
  { right: Illustration; wrong: Illustration; worse: Illustration }
> = {
  profile: { right: SelfieGood, wrong: SelfieCovered, worse: SelfieFar },
  license_front: { right: FrontGood, wrong: FrontCut, worse: FrontGlare },
  license_back: { right: BackGood, wrong: BackCovered, worse: BackBlurred },
  signature: { right: SignatureGood, wrong: SignatureCrowded, worse: SignatureTiny },
}

export function GoodIllustration({ type }: { type: DocumentType }) {
  const Illustration = illustrations[type].right
  return <Illustration />
}

const exampleNames = ['right', 'wrong', 'worse'] as const

/** Drawn examples side by side. */
export function Examples({ type }: { type: DocumentType }) {
  const { t } = useTranslation('photos')
  return (
    <ul className="@container grid grid-cols-3 gap-2.5 sm:gap-3">
      {exampleNames.map(name => {
        const Illustration = illustrations[type][name]
        const isGood = name === 'right'
        const Badge = isGood ? CheckBadgeIcon : ErrorBadgeIcon
        return (
          <li key={name} className="flex min-w-0 flex-col gap-1.5">
            <Illustration />
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
