CREATE TABLE "subscriptions" (
	"id" text PRIMARY KEY NOT NULL,
	"checkout_id" text NOT NULL,
	"order_id" text NOT NULL,
	"state" text NOT NULL,
	"currency" text NOT NULL,
	"amount" integer NOT NULL,
	"years" integer NOT NULL,
	"charge_at" timestamp with time zone NOT NULL,
	"stripe_customer" text NOT NULL,
	"setup_intent" text,
	"payment_method" text,
	"paid_with" text,
	"idempotency_key" text NOT NULL,
	"provider_ref" text,
	"reason" text,
	"last_invoice" text,
	"renewed_at" timestamp with time zone,
	"stop_hashes" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "one_subscription_of_a_checkout" UNIQUE("checkout_id"),
	CONSTRAINT "subscriptions_idempotency_key_unique" UNIQUE("idempotency_key"),
	CONSTRAINT "subscriptions_provider_ref_unique" UNIQUE("provider_ref")
);
--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_checkout_id_checkouts_id_fk" FOREIGN KEY ("checkout_id") REFERENCES "public"."checkouts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "subscriptions_open" ON "subscriptions" USING btree ("state","updated_at");