import type { StaticPageData } from '@/contract/page'

interface FactProps {
  label: string
  value: string
  /** Of the value, where it is in another language than the page. */
  ownWords?: StaticPageData['ownWords']
}

/** A line of the receipt's facts. */
export const Fact = ({ label, value, ownWords }: FactProps) => (
  <div className="flex flex-wrap gap-x-2">
    <dt className="text-ink-2">{label}</dt>
    <dd className="min-w-0 wrap-anywhere">
      <bdi {...ownWords} suppressHydrationWarning>
        {value}
      </bdi>
    </dd>
  </div>
)
