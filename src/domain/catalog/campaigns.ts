/** Query parameters of a link and the campaign each switches on. */
export const campaignFlags = {
  'email-campaign-50': 'email_50',
  'CU-8669pvuut': 'upsell_test',
  't-33221509': 'skip_button',
  't-33770529': 'summer_deal',
  't-34374257': 'summer_lifetime',
  'simple-flow': 'simple_flow',
} as const
export const campaigns = Object.values(campaignFlags)
export type Campaign = (typeof campaigns)[number]
