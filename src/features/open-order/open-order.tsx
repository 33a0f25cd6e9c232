import { useTranslation } from '@/client/texts/use-translation'
import type { OfferedOrder } from '@/contract/page'
import { Button } from '@/ui/button'
import { Group } from '@/ui/group'
import { PageLayout } from '@/ui/page-layout'

/** Asks whether to open the order of a link. A native form, so that it works without scripts. */
export function OpenOrder({ offer }: { offer: OfferedOrder }) {
  const { t } = useTranslation('open-order')
  const { id, email, hasOwnOrder, to } = offer
  return (
    <PageLayout title={t('title')} lead={t('lead')}>
      <Group>
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
        <form
          method="post"
          action="/checkouts/api/open-order/"
          className="grid gap-3 sm:grid-cols-2 sm:items-center"
        >
          <input type="hidden" name="offer" value={id} />
          <input type="hidden" name="to" value={to} />
          <Button type="submit" name="answer" value="open">
            {t('open')}
          </Button>
          <Button type="submit" name="answer" value="own" variant="secondary" wide>
            {t(hasOwnOrder ? 'keep' : 'own')}
          </Button>
        </form>
      </Group>
    </PageLayout>
  )
}
