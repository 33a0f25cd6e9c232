/** An email address; a long one breaks before its `@` first. */
export function Email({ address }: { address: string }) {
  const [name, domain] = address.split('@')
  return (
    <bdi>
      {name}
      <wbr />
      {domain !== undefined && `@${domain}`}
    </bdi>
  )
}
