/** Lines of text, each with its own direction, such as an address. */
export const Lines = ({ lines }: { lines: string[] }) =>
  lines.map(line => (
    <span key={line} className="block">
      <bdi suppressHydrationWarning>{line}</bdi>
    </span>
  ))
