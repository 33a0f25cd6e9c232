import { uncaught } from '@/domain/analytics/error-report'

/**
 * A script for the page's head, where faults are reported: it keeps the first few, and what nobody has caught, until
 * the reporter is loaded. Written without what HTML would escape.
 */
export const earlyErrorsScript =
  'idaFaults=[];for(const n of[`error`,`unhandledrejection`])addEventListener(n,function(e){' +
  `idaFaults.length==9||idaFaults.push([\`${uncaught}\`,e.error||e.reason])})`
