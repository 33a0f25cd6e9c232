import { boolean, index, integer, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import type { DocumentType } from '@/domain/checkout/checkout-state'
import { checkouts } from '@/server/db/tables/checkouts'
import { timestamptz } from '@/server/db/tables/timestamp'

/** The photos of a checkout, one of each type. Its state lists them; both change in one transaction. */
export const approvalImages = pgTable(
  'approval_images',
  {
    id: text('id').primaryKey(),
    checkoutId: text('checkout_id')
      .notNull()
      .references(() => checkouts.id),
    type: text('type').$type<DocumentType>().notNull(),
    /** Grows whenever the photo is replaced. */
    revision: integer('revision').notNull(),
    /** The customer uses it though the checks in the browser advised against it. */
    needsReview: boolean('needs_review').notNull(),
    /** Names of its files. */
    image: text('image').notNull(),
    cropped: text('cropped'),
    preview: text('preview').notNull(),
    updatedAt: timestamptz('updated_at').notNull(),
  },
  table => [
    unique('one_photo_of_a_type').on(table.checkoutId, table.type),
    index('approval_images_updated').on(table.updatedAt),
  ],
)
export type ApprovalImageRow = typeof approvalImages.$inferSelect

/**
 * Every file there is in the storage of photos, written down before it is stored: whatever happens, none
 * is forgotten there.
 */
export const photoFiles = pgTable(
  'photo_files',
  {
    name: text('name').primaryKey(),
    /** When it may be removed; null while a photo holds it. */
    removeAfter: timestamptz('remove_after'),
  },
  table => [index('photo_files_due').on(table.removeAfter)],
)

/** Uploads that were taken, by the key their sender gave them: sent again, they are the same upload. */
export const approvalUploads = pgTable(
  'approval_uploads',
  {
    checkoutId: text('checkout_id')
      .notNull()
      .references(() => checkouts.id),
    keyHash: text('key_hash').notNull(),
    /** The photo it became, though that may be gone by now. */
    imageId: text('image_id').notNull(),
    createdAt: timestamptz('created_at').notNull(),
  },
  table => [
    primaryKey({ columns: [table.checkoutId, table.keyHash] }),
    index('approval_uploads_created').on(table.createdAt),
  ],
)

/**
 * Links that let another device, such as the customer's phone, add photos to one checkout. One that is shown
 * opens once; one that was mailed any number of times, and every opening gets a row of its own.
 */
export const photoLinks = pgTable(
  'photo_links',
  {
    codeHash: text('code_hash').primaryKey(),
    checkoutId: text('checkout_id')
      .notNull()
      .references(() => checkouts.id),
    /** What the device that has opened it was given; null until then. */
    passHash: text('pass_hash').unique(),
    isMailed: boolean('is_mailed').notNull().default(false),
    /** Of the link, and once that is opened, of what it gave. */
    expiresAt: timestamptz('expires_at').notNull(),
  },
  table => [index('photo_links_expires').on(table.expiresAt)],
)
export type PhotoLinkRow = typeof photoLinks.$inferSelect
