import { useRouter } from 'next/router'
import { useTranslation } from '@/client/texts/use-translation'
import { Button } from '@/ui/button'
import { Group } from '@/ui/group'
import { Notice } from '@/ui/notice'

/** Target of the link in reminders: one button that works without scripts and without a login. */
export function StopMailsForm() {
  const { t } = useTranslation('stop-mails')
  const { query } = useRouter()
  if (query['outcome'] === 'stopped')
    return (
      <Notice tone="ok" role="status" title={t('stopped.title')}>
        {t('stopped.text')}
      </Notice>
    )
  if (typeof query['code'] !== 'string')
    return (
      <Notice tone="advice" role="status">
        {t('unknown')}
      </Notice>
    )
  return (
    <Group>
      <p>{t('text')}</p>
      <form method="post" action="/checkouts/api/stop-mails/">
        <input type="hidden" name="code" value={query['code']} />
        <Button type="submit" variant="secondary" wide>
          {t('stop')}
        </Button>
      </form>
    </Group>
  )
}
