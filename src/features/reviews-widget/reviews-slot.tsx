import { reviewsSlotId } from '@/client/analytics/reviews-slot'

/**
 * Where the review widget shows itself, at the page's end: its room is kept from the first, so that nothing moves.
 * Without scripts nothing would come, and there is no room for it.
 */
export const ReviewsSlot = () => (
  <div className="hidden bg-card print:hidden [@media(scripting:enabled)]:block">
    <div id={reviewsSlotId} className="mx-auto min-h-36 max-w-page px-4 pb-8 lg:px-6" />
  </div>
)
