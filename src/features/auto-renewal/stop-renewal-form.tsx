import { useRouter } from 'next/router'
import { useTranslation } from '@/client/texts/use-translation'
import { Button } from '@/ui/button'
import { Group } from '@/ui/group'
import { Notice } from '@/ui/notice'

const outcomes = ['stopped', 'unknown', 'failed'] as const

/**
 * Target of the link in renewal mails: one button that works without scripts and without a login.
 */
export function StopRenewalForm() {
  const { t } = useTranslation('renewal')
  const { query } = useRouter()
  const outcome = outcomes.find(outcome => outcome === query['outcome'])
  if (outcome === 'stopped')
    return (
      <Notice tone="ok" role="status" title={t('stopped.title')}>
        {t('stopped.text')}
      </Notice>
    )
  if (outcome === 'unknown' || typeof query['code'] !== 'string')
    return (
      <Notice tone="advice" role="status">
        {t('page.unknown')}
      </Notice>
    )
  return (
    <Group>
      {outcome === 'failed' && (
        <Notice role="alert" tone="error">
          {t('stopFailed')}
        </Notice>
      )}
      <p>{t('page.text')}</p>
      <form method="post" action="/checkouts/api/auto-renewal/">
        <input type="hidden" name="code" value={query['code']} />
        <Button type="submit" variant="secondary" wide>
          {t('stop')}
        </Button>
      </form>
    </Group>
  )
}
