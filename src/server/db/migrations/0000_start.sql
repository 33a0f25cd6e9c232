CREATE TABLE "attempts" (
	"id" text PRIMARY KEY NOT NULL,
	"order_id" text NOT NULL,
	"checkout_id" text NOT NULL,
	"provider" text NOT NULL,
	"idempotency_key" text NOT NULL,
	"provider_ref" text,
	"state" text NOT NULL,
	"currency" text NOT NULL,
	"amount" integer NOT NULL,
	"charged" jsonb NOT NULL,
	"reason" text,
	"paid_with" text,
	"created_at" timestamp with time zone NOT NULL,
	"checked_at" timestamp with time zone NOT NULL,
	CONSTRAINT "attempts_idempotency_key_unique" UNIQUE("idempotency_key")
);
--> statement-breakpoint
CREATE TABLE "checkouts" (
	"id" text PRIMARY KEY NOT NULL,
	"token_hash" text NOT NULL,
	"version" integer NOT NULL,
	"status" text NOT NULL,
	"state" jsonb NOT NULL,
	"paying" text,
	"stripe_customer" text,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "coupons" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "coupons_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"discount_type" text NOT NULL,
	"amount" real,
	"amounts" jsonb,
	"products" jsonb NOT NULL,
	"travel_products" jsonb NOT NULL,
	"free_shipping" boolean NOT NULL,
	"valid_from" timestamp with time zone,
	"valid_until" timestamp with time zone,
	"max_uses" integer,
	"new_customers_only" boolean NOT NULL,
	"partner_only" boolean NOT NULL,
	CONSTRAINT "coupons_name_unique" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"id" text PRIMARY KEY NOT NULL,
	"checkout_id" text NOT NULL,
	"kind" text NOT NULL,
	"status" text NOT NULL,
	"currency" text NOT NULL,
	"total" integer NOT NULL,
	"charged" jsonb,
	"created_at" timestamp with time zone NOT NULL,
	"paid_at" timestamp with time zone,
	CONSTRAINT "one_order_of_a_kind" UNIQUE("checkout_id","kind")
);
--> statement-breakpoint
CREATE TABLE "outbox" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"order_id" text NOT NULL,
	"kind" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"sent_at" timestamp with time zone,
	CONSTRAINT "one_message_of_a_kind" UNIQUE("order_id","kind")
);
--> statement-breakpoint
CREATE TABLE "prices" (
	"product_id" integer NOT NULL,
	"currency" text NOT NULL,
	"amount" integer NOT NULL,
	CONSTRAINT "prices_product_id_currency_pk" PRIMARY KEY("product_id","currency")
);
--> statement-breakpoint
CREATE TABLE "products" (
	"id" integer PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"category" text NOT NULL,
	"years" integer,
	"show_at_checkout" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "provider_events" (
	"id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"received_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"resets_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "shipping_methods" (
	"zone" text NOT NULL,
	"code" text NOT NULL,
	"name" text NOT NULL,
	"min_delivery" integer NOT NULL,
	"max_delivery" integer NOT NULL,
	"prices" jsonb NOT NULL,
	CONSTRAINT "shipping_methods_zone_code_pk" PRIMARY KEY("zone","code")
);
--> statement-breakpoint
CREATE TABLE "shipping_zones" (
	"country" text PRIMARY KEY NOT NULL,
	"zone" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tax_groups" (
	"country" text NOT NULL,
	"state" text NOT NULL,
	"tax_rate" real NOT NULL,
	CONSTRAINT "tax_groups_country_state_pk" PRIMARY KEY("country","state")
);
--> statement-breakpoint
ALTER TABLE "attempts" ADD CONSTRAINT "attempts_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attempts" ADD CONSTRAINT "attempts_checkout_id_checkouts_id_fk" FOREIGN KEY ("checkout_id") REFERENCES "public"."checkouts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_checkout_id_checkouts_id_fk" FOREIGN KEY ("checkout_id") REFERENCES "public"."checkouts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outbox" ADD CONSTRAINT "outbox_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "attempts_checkout" ON "attempts" USING btree ("checkout_id");--> statement-breakpoint
CREATE INDEX "attempts_ref" ON "attempts" USING btree ("provider_ref");--> statement-breakpoint
CREATE INDEX "attempts_open" ON "attempts" USING btree ("state","checked_at");--> statement-breakpoint
CREATE UNIQUE INDEX "checkouts_token" ON "checkouts" USING btree ("token_hash");