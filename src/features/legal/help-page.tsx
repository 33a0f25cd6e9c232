import { useTranslation } from 'next-i18next/pages'
import { usePage } from '@/client/checkout/checkout-provider'
import { MailLink } from '@/features/legal/mail-link'
import { ButtonLink } from '@/ui/button'
import { Disclosure } from '@/ui/disclosure'
import { Group } from '@/ui/group'
import { PageLayout } from '@/ui/page-layout'

const questions = ['what', 'photos', 'later', 'change', 'paid', 'refund'] as const

/** Frequent questions and contact details. */
export function HelpPage() {
  const { t } = useTranslation('legal')
  return (
    <PageLayout title={t('help.title')} lead={t('help.lead')}>
      <Group heading={t('help.questions')}>
        {questions.map(question => (
          <Disclosure key={question} summary={t(`help.${question}.question`)}>
            <p>{t(`help.${question}.answer`)}</p>
          </Disclosure>
        ))}
      </Group>
      <MailLink />
      <Group heading={t('help.contact')}>
        <Contact />
      </Group>
      <ButtonLink variant="link" wide={false} href="/" className="mt-0! justify-self-start">
        {t('toOrder')}
      </ButtonLink>
    </PageLayout>
  )
}

function Contact() {
  const { t } = useTranslation('legal')
  const { siteUrl, payments } = usePage().settings
  if (siteUrl)
    return (
      <p>
        {t('help.onSite')}
        <a href={siteUrl}>{t('help.siteLink')}</a>
      </p>
    )
  return <p>{t(payments === 'sandbox' ? 'help.testShop' : 'help.noContact')}</p>
}
