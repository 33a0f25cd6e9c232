CREATE TABLE "checkout_events" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"checkout_id" text NOT NULL,
	"kind" text NOT NULL,
	"detail" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "checkout_events_kind_check" CHECK ("checkout_events"."kind" in ('step', 'price', 'coupon'))
);
--> statement-breakpoint
ALTER TABLE "provider_events" ADD COLUMN "attempt_id" text;--> statement-breakpoint
ALTER TABLE "checkout_events" ADD CONSTRAINT "checkout_events_checkout_id_checkouts_id_fk" FOREIGN KEY ("checkout_id") REFERENCES "public"."checkouts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "checkout_events_checkout" ON "checkout_events" USING btree ("checkout_id");--> statement-breakpoint
CREATE INDEX "provider_events_attempt" ON "provider_events" USING btree ("attempt_id");