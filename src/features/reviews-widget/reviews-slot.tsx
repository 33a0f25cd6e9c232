import { reviewsSlotId } from '@/client/analytics/reviews-slot'

/**
 * Slot of the review widget at the page's end. Its space is reserved, so that nothing moves.
 * Without scripts there is no widget and no space.
 */
export const ReviewsSlot = () => (
  <div className="hidden bg-card print:hidden [@media(scripting:enabled)]:block">
    <div id={reviewsSlotId} className="mx-auto min-h-36 max-w-page px-4 pb-8 lg:px-6" />
  </div>
)
