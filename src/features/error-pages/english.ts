/** Texts of the screens that are shown when everything else has failed, translations included. */
export const english = {
  product: 'International Driving Permit',
  crash: {
    title: 'Oops! Something went wrong…',
    text: 'An unexpected error occurred. Please reload the page or contact our support team.',
    kept: 'Your saved answers are kept. Try again goes on with them; Reload Page starts a new order without them.',
    reload: 'Reload Page',
    help: 'Help and contact',
  },
  notFound: {
    title: 'Page not found',
    why: 'The address may have a typing mistake, or the page has moved. If you have started an order, it has not changed.',
    order: 'Go to the checkout',
    restart: 'Start a new order',
    restartWhy: 'A new order begins with empty answers.',
    help: 'Help and contact',
  },
} as const
