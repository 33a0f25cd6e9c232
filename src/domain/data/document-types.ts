/** The four photos a permit needs. */
export const documentTypes = ['profile', 'license_front', 'license_back', 'signature'] as const
export type DocumentType = (typeof documentTypes)[number]
