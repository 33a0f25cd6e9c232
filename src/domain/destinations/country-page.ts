/**
 * The address of a destination's information page: `path` on the shop's main site, or our own page;
 * undefined if the site has none.
 */
export const resolveCountryPage = (
  id: string,
  path: string | null,
  siteUrl: string | null,
): string | undefined => {
  if (siteUrl === null) return `/checkouts/countries/${id}/`
  return path === null ? undefined : siteUrl + path
}

/** The path of a country's page on the main site. */
export const toCountryPath = (slug: string): string => `/international-drivers-license-${slug}/`
