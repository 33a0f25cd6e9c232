-- Constraints are added as NOT VALID: they hold for every new and changed row at once, and no old row
-- can stop the migration. src/server/db/validate-constraints.ts checks the old rows afterwards, one
-- constraint at a time, without blocking writes; docs/going-live.md says how to repair what it finds.
--
-- A row that breaks a constraint cannot be changed until it is repaired. So these repairs are made
-- here, where the shop reads the old and the new value in the same way: it clamps discounts, refuses
-- a coupon without an amount or without uses, and a currency is the same in small letters. Everything
-- else is left as it is, above all amounts and states of orders and attempts.
UPDATE "coupons" SET "amount" = NULL WHERE "amount" = 'NaN';--> statement-breakpoint
UPDATE "coupons" SET "amount" = 0 WHERE "amount" < 0;--> statement-breakpoint
UPDATE "coupons" SET "amount" = 100 WHERE "amount" > 100 AND "discount_type" = 'percentage';--> statement-breakpoint
UPDATE "coupons" SET "uses" = 0 WHERE "uses" < 0;--> statement-breakpoint
UPDATE "coupons" SET "max_uses" = 0 WHERE "max_uses" < 0;--> statement-breakpoint
UPDATE "rate_limits" SET "count" = 0 WHERE "count" < 0;--> statement-breakpoint
UPDATE "orders" SET "currency" = upper("currency") WHERE "currency" <> upper("currency");--> statement-breakpoint
UPDATE "attempts" SET "currency" = upper("currency") WHERE "currency" <> upper("currency");--> statement-breakpoint
UPDATE "subscriptions" SET "currency" = upper("currency") WHERE "currency" <> upper("currency");--> statement-breakpoint
ALTER TABLE "prices" ADD CONSTRAINT "prices_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_partner_token_id_partner_tokens_id_fk" FOREIGN KEY ("partner_token_id") REFERENCES "public"."partner_tokens"("id") ON DELETE no action ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "prices" ADD CONSTRAINT "prices_currency_check" CHECK ("prices"."currency" ~ '^[A-Z]{3}$') NOT VALID;--> statement-breakpoint
ALTER TABLE "prices" ADD CONSTRAINT "prices_amount_check" CHECK ("prices"."amount" >= 0) NOT VALID;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_category_check" CHECK ("products"."category" in ('digital', 'physical', 'urgent', 'lifetime')) NOT VALID;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_years_check" CHECK ("products"."years" > 0) NOT VALID;--> statement-breakpoint
ALTER TABLE "shipping_methods" ADD CONSTRAINT "shipping_methods_delivery_check" CHECK ("shipping_methods"."min_delivery" between 0 and "shipping_methods"."max_delivery") NOT VALID;--> statement-breakpoint
ALTER TABLE "shipping_methods" ADD CONSTRAINT "shipping_methods_prices_check" CHECK (jsonb_typeof("shipping_methods"."prices") = 'object' and not jsonb_path_exists("shipping_methods"."prices", '$.* ? (@.type() != "number" || @ < 0)')) NOT VALID;--> statement-breakpoint
ALTER TABLE "shipping_zones" ADD CONSTRAINT "shipping_zones_country_check" CHECK ("shipping_zones"."country" ~ '^[a-z]{2}$') NOT VALID;--> statement-breakpoint
ALTER TABLE "tax_groups" ADD CONSTRAINT "tax_groups_country_check" CHECK ("tax_groups"."country" ~ '^[a-z]{2}$') NOT VALID;--> statement-breakpoint
ALTER TABLE "tax_groups" ADD CONSTRAINT "tax_groups_tax_rate_check" CHECK ("tax_groups"."tax_rate" between 0 and 100) NOT VALID;--> statement-breakpoint
ALTER TABLE "travel_items" ADD CONSTRAINT "travel_items_prices_check" CHECK (jsonb_typeof("travel_items"."prices") = 'object' and not jsonb_path_exists("travel_items"."prices", '$.* ? (@.type() != "number" || @ < 0)')) NOT VALID;--> statement-breakpoint
ALTER TABLE "checkouts" ADD CONSTRAINT "checkouts_status_check" CHECK ("checkouts"."status" in ('processing', 'completed', 'paid')) NOT VALID;--> statement-breakpoint
ALTER TABLE "checkouts" ADD CONSTRAINT "checkouts_version_check" CHECK ("checkouts"."version" >= 0) NOT VALID;--> statement-breakpoint
ALTER TABLE "link_rejections" ADD CONSTRAINT "link_rejections_count_check" CHECK ("link_rejections"."count" >= 0) NOT VALID;--> statement-breakpoint
ALTER TABLE "rate_limits" ADD CONSTRAINT "rate_limits_count_check" CHECK ("rate_limits"."count" >= 0) NOT VALID;--> statement-breakpoint
ALTER TABLE "coupons" ADD CONSTRAINT "coupons_discount_type_check" CHECK ("coupons"."discount_type" in ('percentage', 'fixed', 'fixed_cart')) NOT VALID;--> statement-breakpoint
ALTER TABLE "coupons" ADD CONSTRAINT "coupons_amount_check" CHECK ("coupons"."amount" >= 0 and ("coupons"."discount_type" <> 'percentage' or "coupons"."amount" <= 100)) NOT VALID;--> statement-breakpoint
ALTER TABLE "coupons" ADD CONSTRAINT "coupons_amounts_check" CHECK (jsonb_typeof("coupons"."amounts") = 'object' and not jsonb_path_exists("coupons"."amounts", '$.* ? (@.type() != "number" || @ < 0)')) NOT VALID;--> statement-breakpoint
ALTER TABLE "coupons" ADD CONSTRAINT "coupons_max_uses_check" CHECK ("coupons"."max_uses" >= 0) NOT VALID;--> statement-breakpoint
ALTER TABLE "coupons" ADD CONSTRAINT "coupons_uses_check" CHECK ("coupons"."uses" >= 0) NOT VALID;--> statement-breakpoint
ALTER TABLE "attempts" ADD CONSTRAINT "attempts_provider_check" CHECK ("attempts"."provider" in ('stripe', 'paypal', 'none')) NOT VALID;--> statement-breakpoint
ALTER TABLE "attempts" ADD CONSTRAINT "attempts_state_check" CHECK ("attempts"."state" in ('created', 'confirming', 'needs_check', 'failed', 'cancelled', 'captured')) NOT VALID;--> statement-breakpoint
ALTER TABLE "attempts" ADD CONSTRAINT "attempts_currency_check" CHECK ("attempts"."currency" ~ '^[A-Z]{3}$') NOT VALID;--> statement-breakpoint
ALTER TABLE "attempts" ADD CONSTRAINT "attempts_amount_check" CHECK ("attempts"."amount" >= 0) NOT VALID;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_kind_check" CHECK ("orders"."kind" in ('plan', 'lifetime')) NOT VALID;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_status_check" CHECK ("orders"."status" in ('pending', 'paid', 'fulfilled', 'refunded', 'disputed')) NOT VALID;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_dispute_check" CHECK ("orders"."dispute" in ('open', 'won', 'lost')) NOT VALID;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_currency_check" CHECK ("orders"."currency" ~ '^[A-Z]{3}$') NOT VALID;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_total_check" CHECK ("orders"."total" >= 0) NOT VALID;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_refunded_check" CHECK ("orders"."refunded" >= 0) NOT VALID;--> statement-breakpoint
ALTER TABLE "outbox" ADD CONSTRAINT "outbox_kind_check" CHECK ("outbox"."kind" in ('confirmation_mail', 'add_photos_mail', 'renewal_mail', 'renewal_reminder_mail', 'purchase_event', 'order_paid')) NOT VALID;--> statement-breakpoint
ALTER TABLE "outbox" ADD CONSTRAINT "outbox_closed_check" CHECK ("outbox"."closed" in ('nothing_to_send', 'replaced', 'given_up')) NOT VALID;--> statement-breakpoint
ALTER TABLE "outbox" ADD CONSTRAINT "outbox_attempts_check" CHECK ("outbox"."attempts" >= 0) NOT VALID;--> statement-breakpoint
ALTER TABLE "partner_tokens" ADD CONSTRAINT "partner_tokens_product_type_check" CHECK ("partner_tokens"."product_type" in ('physical', 'digital')) NOT VALID;--> statement-breakpoint
ALTER TABLE "partner_tokens" ADD CONSTRAINT "partner_tokens_years_check" CHECK ("partner_tokens"."years" > 0) NOT VALID;--> statement-breakpoint
ALTER TABLE "pickup_points" ADD CONSTRAINT "pickup_points_country_check" CHECK ("pickup_points"."country" ~ '^[a-z]{2}$') NOT VALID;--> statement-breakpoint
ALTER TABLE "approval_images" ADD CONSTRAINT "approval_images_type_check" CHECK ("approval_images"."type" in ('profile', 'license_front', 'license_back', 'signature')) NOT VALID;--> statement-breakpoint
ALTER TABLE "approval_images" ADD CONSTRAINT "approval_images_revision_check" CHECK ("approval_images"."revision" >= 0) NOT VALID;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_state_check" CHECK ("subscriptions"."state" in ('wanted', 'creating', 'active', 'past_due', 'failed', 'stopped')) NOT VALID;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_currency_check" CHECK ("subscriptions"."currency" ~ '^[A-Z]{3}$') NOT VALID;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_amount_check" CHECK ("subscriptions"."amount" >= 0) NOT VALID;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_years_check" CHECK ("subscriptions"."years" > 0) NOT VALID;
