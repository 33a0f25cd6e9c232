import { useTranslation } from 'next-i18next/pages'
import { type CountedRejection, latelyDays as days } from '@/domain/links/link-check'
import { Group } from '@/ui/group'

export interface RejectionsShown {
  rejections: CountedRejection[]
}

/** What links in the world get wrong: somebody has printed or sent them. */
export function Rejections({ rejections }: RejectionsShown) {
  const { t } = useTranslation('links')
  return (
    <Group heading={t('rejected.heading')}>
      <p>{t('rejected.lead')}</p>
      {rejections.length === 0 ? (
        <p>{t('rejected.none', { days })}</p>
      ) : (
        <Counted {...{ rejections }} />
      )}
    </Group>
  )
}

function Counted({ rejections }: RejectionsShown) {
  const { t } = useTranslation('links')
  const head = 'py-2 font-semibold text-start'
  const number = 'py-2 ps-4 text-end tabular-nums'
  return (
    <table className="w-full">
      <thead>
        <tr className="border-line border-b">
          <th scope="col" className={head}>
            {t('rejected.reason')}
          </th>
          <th scope="col" className={`${number} font-semibold`}>
            {t('rejected.today')}
          </th>
          <th scope="col" className={`${number} font-semibold`}>
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
            <td className={number}>{today}</td>
            <td className={number}>{lately}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
