CREATE TABLE "approval_images" (
	"id" text PRIMARY KEY NOT NULL,
	"checkout_id" text NOT NULL,
	"type" text NOT NULL,
	"revision" integer NOT NULL,
	"needs_review" boolean NOT NULL,
	"image" text NOT NULL,
	"cropped" text,
	"preview" text NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "one_photo_of_a_type" UNIQUE("checkout_id","type")
);
--> statement-breakpoint
CREATE TABLE "approval_uploads" (
	"checkout_id" text NOT NULL,
	"key_hash" text NOT NULL,
	"image_id" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "approval_uploads_checkout_id_key_hash_pk" PRIMARY KEY("checkout_id","key_hash")
);
--> statement-breakpoint
CREATE TABLE "photo_files" (
	"name" text PRIMARY KEY NOT NULL,
	"remove_after" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "photo_links" (
	"code_hash" text PRIMARY KEY NOT NULL,
	"checkout_id" text NOT NULL,
	"pass_hash" text,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "photo_links_pass_hash_unique" UNIQUE("pass_hash")
);
--> statement-breakpoint
ALTER TABLE "approval_images" ADD CONSTRAINT "approval_images_checkout_id_checkouts_id_fk" FOREIGN KEY ("checkout_id") REFERENCES "public"."checkouts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approval_uploads" ADD CONSTRAINT "approval_uploads_checkout_id_checkouts_id_fk" FOREIGN KEY ("checkout_id") REFERENCES "public"."checkouts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "photo_links" ADD CONSTRAINT "photo_links_checkout_id_checkouts_id_fk" FOREIGN KEY ("checkout_id") REFERENCES "public"."checkouts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "approval_images_updated" ON "approval_images" USING btree ("updated_at");--> statement-breakpoint
CREATE INDEX "approval_uploads_created" ON "approval_uploads" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "photo_files_due" ON "photo_files" USING btree ("remove_after");--> statement-breakpoint
CREATE INDEX "photo_links_expires" ON "photo_links" USING btree ("expires_at");