import { useRouter } from 'next/router'

/** Whether the step was opened from the review to change an answer; it returns there. */
export const useIsEdit = (): boolean => useRouter().query['from'] === 'review'
