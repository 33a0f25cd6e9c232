/** Browsers inside other apps open no second window, or lose it: whoever pays elsewhere goes there and comes back. */
const inAppPattern =
  /\b(FBAN|FBAV|FB_IAB|Instagram|Line\/|MicroMessenger|Snapchat|Pinterest|TikTok|musical_ly|BytedanceWebview|GSA\/)|; wv\)/

/** Whether the page is shown inside another app, by what its browser calls itself. */
export const isInAppBrowser = (userAgent: string): boolean => inAppPattern.test(userAgent)
