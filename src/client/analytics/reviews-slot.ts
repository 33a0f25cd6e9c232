/** The id of the element in which the review widget shows itself; the server keeps its room in the page. */
export const reviewsSlotId = 'reviews'
