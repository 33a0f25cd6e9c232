import { useTranslation } from '@/client/texts/use-translation'
import type { OfferedOrder } from '@/contract/page'
import { CompletedFacts } from '@/features/open-order/completed-facts'
import { Button } from '@/ui/button'
import { Group } from '@/ui/group'
import { PageLayout } from '@/ui/page-layout'

/**
 * Asks whether to open the order of a link, or says where a completed one stands. A native form, so that
 * it works without scripts.
 */
export function OpenOrder({ offer }: { offer: OfferedOrder }) {
  const { t } = useTranslation('open-order')
  const { id, email, to, completed } = offer
  return (
    <PageLayout
      title={t(completed ? 'completed.title' : 'title')}
      lead={t(completed ? 'completed.lead' : 'lead')}
    >
      <Group>
        {completed ? <CompletedFacts order={completed} /> : <OfferedFacts email={email} />}
        <form
          method="post"
          action="/checkouts/api/open-order/"
          className="grid gap-3 sm:grid-cols-2 sm:items-center"
        >
          <input type="hidden" name="offer" value={id} />
          <input type="hidden" name="to" value={to} />
          <Button type="submit" name="answer" value="open">
            {t(completed ? 'completed.renew' : 'open')}
          </Button>
          <Button type="submit" name="answer" value="own" variant="secondary" wide>
            {t(resolveOwnLabel(offer))}
          </Button>
        </form>
      </Group>
    </PageLayout>
  )
}

function resolveOwnLabel({ hasOwnOrder, completed }: OfferedOrder) {
  if (hasOwnOrder) return 'keep'
  return completed ? 'completed.new' : 'own'
}

function OfferedFacts({ email }: Pick<OfferedOrder, 'email'>) {
  const { t } = useTranslation('open-order')
  return (
    <>
      {email ? (
        <dl>
          <dt className="text-ink-2 text-sm">{t('email')}</dt>
          <dd className="font-semibold">
            <bdi>{email}</bdi>
          </dd>
        </dl>
      ) : (
        <p>{t('noEmail')}</p>
      )}
      <p>{t('why')}</p>
    </>
  )
}
