/**
 * Why an order takes neither photos nor another email address: its permit was sent, or all of its
 * money was given back.
 */
export const orderClosures = ['closed', 'refunded'] as const
export type OrderClosure = (typeof orderClosures)[number]
