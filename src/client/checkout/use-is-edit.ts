import { useRouter } from 'next/router'
import { useTranslation } from '@/client/texts/use-translation'

/** Whether the step was opened from the review to change an answer; it returns there. */
export const useIsEdit = (): boolean => useRouter().query['from'] === 'review'

/** The label of a step's button: a change from the review is saved, and leads back to it. */
export function useContinueLabel(label: string): string {
  const { t } = useTranslation('common')
  return useIsEdit() ? t('saveChange') : label
}
