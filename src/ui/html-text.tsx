/** A text with markup that the server has cleaned, such as a destination's description. */
export const HtmlText = ({ html }: { html: string }) => (
  <div
    // The texts may be in another language than the page.
    dir="auto"
    className="grid gap-1 wrap-anywhere [&_li]:ms-5 [&_ol]:list-decimal [&_ul]:list-disc"
    // biome-ignore lint/security/noDangerouslySetInnerHtml: the server has cleaned it, and answers nothing else
    dangerouslySetInnerHTML={{ __html: html }}
  />
)
