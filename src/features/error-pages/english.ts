/** Texts of the screens that are shown when everything else has failed, translations included. */
export const english = {
  product: 'International Driving Permit',
  crash: {
    title: 'Oops! Something went wrong…',
    text: 'An unexpected error occurred. Please reload the page or contact our support team.',
    kept: 'Your saved details are still here. Try again continues with them; Reload Page starts a new order without them.',
    reload: 'Reload Page',
    help: 'Help and contact',
  },
  notFound: {
    title: 'Page not found',
    why: 'The link may be wrong, or the page may have moved. If you’ve started an order, it hasn’t changed.',
    order: 'Go to the checkout',
    restart: 'Start a new order',
    restartWhy: 'A new order starts with empty fields.',
    help: 'Help and contact',
  },
} as const
