CREATE TABLE "recovery_addresses" (
	"email_hash" text PRIMARY KEY NOT NULL,
	"checkout_id" text NOT NULL,
	"stop_code" text NOT NULL,
	"mailed_at" timestamp with time zone NOT NULL,
	"stopped_at" timestamp with time zone,
	CONSTRAINT "recovery_addresses_stop_code_unique" UNIQUE("stop_code")
);
--> statement-breakpoint
CREATE TABLE "resume_tokens" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"checkout_id" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "outbox" DROP CONSTRAINT "outbox_kind_check";--> statement-breakpoint
ALTER TABLE "outbox" ALTER COLUMN "order_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "checkout_id" text;--> statement-breakpoint
ALTER TABLE "recovery_addresses" ADD CONSTRAINT "recovery_addresses_checkout_id_checkouts_id_fk" FOREIGN KEY ("checkout_id") REFERENCES "public"."checkouts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "resume_tokens" ADD CONSTRAINT "resume_tokens_checkout_id_checkouts_id_fk" FOREIGN KEY ("checkout_id") REFERENCES "public"."checkouts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "resume_tokens_checkout" ON "resume_tokens" USING btree ("checkout_id");--> statement-breakpoint
ALTER TABLE "outbox" ADD CONSTRAINT "outbox_checkout_id_checkouts_id_fk" FOREIGN KEY ("checkout_id") REFERENCES "public"."checkouts"("id") ON DELETE no action ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "outbox" ADD CONSTRAINT "one_message_of_a_checkout" UNIQUE("checkout_id","kind");--> statement-breakpoint
ALTER TABLE "outbox" ADD CONSTRAINT "outbox_about_check" CHECK (num_nonnulls("outbox"."order_id", "outbox"."checkout_id") = 1) NOT VALID;--> statement-breakpoint
ALTER TABLE "outbox" ADD CONSTRAINT "outbox_kind_check" CHECK ("outbox"."kind" in ('confirmation_mail', 'add_photos_mail', 'renewal_mail', 'renewal_reminder_mail', 'fulfilled_mail', 'refund_mail', 'purchase_event', 'order_paid', 'order_photos', 'order_fulfilled', 'order_refunded', 'order_disputed', 'recovery_mail')) NOT VALID;