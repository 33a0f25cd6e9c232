/** In-app browsers open no second window, or lose it: payments at a provider redirect instead. */
const inAppPattern =
  /\b(FBAN|FBAV|FB_IAB|Instagram|Line\/|MicroMessenger|Snapchat|Pinterest|TikTok|musical_ly|BytedanceWebview|GSA\/)|; wv\)/

/** Whether the page is open in another app's browser, by its user agent. */
export const isInAppBrowser = (userAgent: string): boolean => inAppPattern.test(userAgent)
