import { useTranslation } from 'next-i18next/pages'
import { type CountedRejection, recentDays as days } from '@/domain/links/link-check'
import { Group } from '@/ui/group'

export interface RejectionsProps {
  rejections: CountedRejection[]
}

/** Rejected values of links that are already in print or in mails. */
export function Rejections({ rejections }: RejectionsProps) {
  const { t } = useTranslation('links')
  return (
    <Group heading={t('rejected.heading')}>
      <p>{t('rejected.lead')}</p>
      {rejections.length === 0 ? (
        <p>{t('rejected.none', { days })}</p>
      ) : (
        <RejectionTable {...{ rejections }} />
      )}
    </Group>
  )
}

function RejectionTable({ rejections }: RejectionsProps) {
  const { t } = useTranslation('links')
  const headClassName = 'py-2 font-semibold text-start'
  const numberClassName = 'py-2 ps-4 text-end tabular-nums'
  return (
    <table className="w-full">
      <thead>
        <tr className="border-line border-b">
          <th scope="col" className={headClassName}>
            {t('rejected.reason')}
          </th>
          <th scope="col" className={`${numberClassName} font-semibold`}>
            {t('rejected.today')}
          </th>
          <th scope="col" className={`${numberClassName} font-semibold`}>
            {t('rejected.lately', { days })}
          </th>
        </tr>
      </thead>
      <tbody>
        {rejections.map(({ reason, today, lately }) => (
          <tr key={reason} className="border-line border-b">
            <th scope="row" className="py-2 font-normal text-start">
              {t(`rejected.${reason}`)}
            </th>
            <td className={numberClassName}>{today}</td>
            <td className={numberClassName}>{lately}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
