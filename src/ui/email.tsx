import { classNames } from '@/ui/class-names'

/** An email address moves to the next line as a whole; one longer than a line breaks before its `@`. */
export function Email({ address }: { address: string }) {
  const [name, domain] = address.split('@')
  return (
    <span className="inline-block max-w-full">
      <bdi>
        {name}
        <wbr />
        {domain !== undefined && `@${domain}`}
      </bdi>
    </span>
  )
}

/** Takes the place of the address in a translated sentence. */
export const emailMark = '\u0000'

interface WithEmailProps {
  /** Has the mark where the address belongs. */
  sentence: string
  email: string
  /** Of the address. */
  className?: string
}

/** A sentence with an email address. */
export function WithEmail({ sentence, email, className }: WithEmailProps) {
  const [before, after] = sentence.split(emailMark)
  return (
    <>
      {before}
      <span className={classNames('wrap-anywhere', className)}>
        <Email address={email} />
      </span>
      {after}
    </>
  )
}
