/** Lines of text, each with its own direction, such as an address. */
export const Lines = ({ lines }: { lines: string[] }) =>
  lines.map((line, index) => (
    // A city and its province can have the same name.
    <span key={lines.slice(0, index + 1).join('\n')} className="block">
      <bdi suppressHydrationWarning>{line}</bdi>
    </span>
  ))
