import { type ComponentProps, useRef, useState } from 'react'
import { useCheckoutState } from '@/client/checkout/checkout-provider'
import { useTranslation } from '@/client/texts/use-translation'
import { hasParcel } from '@/domain/catalog/plans'
import { Button } from '@/ui/button'
import { Disclosure } from '@/ui/disclosure'
import { ChevronEndIcon } from '@/ui/icons'
import { ChevronStartIcon } from '@/ui/later-icons'
import { VisuallyHidden } from '@/ui/visually-hidden'

/** The pictures in their order. */
const slides = ['booklet', 'spread', 'card', 'digital'] as const
type SlideName = (typeof slides)[number]

/** The pictures of the permit, the first one of what the customer gets with the chosen format. */
export function Gallery() {
  const { t } = useTranslation('plan')
  const { category } = useCheckoutState('category')
  return (
    <Disclosure summary={t('gallery.heading')}>
      {hasParcel(category) ? (
        <Slides key="printed" slides={slides} />
      ) : (
        <Slides key="digital" slides={[slides[3], ...slides.slice(0, 3)]} />
      )}
    </Disclosure>
  )
}

/** A list that scrolls without scripts, with arrows once they have loaded. */
function Slides({ slides }: { slides: readonly SlideName[] }) {
  const { t } = useTranslation('plan')
  const { track, currentSlide, moveSlide, handleScroll } = useSlides(slides.length)
  const position = { position: currentSlide + 1, total: slides.length }
  return (
    <section aria-label={t('gallery.heading')} className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <ul
        ref={track}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users scroll it with the arrow keys
        tabIndex={0}
        aria-label={t('gallery.heading')}
        onScroll={handleScroll}
        className="relative flex snap-x snap-mandatory overflow-x-auto overscroll-x-contain rounded-card [scrollbar-width:none] noscript:[scrollbar-width:auto]"
      >
        {slides.map(slide => (
          <Slide key={slide} slide={slide} />
        ))}
      </ul>
      <div className="flex items-center justify-between noscript:hidden">
        <Arrow aria-label={t('gallery.previous')} onClick={() => moveSlide(-1)}>
          <ChevronStartIcon />
        </Arrow>
        <p role="status" className="text-ink-2 text-sm">
          <span aria-hidden>{t('gallery.position', position)}</span>
          <VisuallyHidden>
            {t('gallery.shown', {
              ...position,
              name: t(`gallery.${slides[currentSlide] ?? 'booklet'}.name`),
            })}
          </VisuallyHidden>
        </p>
        <Arrow aria-label={t('gallery.next')} onClick={() => moveSlide(1)}>
          <ChevronEndIcon />
        </Arrow>
      </div>
    </section>
  )
}

function Slide({ slide }: { slide: SlideName }) {
  const { t } = useTranslation('plan')
  return (
    <li className="w-full shrink-0 snap-start">
      <figure>
        {/* biome-ignore lint/performance/noImgElement: a drawing of 3 kB has nothing to be optimised */}
        <img
          src={`/checkouts/gallery/${slide}.svg`}
          alt={t(`gallery.${slide}.alt`)}
          width={480}
          height={280}
          loading="lazy"
          className="h-[280px] w-full rounded-card bg-paper object-contain px-2"
        />
        <figcaption className="pt-3 text-center">
          <span className="block font-semibold">{t(`gallery.${slide}.name`)}</span>
          <span className="block text-ink-2 text-sm">
            {t(slide === 'digital' ? 'gallery.always' : 'gallery.printedOnly')}
          </span>
        </figcaption>
      </figure>
    </li>
  )
}

const Arrow = (props: ComponentProps<typeof Button>) => (
  <Button {...props} variant="ghost" className="size-11 px-0" />
)

/** A list that has not scrolled for this long has stopped. */
const debounceMs = 100

/** The current slide, and a function to move that wraps around at both ends. */
function useSlides(count: number) {
  const track = useRef<HTMLUListElement>(null)
  const scrollTimer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const targetSlide = useRef(0)
  const [currentSlide, setCurrentSlide] = useState(0)

  const show = (slide: number) => {
    targetSlide.current = slide
    setCurrentSlide(slide)
  }
  const moveSlide = (offset: 1 | -1) => {
    show((targetSlide.current + offset + count) % count)
    const slide = track.current?.children[targetSlide.current]
    // Right-to-left lists have negative offsets, as `scrollTo` expects.
    if (slide instanceof HTMLElement) track.current?.scrollTo({ left: slide.offsetLeft })
  }
  /** A finger or the keyboard has scrolled the list. */
  const handleScroll = () => {
    clearTimeout(scrollTimer.current)
    scrollTimer.current = setTimeout(() => {
      if (!track.current) return
      const { scrollLeft, clientWidth } = track.current
      show(Math.round(Math.abs(scrollLeft) / clientWidth))
    }, debounceMs)
  }
  return { track, currentSlide, moveSlide, handleScroll }
}
