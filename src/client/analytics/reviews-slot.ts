/** The id of the review widget's element; the server renders an empty slot for it. */
export const reviewsSlotId = 'reviews'
