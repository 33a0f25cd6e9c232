import type { StaticPageData } from '@/contract/page'

interface FactProps {
  label: string
  value: string
  /** Attributes of a value in another language than the page. */
  ownWords?: StaticPageData['ownWords']
}

/** One line of the receipt. */
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
