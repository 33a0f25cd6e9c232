import { useTranslation } from 'next-i18next/pages'
import { ButtonLink } from '@/ui/button'
import { Group } from '@/ui/group'
import { ChatIcon, CheckIcon } from '@/ui/icons'

/** The shop's advantages on every step, and a link to help. */
export function Advantages({ className }: { className?: string | undefined }) {
  const { t } = useTranslation('common')
  return (
    <Group heading={t('advantages.heading')} className={className}>
      <ul className="grid gap-2">
        {[t('advantages.refund'), t('advantages.account'), t('advantages.photos')].map(line => (
          <li key={line} className="flex gap-2.5">
            <CheckIcon className="mt-0.5 text-accent" />
            {line}
          </li>
        ))}
      </ul>
      <ButtonLink variant="secondary" href="/help/" icon={<ChatIcon />}>
        {t('advantages.ask')}
      </ButtonLink>
    </Group>
  )
}
