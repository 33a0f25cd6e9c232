import type { ComponentType } from 'react'
import { useTranslation } from '@/client/texts/use-translation'
import type { DocumentType } from '@/domain/data/document-types'
import { classNames } from '@/ui/class-names'
import { CheckBadgeIcon, WrongBadgeIcon } from '@/ui/icons'
import type { IllustrationProps } from '@/ui/illustration'
import {
  BackCovered,
  BackGood,
  BackSlot,
  FrontCut,
  FrontGood,
  FrontSlot,
  SelfieDark,
  SelfieGood,
  SelfieSlot,
  SignatureCrowded,
  SignatureGood,
  SignatureSlot,
} from '@/ui/photo-illustrations'
import { VisuallyHidden } from '@/ui/visually-hidden'

type Illustration = ComponentType<IllustrationProps>

/** By photo: the pictogram of a missing one, a usable one and an unusable one. */
const illustrations: Record<
  DocumentType,
  { slot: Illustration; right: Illustration; wrong: Illustration }
> = {
  profile: { slot: SelfieSlot, right: SelfieGood, wrong: SelfieDark },
  license_front: { slot: FrontSlot, right: FrontGood, wrong: FrontCut },
  license_back: { slot: BackSlot, right: BackGood, wrong: BackCovered },
  signature: { slot: SignatureSlot, right: SignatureGood, wrong: SignatureCrowded },
}

/** Pictogram of a missing photo. */
export function SlotPicture({ type }: { type: DocumentType }) {
  const Slot = illustrations[type].slot
  return <Slot className="size-full" />
}

const exampleNames = ['right', 'wrong'] as const

/** A usable and an unusable photo side by side. */
export function Examples({ type }: { type: DocumentType }) {
  const { t } = useTranslation('photos')
  const isPortrait = type === 'profile'
  return (
    <ul className="flex gap-3">
      {exampleNames.map(name => {
        const Illustration = illustrations[type][name]
        const isGood = name === 'right'
        const Badge = isGood ? CheckBadgeIcon : WrongBadgeIcon
        return (
          <li key={name} className={classNames('min-w-0', isPortrait ? 'w-22' : 'w-32')}>
            <span className="relative block overflow-hidden rounded-control">
              <Illustration
                className={classNames('block w-full', isPortrait ? 'h-26 object-cover' : undefined)}
              />
              <Badge className="absolute end-1.5 bottom-1.5 size-5.5" />
            </span>
            <span className="block pt-1.5 text-center text-ink-2 text-sm leading-snug">
              <VisuallyHidden>{t(isGood ? 'good' : 'bad')}</VisuallyHidden>
              {t(`${type}.${name}`)}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
