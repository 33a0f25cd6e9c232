import { useRouter } from 'next/router'
import { useTranslation } from 'next-i18next/pages'
import { useCheckout } from '@/client/checkout/checkout-provider'
import { optimisticState } from '@/client/store/checkout-store'
import { Button } from '@/ui/button'
import { Group } from '@/ui/group'
import { Notice } from '@/ui/notice'

/** Mails the customer a link to continue on another device; works without scripts. */
export function MailLink() {
  const { t } = useTranslation('legal')
  const { email } = useCheckout(optimisticState).customer
  const token = useCheckout(({ checkout }) => checkout.token)
  const outcome = useMailOutcome()
  if (!token) return null
  return (
    <Group heading={t('link.heading')}>
      {outcome && (
        <Notice role="status" tone={outcome === 'sent' ? 'ok' : 'advice'}>
          {t(`link.told.${outcome}`)}
        </Notice>
      )}
      {email ? (
        <form method="post" action="/checkouts/api/mail-link/" className="grid gap-3">
          <p className="wrap-anywhere">{t('link.text', { email })}</p>
          <Button type="submit" variant="secondary" wide>
            {t('link.send')}
          </Button>
        </form>
      ) : (
        <p>{t('link.told.no_email')}</p>
      )}
    </Group>
  )
}

const outcomes = ['sent', 'no_email', 'often', 'failed'] as const

/** Result of the last request, from the URL. */
function useMailOutcome() {
  const { mail } = useRouter().query
  return outcomes.find(outcome => outcome === mail)
}
