import { useTranslation } from 'next-i18next/pages'
import type { ReactNode } from 'react'

const rules = ['first', 'second', 'third'] as const

/** One of the photos: what it shows, what it is for, and what makes it usable. */
export function PhotoCard({ id, picture }: { id: string; picture: ReactNode }) {
  const { t } = useTranslation('photos')
  return (
    <li className="rounded-card border border-line p-4">
      <div className="rounded-control bg-paper py-3">{picture}</div>
      <h3 className="pt-3 font-semibold">{t(`${id}.title`)}</h3>
      <p className="text-ink-2 text-sm">{t(`${id}.why`)}</p>
      <ul className="list-disc ps-5 pt-2 text-sm">
        {rules.map(rule => (
          <li key={rule}>{t(`${id}.${rule}`)}</li>
        ))}
      </ul>
    </li>
  )
}
