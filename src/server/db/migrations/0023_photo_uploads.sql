CREATE TABLE "photo_uploads" (
	"id" text PRIMARY KEY NOT NULL,
	"checkout_id" text NOT NULL,
	"length" integer NOT NULL,
	"received" integer DEFAULT 0 NOT NULL,
	"parts" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "photo_uploads_received_check" CHECK ("photo_uploads"."received" between 0 and "photo_uploads"."length")
);
--> statement-breakpoint
ALTER TABLE "photo_uploads" ADD CONSTRAINT "photo_uploads_checkout_id_checkouts_id_fk" FOREIGN KEY ("checkout_id") REFERENCES "public"."checkouts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "photo_uploads_checkout" ON "photo_uploads" USING btree ("checkout_id");--> statement-breakpoint
CREATE INDEX "photo_uploads_expires" ON "photo_uploads" USING btree ("expires_at");