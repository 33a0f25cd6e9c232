import { useRouter } from 'next/router'
import { useTranslation } from 'next-i18next/pages'
import { PreferencesForm, preferencesFormId } from '@/features/preferences/preferences-form'
import { Button } from '@/ui/button'
import { Group } from '@/ui/group'
import { PageLayout } from '@/ui/page-layout'

/** The dialog's choices on a page of their own, for a browser without scripts. */
export function PreferencesPage() {
  const { t } = useTranslation('common')
  const { back: asked } = useRouter().query
  const back = typeof asked === 'string' && asked.startsWith('/checkouts/') ? asked : '/checkouts/'
  return (
    <PageLayout title={t('preferences.title')}>
      <Group>
        <PreferencesForm back={back} />
        <Button type="submit" form={preferencesFormId}>
          {t('preferences.apply')}
        </Button>
        <a href={back} className="inline-flex min-h-11 items-center justify-self-center">
          {t('preferences.cancel')}
        </a>
      </Group>
    </PageLayout>
  )
}
