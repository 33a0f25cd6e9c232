// Statements about the rows of old-database.ts, for tests of the constraints.

const insertRefund = (amount: number, before: number, state: string) =>
  `insert into refunds
    (id, attempt_id, request_key, amount, refunded_before, state, created_at, checked_at)
    values ('refund', 'paid', 'key', ${amount}, ${before}, '${state}', now(), now())`

/** Every constraint with a statement that breaks it on a row that is otherwise valid. */
export const refusedStatements: [constraint: string, statement: string][] = [
  ['approval_images_type_check', "update approval_images set type = 'selfie' where id = 'photo'"],
  ['approval_images_revision_check', "update approval_images set revision = -1 where id = 'photo'"],
  ['attempts_amount_check', "update attempts set amount = -1 where id = 'paid'"],
  ['attempts_currency_check', "update attempts set currency = 'usd' where id = 'paid'"],
  ['attempts_provider_check', "update attempts set provider = 'cash' where id = 'paid'"],
  ['attempts_state_check', "update attempts set state = 'paid' where id = 'paid'"],
  [
    'checkout_events_kind_check',
    "insert into checkout_events (checkout_id, kind, detail, created_at) values ('paid', 'x', '{}', now())",
  ],
  ['checkouts_status_check', "update checkouts set status = 'pending' where id = 'paid'"],
  ['checkouts_version_check', "update checkouts set version = -1 where id = 'paid'"],
  ['coupons_amount_check', "update coupons set amount = 100.01 where name = 'EXACT'"],
  ['coupons_amount_check', "update coupons set amount = -0.01 where name = 'EXACT'"],
  ['coupons_amount_check', "update coupons set amount = 'NaN' where name = 'EXACT'"],
  ['coupons_amounts_check', `update coupons set amounts = '{"USD": -1}' where name = 'FIXED'`],
  ['coupons_amounts_check', `update coupons set amounts = '{"USD": "1"}' where name = 'FIXED'`],
  ['coupons_amounts_check', "update coupons set amounts = '[]' where name = 'FIXED'"],
  ['coupons_discount_type_check', "update coupons set discount_type = '' where name = 'FIXED'"],
  ['coupons_max_uses_check', "update coupons set max_uses = -1 where name = 'FIXED'"],
  ['coupons_uses_check', "update coupons set uses = -1 where name = 'FIXED'"],
  ['link_rejections_count_check', 'update link_rejections set count = -1'],
  ['orders_currency_check', "update orders set currency = 'US' where id = 'paid'"],
  ['orders_dispute_check', "update orders set dispute = 'needs_response' where id = 'paid'"],
  ['orders_kind_check', "update orders set kind = 'gift' where id = 'paid'"],
  ['orders_refunded_check', "update orders set refunded = -1 where id = 'paid'"],
  ['orders_status_check', "update orders set status = 'lost' where id = 'paid'"],
  ['orders_total_check', "update orders set total = -1 where id = 'paid'"],
  ['outbox_about_check', "update outbox set checkout_id = 'paid' where kind = 'order_paid'"],
  ['outbox_attempts_check', "update outbox set attempts = -1 where kind = 'order_paid'"],
  ['outbox_closed_check', "update outbox set closed = 'lost' where kind = 'order_paid'"],
  ['outbox_kind_check', "update outbox set kind = 'fax' where kind = 'order_paid'"],
  [
    'partner_tokens_product_type_check',
    "update partner_tokens set product_type = 'lifetime' where id = 'used'",
  ],
  ['partner_tokens_years_check', "update partner_tokens set years = 0 where id = 'used'"],
  ['pickup_points_country_check', "update pickup_points set country = 'IDN' where id = 'point'"],
  ['prices_amount_check', 'update prices set amount = -1 where product_id = 42'],
  ['prices_currency_check', "update prices set currency = 'EURO' where product_id = 42"],
  [
    'photo_uploads_received_check',
    "insert into photo_uploads (id, checkout_id, length, received, expires_at) values ('a', 'paid', 1, 2, now())",
  ],
  ['products_category_check', "update products set category = 'gift' where id = 42"],
  ['products_years_check', 'update products set years = 0 where id = 42'],
  ['rate_limits_count_check', 'update rate_limits set count = -1'],
  ['refunds_amount_check', insertRefund(-1, 0, 'done')],
  ['refunds_refunded_before_check', insertRefund(1, -1, 'done')],
  ['refunds_state_check', insertRefund(1, 0, 'lost')],
  [
    'shipping_methods_delivery_check',
    "update shipping_methods set min_delivery = 5 where zone = 'near'",
  ],
  [
    'shipping_methods_prices_check',
    `update shipping_methods set prices = '{"USD": -1}' where zone = 'near'`,
  ],
  ['shipping_zones_country_check', "update shipping_zones set country = 'US'"],
  ['subscriptions_amount_check', 'update subscriptions set amount = -1'],
  ['subscriptions_currency_check', "update subscriptions set currency = ''"],
  ['subscriptions_state_check', "update subscriptions set state = 'paused'"],
  ['subscriptions_years_check', 'update subscriptions set years = 0'],
  ['tax_groups_country_check', "update tax_groups set country = 'US' where state = 'NY'"],
  ['tax_groups_tax_rate_check', "update tax_groups set tax_rate = 101 where state = 'NY'"],
  ['travel_items_prices_check', `update travel_items set prices = '{"USD": null}'`],

  // References: to a row that does not exist, and of a row that others reference.
  [
    'orders_partner_token_id_partner_tokens_id_fk',
    "update orders set partner_token_id = 'none' where id = 'paid'",
  ],
  ['orders_partner_token_id_partner_tokens_id_fk', "delete from partner_tokens where id = 'used'"],
  [
    'prices_product_id_products_id_fk',
    "insert into prices (product_id, currency, amount) values (7, 'USD', 1)",
  ],
  ['attempts_order_id_orders_id_fk', "delete from orders where id = 'paying'"],
  ['coupon_holds_attempt_id_attempts_id_fk', "delete from attempts where id = 'paid'"],
  ['coupon_holds_coupon_id_coupons_id_fk', "delete from coupons where name = 'EXACT'"],
]

/** What an operator writes to repair the odd rows of old-database.ts. */
export const repairs = [
  "update checkouts set status = 'completed' where id = 'odd'",
  "update orders set status = 'disputed', total = 0, partner_token_id = null where id = 'odd'",
  "update attempts set state = 'failed', provider = 'none' where id = 'odd'",
  "update coupons set discount_type = 'fixed' where name = 'ODD'",
  "update partner_tokens set years = 1 where id = 'odd'",
  'update pickup_points set country = lower(country)',
  "delete from outbox where kind = 'odd_text_message'",
  "delete from approval_images where type = 'passport'",
  // The seed would replace these.
  'delete from prices where product_id = 999',
  'delete from products where id = 1042',
  "delete from shipping_methods where zone = 'odd'",
  "delete from tax_groups where state = 'ODD'",
]
