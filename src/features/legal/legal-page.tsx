import { usePage } from '@/client/checkout/checkout-provider'
import type { DynamicT } from '@/client/texts/dynamic-translate'
import { useTranslation } from '@/client/texts/use-translation'
import { ButtonLink } from '@/ui/button'
import { Group } from '@/ui/group'
import { Notice } from '@/ui/notice'
import { PageLayout } from '@/ui/page-layout'

/** Sections of each page, in order. */
const sections = {
  privacy: ['kept', 'use', 'payment', 'device', 'time', 'rights'],
  terms: ['what', 'law', 'you', 'price', 'renewal', 'delivery', 'cancel'],
  guarantees: ['money', 'how', 'not'],
}

export type LegalPageId = keyof typeof sections

/** Legal pages of the shop; a shop with its own site links to the pages there. */
export function LegalPage({ id }: { id: LegalPageId }) {
  const { t } = useTranslation('legal')
  const translate = t as DynamicT
  const { siteUrl, photoDays } = usePage().settings
  const formatDays = (count: number) => t('privacy.time.days', { count })
  const values = { paid: formatDays(photoDays.paid), abandoned: formatDays(photoDays.abandoned) }
  return (
    <PageLayout title={t(`${id}.title`)} lead={t(`${id}.lead`)}>
      {siteUrl ? (
        <Notice actions={<a href={`${siteUrl}/${id}/`}>{t('onSite.link')}</a>}>
          {t('onSite.text')}
        </Notice>
      ) : (
        <Group>
          {sections[id].map(section => (
            <section
              key={section}
              className="not-first:border-line not-first:border-t not-first:pt-5"
            >
              <h2 className="pb-1 font-semibold text-lg">
                {translate(`${id}.${section}.heading`)}
              </h2>
              <p>{translate(`${id}.${section}.text`, values)}</p>
            </section>
          ))}
        </Group>
      )}
      <ButtonLink variant="link" wide={false} href="/" className="mt-0 justify-self-start">
        {t('toOrder')}
      </ButtonLink>
    </PageLayout>
  )
}
